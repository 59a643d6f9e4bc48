"""taut reach: targets, paths, obstacles, what it writes and what it refuses."""

import csv
import json
import math
import os
import sys
import unittest
import xml.etree.ElementTree as xml

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from support import CommandLineTest  # noqa: E402

ARM = """title = "Four links"
dimension = 2

[arm]
limits = 150

[[limbs]]
name = "link"
length = 1.0
count = 4
angle = 25
"""


class ReachTest(CommandLineTest):
    def setUp(self):
        super().setUp()
        self.write("arm.toml", ARM)

    def reach(self, *arguments, code=0, out="out"):
        return json.loads(self.taut("reach", "arm.toml", "--out", out, "--json", *arguments, code=code).stdout)

    def table(self, name):
        with (self.path / name).open(newline="") as lines:
            return list(csv.DictReader(lines))

    def test_target(self):
        report = self.reach("--to", "1.5,-1")
        self.assertTrue(report["feasible"])
        self.assertEqual(report["verdict"], "reached")
        self.assertLessEqual(report["hand_error"]["at_points"], 4e-9)  # the tolerance times the length of the arm
        # The posture in the summary, put together by hand, ends at the target.
        x = y = angle = 0.0
        for value in report["final"]["posture"].values():
            angle += math.radians(value)
            x, y = x + math.cos(angle), y + math.sin(angle)
        self.assertLess(math.hypot(x - 1.5, y + 1), 1e-8)

    def test_summary_for_people(self):
        text = self.taut("reach", "arm.toml", "--to", "1.5,-1").stdout
        self.assertIn("reached", text)
        self.assertIn("out/arm-reach", text)
        self.assertEqual(self.taut("reach", "arm.toml", "--to", "1.5,-1", "--force", "--quiet").stdout, "")
        self.assertIn("already holds a run", self.refusal("reach", "arm.toml", "--to", "1,1"))

    def test_out_of_reach(self):
        done = self.taut("reach", "arm.toml", "--to", "5,0", "--quiet", code=1)
        self.assertIn("arm.toml: the target [5, 0] is out of reach by 1", done.stderr)

    def test_path_and_files(self):
        report = self.reach("--line-to", "1,2", "--set", "path.step=0.1", "--set", "path.duration=3")
        self.assertTrue(report["feasible"], report["message"])
        rows = self.table("out/joints.csv")
        self.assertEqual(len(rows), report["points"])
        self.assertEqual(float(rows[-1]["time"]), 3.0)
        self.assertEqual(float(rows[0]["link 1"]), 25.0)
        # The velocity is that of the values: the mean of all differences is the change over the time.
        change = float(rows[-1]["link 2"]) - float(rows[0]["link 2"])
        times = [float(row["time"]) for row in rows]
        speeds = [float(row["link 2 velocity"]) for row in rows]
        integral = sum((b - a) * (u + v) / 2 for a, b, u, v in zip(times, times[1:], speeds, speeds[1:]))
        self.assertLess(abs(integral - change), 1e-2 * abs(change))
        points = self.table("out/points.csv")
        hand = [row for row in points if row["what"] == "hand"][-1]
        self.assertLess(math.hypot(float(hand["x"]) - 1, float(hand["y"]) - 2), 1e-8)
        for name in ("arm.svg", "animation.svg"):
            xml.fromstring(self.content("out", name))
        self.assertIn("path", (self.path / "out" / "arm.toml").read_text())

    def test_the_written_arm_gives_the_same_result(self):
        first = self.reach("--path", "2,2 1,2", "--set", "search.rounds=3")
        second = json.loads(self.taut("reach", "out/arm.toml", "--out", "again", "--json").stdout)
        self.assertEqual(first["final"], second["final"])
        self.assertEqual(self.content("out", "joints.csv"), self.content("again", "joints.csv"))

    def test_obstacles(self):
        self.write(
            "arm.toml",
            ARM + '[[obstacles]]\ntype = "disc"\nname = "post"\ncenter = [1.0, 0.3]\nradius = 0.3\n'
            "[goals]\nclearance = 0.05\n[search]\nrounds = 20\n",
        )
        report = self.reach("--to", "2,0.3")
        self.assertTrue(report["feasible"], report["message"])
        self.assertGreaterEqual(report["least_clearance"], 0.05 - 1e-9)
        missed = self.reach("--to", "1,0.3", code=1, out="missed")
        self.assertFalse(missed["feasible"])
        self.assertIn('obstacle "post"', missed["message"])

    def test_path_that_leaves_the_workspace(self):
        done = self.taut("reach", "arm.toml", "--path", "3,0 5,0", "--quiet", code=1)
        self.assertRegex(done.stderr, r"leaves what the arm reaches at its point \d+ of \d+, \[4\.\d+, 0\]")
        self.assertEqual(done.stderr.count("\n"), 1)

    def test_refusals(self):
        self.assertEqual(
            self.refusal("reach", "arm.toml"),
            "arm.toml:1: the hand has nowhere to go; expected [target] or [path], or --to, --line-to or --path",
        )
        self.assertIn("reach.toml: cannot be read", self.refusal("reach", "reach.toml"))
        self.assertIn("search.method: expected one of auto", self.refusal("reach", "arm.toml", "--method", "magic"))
        self.assertIn("limbs[0].length", self.refusal("reach", "arm.toml", "--set", "limbs[0].length=0"))
        self.assertIn(
            "obstacles[0]: contains the base",
            self.refusal("reach", "arm.toml", "--to", "1,1", "--set",
                         'obstacles=[{type = "disc", center = [0, 0.1], radius = 0.2}]'),
        )
        self.assertFalse((self.path / "out").exists())

    def test_list(self):
        self.assertIn("dls", self.taut("list", "reach").stdout)
        self.assertIn("slider", self.taut("list", "joints").stdout)
        self.assertIn("capsule", self.taut("list", "obstacles").stdout)
        self.assertIn("svg", self.taut("list", "paths").stdout)


if __name__ == "__main__":
    unittest.main()
