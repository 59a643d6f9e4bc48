"""Numbers that are not, motions that blow up, and what the program says of them; each piece of advice is followed."""

import json
import re
import unittest

from support import CommandLineTest

# Two pairs of atoms, of which those called a and b may overlap.
ATOMS = """title = "Atoms"
[[particles]]
name = "a"
type = "A"
charge = 1.0
position = [0.0, 0.0, 0.0]
[[particles]]
name = "b"
type = "A"
charge = -1.0
position = [{distance}, 0.0, 0.0]
[[particles]]
name = "c"
type = "A"
position = [0.0, 5.0, 0.0]
[[particles]]
name = "d"
type = "A"
position = [1.2, 5.0, 0.0]
{extra}
[forces]
drag = {drag}
[forces.pairs]
cutoff = 2.5
{pairs}
[integrator]
method = "{method}"
step = 1e-3
steps = 100
"""

LENNARD_JONES = """dispersion = "lennard-jones"
types = [{ type = "A", sigma = 1.0, epsilon = 1.0 }]"""
CHARGES = 'dispersion = "none"\ncoulomb = "damped-shifted"\ndamping = 0.5'
ROD = """[[constraints]]
type = "distance"
name = "far rod"
between = ["c", "d"]
"""
RANDOM = ("--set", "integrator.temperature=1.0")

SPRING = """title = "Spring"
dimension = 2
[[particles]]
name = "wall"
position = [0.0, 0.0]
fixed = true
[[particles]]
name = "ball"
position = [1.5, 0.0]
[[forces.springs]]
between = ["wall", "ball"]
stiffness = 100.0
length = 1.0
[integrator]
method = "verlet"
step = 0.01
steps = 200
"""


class TrustTest(CommandLineTest):
    def atoms(self, distance, method="verlet", pairs=LENNARD_JONES, extra="", drag=0.0):
        self.write("atoms.toml", ATOMS.format(distance=distance, method=method, pairs=pairs, extra=extra, drag=drag))

    def distrusted(self, *arguments, out="wrong"):
        """The sentence, with exit code 1, on a run that reached its end."""
        done = self.taut("run", *arguments, "--force", "--quiet", "--out", out, code=1)
        self.assertEqual(done.stdout, "")
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
        summary = self.summary(out)
        self.assertTrue(summary["complete"])
        self.assertFalse(summary["trusted"])
        self.assertTrue(summary["failures"])
        self.assertIn(summary["failures"][0], done.stderr)
        return done.stderr.rstrip("\n")

    def follow(self, sentence, *arguments):
        """A run with the step that the sentence advises, which nothing is wrong with."""
        step = re.search(r"integrator\.step = ([0-9.e-]+)", sentence)[1]
        self.taut("run", *arguments, "--set", f"integrator.step={step}", "--quiet", "--force", "--out", "better")
        summary = self.summary("better")
        self.assertTrue(summary["trusted"])
        return summary


