"""taut check and taut list."""

import json
import pathlib
import unittest

from support import CommandLineTest


class CheckTest(CommandLineTest):
    def test_json(self):
        report = json.loads(self.taut("check", "pendulum.toml", "--json").stdout)
        keys = {
            "particles", "constraints", "rank", "degrees_of_freedom", "redundant", "contradictory", "singular",
            "condition_number", "components", "start", "refusal", "advice"}  # fmt: skip
        self.assertEqual(report.keys(), keys)
        self.assertEqual((report["particles"], report["constraints"], report["degrees_of_freedom"]), (3, 2, 2))
        component = report["components"][0]
        self.assertEqual((component["kind"], component["count"], component["constraints"]), ("path", 1, 2))
        self.assertEqual(component["solver"], "tridiagonal")
        self.assertTrue(component["reason"])
        self.assertEqual(report["start"], {"max_position_error": 0.0, "max_velocity_error": 0.0})
        self.assertEqual((report["rank"], component["rank"]), (2, 2))
        self.assertEqual((report["redundant"], report["contradictory"], report["singular"]), ([], [], []))
        self.assertAlmostEqual(report["condition_number"], 5.828427124746, delta=1e-9)  # of two rods in line
        self.assertIsNone(report["refusal"])

    def test_text_and_nothing_written(self):
        printed = self.taut("check", "pendulum.toml").stdout
        self.assertIn("3 particles, 2 constraints of rank 2, 2 degrees of freedom", printed)
        self.assertEqual([file.name for file in self.path.iterdir()], ["pendulum.toml"])

    def test_a_start_that_a_run_would_refuse_is_reported_and_refused(self):
        done = self.taut("check", "pendulum.toml", "--json", "--set", "constraints[0].length=1.5", code=2)
        report = json.loads(done.stdout)
        self.assertAlmostEqual(report["start"]["max_position_error"], 5 / 18, delta=1e-15)  # (1.5^2 - 1)/2/1.5^2
        self.assertIn("upper rod: the start is off by 0.278", done.stderr)
        self.assertEqual(report["refusal"] + "\n", done.stderr)

    def test_an_angle_whose_arm_nothing_holds_is_named(self):
        rod = '[[constraints]]\ntype = "distance"\nbetween = ["{}", "{}"]\n'
        bent = '[[particles]]\nname = "a"\nposition = [1.0, 0.0]\n[[particles]]\nname = "o"\nposition = [0.0, 0.0]\n'
        bent = "dimension = 2\n" + bent + '[[particles]]\nname = "b"\nposition = [0.0, 1.0]\n'
        bent += '[[particles]]\nname = "c"\nposition = [-0.7, -0.6]\n[[particles]]\nname = "d"\nposition = [0.4, 1.7]\n'
        bent += '[[constraints]]\ntype = "angle"\nbetween = ["a", "o", "b"]\ndegrees = 90.0\n[integrator]\nduration = 0.1\n'
        note = "angle 0 (a-o-b) holds the distance of its ends, and nothing holds its arm from {} to {}"
        self.write("loose.toml", bent)
        self.assertIn("nothing holds its arms from a to o and from o to b", self.taut("check", "loose.toml").stdout)
        self.write("bent.toml", bent + rod.format("o", "b"))
        self.assertIn(note.format("a", "o"), self.taut("check", "bent.toml").stdout)
        self.taut("run", "bent.toml", "--quiet", "--out", "bent")
        self.assertIn(note.format("a", "o"), " ".join(self.summary("bent")["notes"]))
        self.write("held.toml", bent + rod.format("o", "b") + rod.format("a", "o"))
        self.assertNotIn("its arm", self.taut("check", "held.toml").stdout)
        # a-o is part of a body of rods, though no rod itself
        body = [("o", "b"), ("o", "c"), ("b", "c"), ("a", "c"), ("b", "d"), ("c", "d"), ("a", "d")]
        self.write("body.toml", bent + "".join(rod.format(*ends) for ends in body))
        self.assertNotIn("its arm", self.taut("check", "body.toml").stdout)
        # the middle of a rod, by a linear relation, beside a driven particle
        mixed = pathlib.Path(__file__).resolve().parents[2] / "examples" / "mixed.toml"
        self.assertNotIn("its arm", self.taut("check", str(mixed)).stdout)

    def test_needs_no_integrator(self):
        self.write("still.toml", "[[particles]]\nposition = [0, 0, 0]\n")
        self.assertIn("a run needs one", self.taut("check", "still.toml").stdout)


class ListTest(CommandLineTest):
    def test_sections(self):
        sections = json.loads(self.taut("list", "--json").stdout)
        names = "curves surfaces solvers integrators forces thermostats barostats measures studies".split()
        self.assertEqual(list(sections), names + "joints obstacles paths reach examples".split())
        self.assertIn("superellipse(a, b, n)", [entry["name"] for entry in sections["curves"]])
        self.assertIn("rattle", [entry["name"] for entry in sections["integrators"]])
        self.assertIn("--lyapunov", [entry["name"] for entry in sections["studies"]])
        examples = [entry["name"] for entry in sections["examples"]]
        self.assertEqual(len(examples), len(set(examples)))  # each by a name of its own
        self.assertIn("chaos/double_pendulum", examples)

    def test_one_section(self):
        printed = self.taut("list", "surfaces").stdout
        self.assertIn("funnel(a)", printed)
        self.assertNotIn("rattle", printed)
        self.assertEqual(
            self.refusal("list", "nothing"),
            'taut list: there is no section "nothing" (there are curves, surfaces, solvers, integrators, forces, '
            "thermostats, barostats, measures, studies, joints, obstacles, paths, reach, examples)")

    def test_help_and_version(self):
        self.assertRegex(self.taut("--version").stdout, r"^taut \d+\.\d+\.\d+\n$")
        self.assertIn("taut run pendulum.toml", self.taut("--help").stdout)


if __name__ == "__main__":
    unittest.main()
