"""taut response --trajectory: principal components of a run, and the constraints that it keeps."""

import csv
import json
import math
import unittest

from support import CommandLineTest

# Three masses on springs that start at rest in the plane z = 0: the centre of mass stays, and so do all z.
SPRINGS = """title = "Springs"

[[particles]]
name = "left"
position = [-1.0, 0.0, 0.0]
mass = 2.0

[[particles]]
position = [0.0, 0.3, 0.0]

[[particles]]
name = "right \\"one\\""
position = [1.0, 0.0, 0.0]
mass = 2.0

[forces]
springs = [
  { between = ["left", 1], stiffness = 10.0 },
  { between = [1, 2], stiffness = 10.0, length = 0.8 },
  { between = ["left", 2], stiffness = 3.0, length = 1.8 },
]

[integrator]
step = 0.01
steps = 500

[output]
every = 5
"""

BEAD = """dimension = 2
[[particles]]
position = [1.0, 0.0]
[[constraints]]
type = "linear"
on = [0]
weights = [1.0]
offset = [1.0, 0.0]
[integrator]
step = 0.01
steps = 10
"""


class TrajectoryTest(CommandLineTest):
    def setUp(self):
        super().setUp()
        self.write("springs.toml", SPRINGS)
        self.taut("run", "springs.toml", "--quiet")

    def look(self, *arguments, scenario="springs.toml", run="out/springs"):
        return self.taut("response", scenario, "--trajectory", run, *arguments)

    def positions(self, run):
        return self.summary(run)["final"]["positions"]

    def test_what_it_keeps_can_be_put_into_the_scenario_and_changes_nothing(self):
        found = json.loads(self.look("--json").stdout)["trajectory"]
        self.assertEqual([r["type"] for r in found["implied"]], ["linear", "implicit", "implicit"])
        self.assertLess(max(r["deviation"] for r in found["implied"]), 1e-14)
        constraints = self.content("out/springs-response", "implied_constraints.toml").decode()
        self.write("held.toml", SPRINGS + constraints)
        checked = json.loads(self.taut("check", "held.toml", "--json").stdout)
        self.assertEqual((checked["rank"], checked["constraints"], checked["degrees_of_freedom"]), (5, 5, 4))
        self.assertLess(checked["start"]["max_position_error"], 1e-14)
        self.taut("run", "held.toml", "--quiet")
        for free, held in zip(self.positions("out/springs"), self.positions("out/held")):
            self.assertLess(math.dist(free, held), 1e-11)
        forces = self.summary("out/held")["final"]["constraint_forces"]
        self.assertLess(max(map(abs, forces)), 1e-11)  # nothing has to be held
        again = json.loads(self.look("--json", scenario="held.toml", run="out/held").stdout)["trajectory"]
        self.assertEqual((again["implied"], again["held"]), ([], 5))

    # A bond as stiff as a rod, of a dumbbell that flies and tumbles beside a softer third mass.
    def test_distances_that_a_body_keeps_while_it_tumbles(self):
        body = SPRINGS.replace('{ between = ["left", 1], stiffness = 10.0 }', '{ between = ["left", 1], stiffness = 1e6 }')
        body = body.replace("mass = 2.0", "mass = 2.0\nvelocity = [0.3, -0.5, 0.8]", 1).replace("steps = 500", "steps = 20000")
        body = body.replace("step = 0.01", "step = 0.0005").replace("every = 5", "every = 100")
        self.write("body.toml", body)
        self.taut("run", "body.toml", "--quiet")
        found = json.loads(self.look("--zero", "0.001", "--json", scenario="body.toml", run="out/body").stdout)
        kept = [relation for relation in found["trajectory"]["implied"] if relation["type"] == "distance"]
        self.assertEqual([relation["between"] for relation in kept], [["left", "particle 1"]])
        self.assertAlmostEqual(kept[0]["length"], math.sqrt(1.09), delta=1e-5)
        # it starts with a velocity of 0.15 / length along the bond, whose angular frequency is sqrt(1e6 (1 + 1/2))
        self.assertLess(kept[0]["deviation"], 0.15 / math.sqrt(1.09 * 1.5e6) + 1e-5)
        constraints = self.content("out/body-response", "implied_constraints.toml").decode()
        self.assertIn('type = "distance"\nbetween = ["left", 1]\nlength = 1.044', constraints)
        self.assertIn("project_initial = true", constraints)

    # Four masses on stiff springs in a plane, and a fifth that pulls at them: five distances and a plane make them one.
    def test_a_flat_body_is_kept_flat(self):
        corners = ["0.0, 0.0", "1.0, 0.0", "1.0, 1.0", "0.0, 1.0"]
        velocities = ["0.3, 0.1, 0.01", "0.0, 0.5, -0.01", "-0.3, 0.2, 0.4", "0.1, -0.4, 0.42"]  # hardly out of its plane
        flat = "".join(f"[[particles]]\nposition = [{r}, 0.0]\nvelocity = [{v}]\n" for r, v in zip(corners, velocities))
        flat += "[[particles]]\nposition = [3.0, 1.0, 0.5]\n[forces]\nsprings = [\n"
        flat += "".join(f"{{ between = [{i}, {j}], stiffness = 1e5 }},\n" for i in range(4) for j in range(i))
        flat += "{ between = [2, 4], stiffness = 1.0, length = 1.0 },\n]\n"
        flat += "[integrator]\nstep = 0.0005\nsteps = 20000\n[output]\nevery = 100\n"
        self.write("flat.toml", flat)
        self.taut("run", "flat.toml", "--quiet")
        found = json.loads(self.look("--zero", "0.1", "--json", scenario="flat.toml", run="out/flat").stdout)["trajectory"]
        kinds = [relation["type"] for relation in found["implied"]]
        self.assertEqual(kinds, [kind for kind in kinds if kind in ("linear", "implicit")] + 5 * ["distance"] + ["plane"])
        self.assertEqual(found["implied"][-1]["of"], [f"particle {k}" for k in range(4)])
        constraints = self.content("out/flat-response", "implied_constraints.toml").decode()
        self.write("held.toml", flat + "[solver]\nproject_initial = true\n" + constraints)
        checked = json.loads(self.taut("check", "held.toml", "--json").stdout)
        self.assertEqual((checked["rank"], checked["redundant"]), (checked["constraints"], []))
        self.taut("run", "held.toml", "--quiet")

    def test_components_and_projections(self):
        found = json.loads(self.look("--fit", "none", "--modes", "9", "--json").stdout)["trajectory"]
        self.assertEqual((found["frames"], found["fitted"], len(found["variances"])), (101, False, 9))
        self.assertAlmostEqual(sum(found["variances"]), found["variance"], delta=1e-14)
        with open(self.path / "out/springs-response/projections.csv") as file:
            rows = [[float(value) for value in row] for row in list(csv.reader(file))[1:]]
        self.assertEqual(rows[-1][0], 5.0)
        for k, variance in enumerate(found["variances"][:4]):
            along = [row[k + 1] for row in rows]
            self.assertAlmostEqual(sum(along), 0.0, delta=1e-12)
            self.assertAlmostEqual(sum(x * x for x in along) / len(along), variance, delta=1e-13)
        for name in ("variances.csv", "components.csv", "variances.svg", "projections.svg", "plane.svg"):
            self.assertTrue((self.path / "out/springs-response" / name).exists(), name)

    # Small swings of a double pendulum that starts along its slow mode.
    def test_along_normal_modes(self):
        a = 1e-4
        start = ["--set", f"particles[1].position=[{a},{-math.sqrt(1 - a * a)}]"]
        b = a * math.sqrt(2)
        start += ["--set", f"particles[2].position=[{a + b},{-math.sqrt(1 - a * a) - math.sqrt(1 - b * b)}]"]
        self.taut("run", "pendulum.toml", *start, "--set", "integrator.steps=4000", "--quiet")
        hang = ["--set", "particles[1].position=[0,-1]", "--set", "particles[2].position=[0,-2]"]
        done = self.look(*hang, "--normal-modes", "2", "--json", scenario="pendulum.toml", run="out/pendulum")
        slow, fast = json.loads(done.stdout)["trajectory"]["normal_mode_variances"]
        self.assertGreater(slow, 1e-9)
        self.assertLess(fast, 1e-10 * slow)
        self.assertTrue((self.path / "out/pendulum-response/normal_projections.svg").exists())

    def test_text(self):
        printed = self.look().stdout
        self.assertIn("principal components of 101 frames, t = 0 to 5, weighted by mass", printed)
        self.assertIn("every frame is shifted and turned onto the mean", printed)
        self.assertIn('1 left + 0.5*particle 1 + right "one" = (0, 0.15, 0), off by', printed)
        self.assertIn("neither shifted nor turned", self.look("--fit", "none").stdout)

    def test_few_frames_imply_no_relations(self):
        self.taut("run", "springs.toml", "--quiet", "--out", "few", "--set", "output.every=100")
        found = json.loads(self.look("--json", run="few").stdout)
        self.assertEqual((found["trajectory"]["frames"], found["trajectory"]["implied"]), (6, []))
        self.assertIn("6 frames cannot tell which linear relations hold among 9 coordinates", found["notes"][-1])

    def test_refusals(self):
        self.taut("run", "springs.toml", "--quiet", "--out", "short", "--set", "integrator.steps=0")
        self.write("bead.toml", BEAD)
        self.taut("run", "bead.toml", "--quiet")
        (self.path / "words").mkdir()
        self.write("words/trajectory.h5", "no such thing\n")
        for arguments, sentence in [
            (["springs.toml", "--trajectory", "nowhere"], "nowhere/trajectory.h5: there is no such file"),
            (["springs.toml", "--trajectory", "words"], "is not a trajectory that taut wrote"),
            (["springs.toml", "--trajectory", "short"], "found 1 frames, expected at least two"),
            (["bead.toml", "--trajectory", "out/springs"], "found frames of 3 particles, expected the 1 of the scenario"),
            (["bead.toml", "--trajectory", "out/bead"], "nothing moves in it"),
            (["springs.toml", "--trajectory", "out/springs", "--modes", "10"], "10 components asked for, expected 1 to 9"),
            (["springs.toml", "--trajectory", "out/springs", "--modes", "0"], "0 components asked for, expected 1 to 9"),
            (["springs.toml", "--trajectory", "out/springs", "--zero", "2"], "--zero: expected an amplitude"),
            (["springs.toml", "--trajectory", "out/springs", "--ensemble", "9"], "--trajectory: belongs to"),
            (["springs.toml", "--fit", "none"], "--fit and --zero: belongs to --trajectory"),
            (["pendulum.toml", "--trajectory", "out/springs", "--fit", "rigid"], "--fit: frames with fixed particles"),
        ]:
            with self.subTest(arguments=arguments):
                self.assertIn(sentence, self.refusal("response", *arguments))


if __name__ == "__main__":
    unittest.main()