class NotANumberTest(TrustTest):
    def refused(self, *arguments):
        sentence = self.refusal("run", "atoms.toml", *arguments)
        self.assertFalse((self.path / "out").exists())
        checked = self.taut("check", "atoms.toml", *arguments, code=2)
        self.assertEqual(checked.stderr.rstrip("\n"), sentence)
        return sentence

    def test_coincident_atoms(self):
        expected = (
            "atoms.toml:2: particles[0]: at the start a and b are 0 apart, where the force between them is not a number; "
            "expected a distance"
        )
        for method in ("verlet", "shake", "rattle", "yoshida4", "kahan-li8", "closed-form"):
            with self.subTest(method):
                self.atoms(0.0, method, extra="" if method == "verlet" else ROD)
                self.assertEqual(self.refused(), expected)
        for method, drag in (("hmc", 0.0), ("langevin", 1.0), ("brownian", 1.0)):
            with self.subTest(method):
                self.atoms(0.0, method, drag=drag)
                self.assertEqual(self.refused(*RANDOM), expected)
        self.atoms(0.0, "overdamped", drag=1.0)
        self.assertEqual(self.refused(), expected)

    def test_coincident_charges(self):
        self.atoms(0.0, pairs=CHARGES)
        self.write("atoms.toml", (self.path / "atoms.toml").read_text().replace('type = "A"\n', ""))
        self.assertRegex(self.refused(), "a and b are 0 apart, where the force between them is not a number")

    def test_a_force_that_is_not_a_number(self):
        self.write("atoms.toml", SPRING.replace("[integrator]", """[[forces.potential]]
on = "ball"
energy = "sqrt(x - 1.5)"
[integrator]"""))
        self.assertRegex(self.refused(), r"^atoms.toml:7: particles\[1\]: the force on ball is not a number at the start")

    def test_a_velocity_whose_energy_overflows(self):
        sentence = self.refusal("run", "pendulum.toml", "--set", "particles[2].velocity=[0,1e200]")
        self.assertRegex(sentence, "the kinetic energy is not a number at the start")

    def test_a_motion_that_overflows(self):
        self.write("fall.toml", """title = "Fall"
dimension = 2
[[particles]]
name = "ball"
position = [0.0, 0.0]
velocity = [1e153, 0.0]
[forces]
gravity = [0.0, -1.0]
[integrator]
method = "verlet"
step = 1e154
steps = 100000
[output]
every = 100000
""")
        done = self.taut("run", "fall.toml", code=1)
        self.assertRegex(done.stderr, "^fall.toml: at t = .* (position|place or velocity) of ball is")
        summary = self.summary("out/fall")
        self.assertFalse(summary["complete"])
        self.assertFalse(summary["trusted"])
        self.assertEqual(len(self.content("out/fall", "observables.csv").decode().splitlines()), 2)

    def test_a_measurement_that_is_not_a_number(self):
        self.write("measured.toml", SPRING + """[[measure]]
name = "root"
type = "formula"
on = "ball"
formula = "sqrt(x - 1.2)"
""")
        done = self.taut("run", "measured.toml", code=1)
        self.assertRegex(done.stderr, r"^measured.toml: at t = 0.12 the measurement root is not a number: its formula left its")
        late = self.taut("check", "measured.toml").stdout
        never = self.taut("check", "measured.toml", "--set", "measure[0].formula=sqrt(-x)").stdout
        self.assertNotIn("the measurement", late)
        self.assertIn("the measurement root is not a number at the start", never)
        summary = self.summary("out/measured")
        self.assertFalse(summary["complete"])
        self.assertFalse(summary["measurements"][0]["converged"])


