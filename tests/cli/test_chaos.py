"""taut chaos: exponents, sections, twins and maps, and what it refuses."""

import csv
import json
import os
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from support import PENDULUM, CommandLineTest  # noqa: E402

CHAOS = (
    PENDULUM.replace("step = 1e-3", "step = 5e-3")
    + """
[chaos.section]
crossing = "x2"
where = "-y2"
plot = ["x3", "vx3"]

[chaos.map]
x = { name = "a", from = -3, to = 3 }
y = { name = "b", from = -3, to = 3 }
possible = "y2 + y3 + 1"
starts = [
  { particle = "bob1", position = ["sin(a)", "-cos(a)"] },
  { particle = "bob2", position = ["sin(a) + sin(b)", "-cos(a) - cos(b)"] },
]
events = [
  { on = ["pivot", "bob1"], crossing = "x2 - x1", where = "y2 - y1", direction = "both" },
  { on = ["bob1", "bob2"], crossing = "x2 - x1", where = "y2 - y1", direction = "both" },
]
"""
)


class ChaosTest(CommandLineTest):
    def setUp(self):
        super().setUp()
        self.write("chaos.toml", CHAOS)

    def study(self, *arguments, out="out"):
        return json.loads(self.taut("chaos", "chaos.toml", "--out", out, "--json", *arguments).stdout)

    def refused(self, *arguments, code=2):
        return self.refusal("chaos", "chaos.toml", *arguments, code=code)

    def table(self, name):
        with (self.path / name).open(newline="") as lines:
            return list(csv.DictReader(lines))

    def test_exponents(self):
        report = self.study("--lyapunov", "all", "--time", "100", "--copies", "4")
        values = [exponent["mean"] for exponent in report["lyapunov"]["exponents"]]
        self.assertEqual(len(values), 4)
        self.assertEqual(values, sorted(values, reverse=True))
        self.assertTrue(0.6 < values[0] < 1.3, values)
        self.assertTrue(report["lyapunov"]["exponential_growth"])
        self.assertTrue((self.path / "out" / "lyapunov.svg").exists())
        self.assertEqual(float(self.table("out/lyapunov.csv")[-1]["time"]), 100.0)

    def test_results_do_not_depend_on_threads(self):
        arguments = ("--lyapunov", "2", "--copies", "3", "--section", "--map", "--pixels", "20", "--time", "5")
        for threads in ("1", "3"):
            self.study(*arguments, "--threads", threads, out=threads)
        for name in ("lyapunov.csv", "section.csv", "map.csv", "map.png"):
            self.assertEqual((self.path / "1" / name).read_bytes(), (self.path / "3" / name).read_bytes(), name)

    def test_section(self):
        report = self.study("--section", "--time", "20")
        rows = self.table("out/section.csv")
        self.assertGreater(len(rows), 5)
        self.assertEqual(report["section"]["crossings"], len(rows))
        self.assertTrue((self.path / "out" / "section.svg").exists())

    def test_twin(self):
        report = self.study("--twin", "1e-8", "--time", "40")["twin"]
        self.assertTrue(0.5 < report["rate"] < 1.5, report)
        self.assertTrue(15.0 < report["memory"] < 35.0, report)  # ln(1e8) over 0.93 is 20
        distances = [float(row["distance"]) for row in self.table("out/twin.csv")]
        self.assertAlmostEqual(distances[0] / 1e-8, 1.0, places=3)

    def test_map(self):
        report = self.study("--map", "--pixels", "16", "--time", "3", "--check", "5")["map"]
        rows = self.table("out/map.csv")
        self.assertEqual(len(rows), 256)
        self.assertEqual(report["events"] + report["none"] + report["impossible"], 256)
        for row in rows:
            self.assertEqual(row["status"] == "event", row["time"] != "")
        self.assertEqual(sum(part["agree"] for part in report["agreement"]), 5)
        self.assertEqual((self.path / "out" / "map.png").read_bytes()[:4], b"\x89PNG")

    def test_an_old_study_is_kept(self):
        self.study("--twin", "1e-8", "--time", "1")
        self.assertIn("--force", self.refused("--twin", "1e-8", "--time", "1", "--out", "out"))
        self.study("--section", "--time", "10", "--force")
        self.assertFalse((self.path / "out" / "twin.csv").exists())

    def test_refusals(self):
        self.assertIn("expected --lyapunov", self.refused())
        self.assertIn("positive distance", self.refused("--twin", "0"))
        self.assertIn("1 to 4", self.refused("--lyapunov", "5", "--out", "a"))
        self.assertIn('found "some"', self.refused("--lyapunov", "some"))
        self.assertIn("--time", self.refused("--lyapunov", "--time", "-1"))
        self.assertIn(
            "chaos.section.crossing", self.refused("--section", "--set", "chaos.section.crossing=x2+speed", "--out", "b")
        )
        self.assertIn("rattle", self.refused("--lyapunov", "--set", "integrator.method=shake", "--out", "c"))
        self.write("chaos.toml", PENDULUM)
        self.assertIn("[chaos.map]", self.refused("--map", "--out", "d"))
        self.assertIn("[chaos.section]", self.refused("--section", "--out", "e"))
        self.write("chaos.toml", PENDULUM + '\n[[constraints]]\ntype = "distance"\nbetween = ["pivot", "bob2"]\n'
                   + '[[constraints]]\ntype = "linear"\non = ["bob1"]\nweights = [1.0]\noffset = [1.0, 0.0]\n')
        self.assertNotEqual(self.refused("--lyapunov", "--out", "f"), "")

    def test_a_refusal_leaves_nothing_in_the_way(self):
        self.refused("--lyapunov", "9", "--out", "out")
        self.study("--lyapunov", "--time", "2", "--copies", "1")

    def test_a_section_that_is_never_crossed(self):
        message = self.refused("--section", "--set", "chaos.section.crossing=x2-5", "--time", "2", code=1)
        self.assertIn("never crossed", message)


if __name__ == "__main__":
    unittest.main()
