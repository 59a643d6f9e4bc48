"""Advice that the program prints, followed to the letter: afterwards it runs."""

import unittest
from pathlib import Path

from support import CommandLineTest

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"

# Two rods that swing; keys are added by --set.
SWING = """dimension = 2
[[particles]]
name = "pivot"
position = [0.0, 0.0]
fixed = true
[[particles]]
name = "a"
position = [1.0, 0.0]
[[particles]]
name = "b"
position = [1.5, 1.0]
[[constraints]]
type = "distance"
between = ["pivot", "a"]
[[constraints]]
type = "distance"
between = ["a", "b"]
[forces]
gravity = [0.0, -9.81]
[integrator]
step = 1e-2
duration = 1.0
[output]
figures = false
"""

WIRE = """dimension = 2
[[particles]]
position = [1.0, 1.0]
velocity = [-2.0, -1.0]
[[constraints]]
type = "implicit"
name = "wire"
on = 0
equation = "sqrt(x) - y"
[integrator]
step = 1e-2
duration = 1.0
[output]
figures = false
"""


def sets(*keys):
    return [word for key in keys for word in ("--set", key)]


class AdviceTest(CommandLineTest):
    def setUp(self):
        super().setUp()
        self.write("swing.toml", SWING)
        self.write("wire.toml", WIRE)

    def follow(self, file, cause, advice, *ways, code=1):
        """The cause fails with this advice, which each of the ways follows; then it runs. A tuple takes its place."""
        quiet = ("--quiet", "--force")
        sentence = self.taut("run", file, *quiet, *sets(*cause), code=code).stderr
        self.assertIn(advice, sentence)
        for way in ways:
            with self.subTest(cause=cause, way=way):
                keys = way if isinstance(way, tuple) else [*cause, *([way] if isinstance(way, str) else way)]
                self.taut("run", file, *quiet, *sets(*keys))
        return sentence

    def test_steps_that_are_too_long(self):
        self.follow("swing.toml", ["integrator.step=0.5", "integrator.max_subdivisions=0"],
                    "try integrator.step = 0.05 or a larger integrator.max_subdivisions than 0",
                    "integrator.step=0.05", "integrator.max_subdivisions=10")

    def test_solvers_that_are_slow(self):
        self.follow("swing.toml", ["solver.method=gauss-seidel", "solver.max_iterations=2"],
                    "try solver.method = auto or a larger solver.max_iterations than 2",
                    "solver.method=auto", "solver.max_iterations=100")
        sentence = self.follow("swing.toml", ["solver.method=lincs", "solver.order=1", "solver.max_iterations=1"],
                               "try solver.method = auto or a larger solver.max_iterations than 1",
                               ("solver.method=auto",), "solver.max_iterations=100")
        self.assertNotIn("integrator.step", sentence)  # steps a thousand times shorter were tried

    def test_formulas_that_leave_their_domain(self):
        sentence = self.follow("wire.toml", [],
                               "its formula left its domain, even with the step halved down to 9.76563e-06; end before, "
                               "or write the formula such that it is a number on all sides of where it holds",
                               "constraints[0].equation=x - y^2", "integrator.duration=0.6")
        self.assertNotIn("integrator.step", sentence)
        self.write("driven.toml", WIRE.replace('type = "implicit"', 'type = "distance"').replace(
            'on = 0\nequation = "sqrt(x) - y"', "between = [0, 1]").replace(
            "[[constraints]]", '[[particles]]\nname = "guide"\nposition = [1.0, 0.0]\nfixed = true\n'
            'path = { x = "sqrt(1 - 2*t)", y = "0" }\n[[constraints]]'))
        self.follow("driven.toml", [], "the driven path of guide is not a number: its formula left its domain; end before",
                    "integrator.duration=0.45")

    def test_a_bath_too_fast_for_the_step(self):
        hasty = ["thermostat.method=nose-hoover", "thermostat.temperature=2.0", "thermostat.time_constant=0.005"]
        sentence = self.follow("swing.toml", hasty, "; try thermostat.time_constant = 0.2 or integrator.step = 0.00025",
                               "thermostat.time_constant=0.2", "integrator.step=0.00025")
        self.assertIn("overflowed", sentence)
        self.assertNotIn("formula", sentence)

    def test_a_spring_too_stiff_for_the_step(self):
        spring = "[[forces.springs]]\nbetween = [0, 2]\nstiffness = 5e4\n[integrator]"
        self.write("stiff.toml", SWING.replace("[[constraints]]\ntype = \"distance\"\nbetween = [\"a\", \"b\"]\n", "").replace(
            "[integrator]", spring))  # fmt: skip
        self.follow("stiff.toml", ["integrator.duration=10"], "the motion overflowed, or a force or formula left its domain; "
                    "try integrator.step = 0.001", "integrator.step=0.001")  # fmt: skip

    def test_motions_that_blow_up(self):
        drag = ["forces.drag=1e5", "integrator.method=closed-form", "integrator.duration=0.2"]
        self.follow("swing.toml", drag, "closed-form wants steps shorter than 2 over the largest rate",
                    "integrator.step=1e-5", "integrator.method=overdamped")
        self.follow("swing.toml", ['forces.springs=[{between=["pivot", "b"], length=2.0, stiffness=1e7}]',
                                   "integrator.method=kahan-li8"],
                    "the energy strayed", ["integrator.step=1e-4", "integrator.duration=0.2"])

    # Nothing to advise: it goes as it is.
    def test_stiff_dashpots_run(self):
        for damping in (1e4, 1e8, 1e12):
            with self.subTest(damping):
                self.taut("run", "swing.toml", "--quiet", "--force",
                          *sets(f'forces.springs=[{{between=["pivot", "b"], stiffness=1.0, damping={damping}}}]'))

    def test_equilibria_that_are_not_there(self):
        still = ["integrator.method=quasistatic", "integrator.step=0.1"]
        loose = 'particles=[{name="pivot", position=[0, 0], fixed=true}, {name="a", position=[1, 0]}, ' \
                '{name="b", position=[1.5, 1]}, {name="loose", position=[5, 5]}]'
        self.follow("swing.toml", [*still, loose], "nothing holds loose; hold it by a spring or a constraint",
                    'forces.springs=[{between=["pivot", "loose"], stiffness=1.0}]',
                    'constraints=[{type="distance", between=["pivot", "a"]}, {type="distance", between=["a", "b"]}, '
                    '{type="distance", between=["b", "loose"]}]', code=2)
        self.follow("swing.toml", [*still, "forces.gravity=[0, 0]"],
                    "nothing holds a, which can move without resistance, so that the equilibrium is not determined; hold "
                    "it by a spring, a constraint or a load, or use overdamped",
                    "forces.gravity=[0, -9.81]", ["integrator.method=overdamped", "forces.drag=1.0"], code=2)

    def test_boxes_that_hardly_change(self):
        few = ["integrator.steps=500", "output.figures=false", "output.every=500"]
        def notes(*keys):
            self.taut("run", str(EXAMPLES / "dumbbells.toml"), "--out", "box", "--quiet", "--force", *sets(*few, *keys))
            return [note for note in self.summary("box")["notes"] if "changes of the box were rejected" in note]
        (note,) = notes("barostat.compressibility=10")
        self.assertIn("a smaller barostat.compressibility, a longer time_constant or a smaller every", note)
        for way in ("barostat.time_constant=50", "barostat.every=1"):
            self.assertEqual(notes("barostat.compressibility=10", way), [], way)
        self.assertEqual(notes("barostat.compressibility=0.1"), [])

    # Refusals of methods name one that serves.
    def test_methods_that_are_refused(self):
        torque = 'forces.torques=[{between=["pivot", "a", "b"], damping=1.0}]'
        dashpot = 'forces.springs=[{between=["pivot", "b"], stiffness=1.0, damping=1.0}]'
        for cause, advice, *ways in (
            (["integrator.method=verlet"], "use rattle", "integrator.method=rattle"),
            (["integrator.method=shake", "forces.drag=1.0"], "use rattle", "integrator.method=rattle"),
            (["integrator.method=yoshida4", "forces.drag=1.0"], "use rattle", "integrator.method=rattle"),
            (["integrator.method=overdamped", torque, "forces.drag=1.0"], "use rattle or closed-form",
             "integrator.method=rattle", "integrator.method=closed-form"),
            (["integrator.method=overdamped", dashpot, "forces.drag=1.0"], "use drag",
             'forces.springs=[{between=["pivot", "b"], stiffness=1.0}]'),
            (["integrator.method=overdamped"], "give drag in [forces]", "forces.drag=1.0"),
            (["integrator.method=random-walk", "integrator.kick=0.1"], "use brownian, langevin or hmc",
             ("integrator.method=brownian", "integrator.temperature=1.0", "forces.drag=1.0"),
             ("integrator.method=langevin", "integrator.temperature=1.0", "forces.drag=1.0"),
             ("integrator.method=hmc", "integrator.temperature=1.0")),
            (["integrator.method=hmc", "integrator.temperature=1.0", "forces.drag=1.0"], "use langevin",
             "integrator.method=langevin"),
            (["solver.method=ring"], "use auto or sparse", "solver.method=auto", "solver.method=sparse"),
            (["solver.method=settle"], "use auto or sparse", "solver.method=sparse"),
        ):
            self.follow("swing.toml", cause, advice, *ways, code=2)

    def test_starts_that_are_refused(self):
        self.follow("swing.toml", ["constraints[0].length=1.1"], "project_initial = true in [solver]",
                    "solver.project_initial=true", code=2)


if __name__ == "__main__":
    unittest.main()