class BlowUpTest(TrustTest):
    def test_overlapping_atoms(self):
        self.atoms(0.1)
        sentence = self.distrusted("atoms.toml")
        self.assertRegex(sentence, "not to be trusted: the energy strayed by 5.76e.22, 1.4e.10 of its scale")
        self.assertRegex(sentence, "at the start a and b are 0.1 apart, too close for the step")
        self.assertLess(self.summary("wrong")["energy"]["scale"], 4.1e12)
        self.follow(sentence, "atoms.toml")

    def test_overlapping_atoms_in_a_bath(self):
        self.atoms(0.1, "langevin", drag=1.0)
        sentence = self.distrusted("atoms.toml", *RANDOM)
        self.assertRegex(sentence, "the motion is .* times as hot as the bath .* a and b are 0.1 apart")
        self.atoms(1.1, "langevin", drag=1.0)
        self.taut("run", "atoms.toml", "--quiet", *RANDOM)
        self.atoms(0.1, "hmc")
        sentence = self.distrusted("atoms.toml", *RANDOM)
        self.assertRegex(sentence, "all .* moves were rejected, .* a and b are 0.1 apart")

    def test_an_overlap_is_named_where_a_rod_far_away_would_be(self):
        self.atoms(0.02, "rattle", extra=ROD + """[[constraints]]
type = "distance"
name = "near rod"
between = ["b", "c"]
""")
        done = self.taut("run", "atoms.toml", "--quiet", "--set", "integrator.step=0.01", code=1)
        self.assertRegex(done.stderr, "a and b are 0.02 apart")
        self.assertNotIn("far rod", done.stderr)

    def test_a_pendulum_at_a_coarse_step(self):
        self.write("single.toml", """title = "Pendulum"
dimension = 2
[[particles]]
name = "pivot"
position = [0.0, 0.0]
fixed = true
[[particles]]
name = "bob"
position = [1.0, 0.0]
[[constraints]]
type = "distance"
name = "rod"
between = ["pivot", "bob"]
[forces]
gravity = [0.0, -9.81]
[integrator]
method = "rattle"
step = 0.5
duration = 10.0
""")
        sentence = self.distrusted("single.toml")
        self.assertRegex(sentence, "the energy strayed by .* although nothing here gives or takes any")
        summary = self.summary("wrong")
        self.assertLess(summary["energy"]["scale"], 9.82)  # m g l, from rest
        self.assertTrue(any("could only be solved in parts" in note for note in summary["notes"]))
        self.follow(sentence, "single.toml")

    def test_a_funnel_from_near_its_axis(self):
        self.write("funnel.toml", """title = "Funnel"
[[particles]]
name = "ball"
position = [1e-8, 0.0, -1e8]
velocity = [0.0, 1.8, 0.0]
[[constraints]]
type = "surface"
on = "ball"
shape = "funnel"
a = 1.0
[forces]
gravity = [0.0, 0.0, -9.81]
[integrator]
method = "rattle"
step = 1e-2
steps = 400
""")
        done = self.taut("run", "funnel.toml", "--force", "--quiet", "--out", "wrong", code=1)
        self.assertRegex(done.stderr, "not to be trusted|at t = ")

    def test_a_spring_beyond_its_stable_step(self):
        self.write("spring.toml", SPRING)
        self.taut("run", "spring.toml", "--quiet", "--out", "good")
        self.assertTrue(self.summary("good")["trusted"])
        self.assertEqual(self.summary("good")["failures"], [])
        sentence = self.distrusted("spring.toml", "--set", "integrator.step=0.3", "--set", "integrator.steps=20")
        self.follow(sentence, "spring.toml", "--set", "integrator.steps=20")

    def test_damping_may_take_energy_but_not_give_it(self):
        self.write("spring.toml", SPRING)
        self.taut("run", "spring.toml", "--quiet", "--out", "damped", "--set", "forces.drag=2.0")
        summary = self.summary("damped")
        self.assertTrue(summary["trusted"])
        balance = summary["energy"]["balance"]
        self.assertAlmostEqual(balance["heat"], summary["energy"]["final"] - summary["energy"]["initial"], places=1)
        self.assertLess(balance["max_deviation"], 0.01 * summary["energy"]["scale"])
        coarse = ("--set", "integrator.step=0.3", "--set", "integrator.steps=20")
        sentence = self.distrusted("spring.toml", "--set", "forces.drag=0.1", *coarse)
        self.assertRegex(sentence, "the energy rose by .* although nothing here can raise it")
        stiff = ("--set", "integrator.method=overdamped", "--set", "forces.drag=1.0")
        self.taut("run", "spring.toml", "--quiet", "--out", "slow", *stiff, "--set", "integrator.step=0.001")
        self.distrusted("spring.toml", *stiff, "--set", "integrator.step=0.05", "--set", "integrator.steps=20")

    def test_what_drives_may_give_energy(self):
        self.write("spring.toml", SPRING.replace("[integrator]", """[[forces.formula]]
on = "ball"
x = "-3*sin(10*t)"
[integrator]"""))
        fine = ("--set", "integrator.step=0.002", "--set", "integrator.steps=1000")
        self.taut("run", "spring.toml", "--quiet", "--out", "driven", *fine)
        summary = self.summary("driven")
        self.assertGreater(summary["energy"]["final"], 1.5 * summary["energy"]["initial"])
        self.assertTrue(summary["trusted"])
        balance = summary["energy"]["balance"]
        self.assertGreater(balance["work"], 0.5 * summary["energy"]["initial"])
        self.assertLess(balance["max_deviation"], 1e-3 * summary["energy"]["scale"])
        self.assertEqual(summary["notes"], [])

    def test_what_drives_does_not_excuse_an_unstable_step(self):
        self.write("spring.toml", SPRING.replace("[integrator]", """[[forces.formula]]
on = "ball"
x = "50*cos(10*t)"
[integrator]"""))
        for step in (0.05, 0.15, 0.21, 0.3):
            with self.subTest(step):
                sentence = self.distrusted("spring.toml", "--set", f"integrator.step={step}", "--set", "integrator.steps=60")
                self.assertRegex(sentence, "the energy less the heat of damping and the work of what drives the motion strayed")
                self.follow(sentence, "spring.toml", "--set", "integrator.steps=60")

    def test_work_of_driven_points_and_motors_is_counted(self):
        for example, bound in (("kapitza", 0.3), ("servo_arm", 1e-3), ("robot", 0.1), ("four_bar", 1e-3)):
            with self.subTest(example):
                self.taut("run", example, "--quiet", "--out", example)
                summary = self.summary(example)
                self.assertLess(summary["energy"]["balance"]["max_deviation"], bound)
                self.assertTrue(summary["trusted"])
                self.assertFalse([note for note in summary["notes"] if "energy" in note])

    def test_damping_that_is_too_fast_for_the_step_is_not_judged(self):
        self.write("spring.toml", SPRING)
        push = ("--set", "particles[1].velocity=[3.0,0.0]", "--set", "forces.drag=1000.0")
        self.taut("run", "spring.toml", "--quiet", "--out", "stiff", *push)
        summary = self.summary("stiff")
        self.assertTrue(summary["trusted"])
        self.assertEqual(len([note for note in summary["notes"] if "the energy cannot be judged" in note]), 1)

    def test_a_continued_run_goes_on_with_its_heat_and_work(self):
        self.taut("run", "kapitza", "--quiet", "--out", "whole")
        self.taut("run", "kapitza", "--quiet", "--out", "half", "--set", "integrator.duration=2.5")
        self.taut("run", "kapitza", "--quiet", "--resume", "half", "--set", "integrator.duration=5.0")
        self.assertEqual(self.summary("half")["energy"], self.summary("whole")["energy"])

    def test_accept(self):
        self.write("spring.toml", SPRING)
        coarse = ("--set", "integrator.step=0.3", "--set", "integrator.steps=20", "--force")
        done = self.taut("run", "spring.toml", *coarse, "--accept")
        self.assertIn("accepted", done.stdout)
        summary = self.summary("out/spring")
        self.assertEqual((summary["trusted"], summary["accepted"]), (False, True))
        self.assertTrue(summary["failures"])
        done = self.taut("run", "spring.toml", *coarse, "--json", code=1)
        self.assertFalse(json.loads(done.stdout)["accepted"])


PENDULUM = """title = "Pendulum and more"
dimension = 2
[[particles]]
name = "pivot"
position = [0.0, 0.0]
fixed = true
[[particles]]
name = "bob"
position = [1.0, 0.0]
{particles}
[[constraints]]
type = "distance"
between = ["pivot", "bob"]
[[forces.constant]]
on = "bob"
force = [0.0, -9.81]
{more}
[integrator]
method = "rattle"
step = 0.2
duration = 10.0
"""
FLYING = """[[particles]]
name = "{name}"
position = [9.0, {y}]
velocity = [{velocity}]
"""


class PartsTest(TrustTest):
    """What is wrong with one part does not hide behind another."""

    def parts(self, particles="", more=""):
        self.write("parts.toml", PENDULUM.format(particles=particles, more=more))

    def test_a_part_that_strays_beside_a_fast_one(self):
        self.parts()
        self.distrusted("parts.toml")
        self.parts(FLYING.format(name="fast", y=0.0, velocity="400.0, 0.0"))
        sentence = self.distrusted("parts.toml")
        self.assertRegex(sentence, "the energy of the part that bob belongs to strayed")
        self.follow(sentence, "parts.toml")

    def test_a_part_that_strays_beside_a_driven_or_braked_one(self):
        moving = FLYING.format(name="other", y=0.0, velocity="40.0, 0.0")
        self.parts(moving, '[[forces.formula]]\non = "other"\nx = "100*cos(t)"')
        self.assertRegex(self.distrusted("parts.toml"), "the energy of the part that bob belongs to strayed")
        self.parts(moving, '[[forces.drag]]\non = "other"\ncoefficient = 0.5')
        self.distrusted("parts.toml")

    def test_a_vibration_that_strays_in_flight(self):
        pair = "".join(FLYING.format(name=n, y=y, velocity=f"300.0, {v}") for n, y, v in (("a", 0, 1), ("b", 1, -1)))
        self.write("pair.toml", "title = 'Pair'\ndimension = 2\n" + pair + """[[forces.springs]]
between = ["a", "b"]
stiffness = 50.0
length = 1.0
[integrator]
method = "verlet"
step = 0.17
steps = 100
""")
        sentence = self.distrusted("pair.toml")
        self.assertRegex(sentence, "the energy of the part that a belongs to strayed")
        self.follow(sentence, "pair.toml")

    def test_the_verdict_does_not_depend_on_the_frames_that_are_stored(self):
        self.parts()
        for every in (1, 7, 100):
            self.distrusted("parts.toml", "--set", f"output.every={every}")


class ChangedRunTest(TrustTest):
    def test_a_forced_change_of_the_energy_is_no_error_of_the_motion(self):
        self.write("pendulum.toml", PENDULUM.format(particles="", more="").replace("step = 0.2", "step = 0.002"))
        self.taut("run", "pendulum.toml", "--quiet", "--out", "out")
        longer = ("--set", "integrator.duration=20", "--force-change", "--quiet")
        self.taut("run", "--resume", "out", *longer, "--set", "forces.constant[0].force=[0.0,-20.0]")
        self.assertTrue(self.summary("out")["trusted"])

    def test_a_forced_change_that_does_not_fit_the_state_is_refused(self):
        self.write("pendulum.toml", PENDULUM.format(particles="", more="").replace("step = 0.2", "step = 0.002"))
        self.taut("run", "pendulum.toml", "--quiet", "--out", "out", "--set", "constraints[0].length=1.0")
        longer = ("--set", "integrator.duration=20", "--force-change", "--quiet")
        done = self.taut("run", "--resume", "out", *longer, "--set", "constraints[0].length=1.2", code=2)
        self.assertRegex(done.stderr, "is off by 0.1.* where the run was left; expected at most 1e-06")


class WaterTest(TrustTest):
    def test_every_step_of_water_at_20_fs_is_subdivided_and_that_is_said(self):
        short = ("--set", "integrator.steps=20", "--set", "output.every=5", "--set", "output.figures=false")
        self.taut("run", "water", "--quiet", "--accept", "--out", "coarse", *short, "--set", "integrator.step=0.02")
        summary = self.summary("coarse")
        self.assertEqual(summary["solver"]["subdivided_steps"], 20)
        said = [note for note in summary["notes"] if "could only be solved in parts" in note]
        self.assertEqual(len(said), 1, summary["notes"])
        self.assertEqual(self.follow(said[0], "water", *short)["solver"]["subdivided_steps"], 0)

    def test_heat_is_counted(self):
        short = ("--set", "integrator.steps=100", "--set", "output.every=5", "--set", "output.figures=false")
        self.taut("run", "water", "--quiet", "--out", "water", *short)
        energy = self.summary("water")["energy"]
        balance = energy["balance"]
        self.assertNotEqual(balance["heat"], 0.0)
        self.assertAlmostEqual(balance["final"], energy["final"] - balance["heat"] - balance["work"], places=6)
        self.assertLess(balance["max_deviation"], 0.01 * energy["scale"])


if __name__ == "__main__":
    unittest.main()
