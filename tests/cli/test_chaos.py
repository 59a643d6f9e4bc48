"""taut chaos: exponents, sections, twins and maps, and what it refuses."""

import csv
import json
import os
import re
import signal
import subprocess
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from support import PENDULUM, TAUT, CommandLineTest  # noqa: E402

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

OSCILLATOR = """title = "Oscillator"
dimension = 2
[[particles]]
name = "ball"
position = [1.0, 0.0]
velocity = [0.0, 0.3]
[[forces.potential]]
on = "ball"
energy = "50*(x^2 + y^2)"
[integrator]
method = "verlet"
step = 0.21  # beyond 2 / omega
duration = 10
"""


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

    def interrupted(self, seconds, *arguments, sign=signal.SIGINT):
        """Whether taut chaos was still at work after so many seconds, when it was told to stop."""
        process = subprocess.Popen([TAUT, "chaos", *arguments], cwd=self.path, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True)
        try:
            process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            process.send_signal(sign)
            _, complaint = process.communicate()
            if sign == signal.SIGINT and process.returncode == 130:
                self.assertIn("taut chaos --resume", complaint)
            return process.returncode in (130, -signal.SIGKILL)
        self.assertEqual(process.returncode, 0)
        return False

    STUDIES = ("--lyapunov", "2", "--copies", "3", "--section", "--twin", "1e-8", "--map", "--pixels", "24", "--time", "300")
    RESULTS = ("lyapunov.csv", "section.csv", "twin.csv", "map.csv", "lyapunov.svg", "section.svg", "map.png")

    def same_results(self, one, other):
        for name in self.RESULTS:
            self.assertEqual(self.content(one, name), self.content(other, name), name)

    def test_an_interrupted_study_is_continued_bit_for_bit(self):
        self.taut("chaos", "chaos.toml", "--out", "whole", "--quiet", *self.STUDIES)
        at_work = self.interrupted(0.2, "chaos.toml", "--out", "parts", "--quiet", *self.STUDIES)
        self.assertTrue(at_work)
        self.assertFalse(json.loads((self.path / "parts" / "chaos.json").read_text())["complete"])
        for seconds in (0.4, 0.8):
            if at_work:
                at_work = self.interrupted(seconds, "--resume", "parts", "--quiet", "--threads", "2")
        report = json.loads(self.taut("chaos", "--resume", "parts", "--json").stdout)
        self.assertTrue(report["complete"])
        self.same_results("whole", "parts")

    def test_a_killed_study_can_be_continued(self):
        self.interrupted(0.3, "chaos.toml", "--out", "killed", "--quiet", *self.STUDIES, sign=signal.SIGKILL)
        self.assertFalse(json.loads((self.path / "killed" / "chaos.json").read_text())["complete"])
        self.taut("chaos", "--resume", "killed", "--quiet")
        self.taut("chaos", "chaos.toml", "--out", "whole", "--quiet", *self.STUDIES)
        self.same_results("whole", "killed")

    def test_refusals_to_continue(self):
        self.assertIn("--resume DIR", self.refusal("chaos", "--lyapunov"))
        self.assertIn("nowhere/scenario.toml: cannot be read", self.refusal("chaos", "--resume", "nowhere"))
        self.study("--twin", "1e-8", "--time", "1")
        self.assertIn("found --time with --resume", self.refusal("chaos", "--resume", "out", "--time", "3"))
        self.assertIn("found --map with --resume", self.refusal("chaos", "--resume", "out", "--map"))
        self.assertIn("holds a study of taut chaos, expected a run", self.refusal("run", "--resume", "out"))
        self.taut("run", "pendulum.toml", "--quiet", "--out", "run")
        self.assertIn("expected a study", self.refusal("chaos", "--resume", "run"))

    def test_formulas_on_the_command_line(self):
        self.study("--section", "--time", "20", out="file")
        self.write("chaos.toml", PENDULUM.replace("step = 1e-3", "step = 5e-3"))
        self.study("--section", "x2", "--where", "-y2", "--plot", "x3", "vx3", "--time", "20", out="typed")
        self.assertEqual(self.content("file", "section.csv"), self.content("typed", "section.csv"))
        down = self.study("--section", "x2", "--direction", "down", "--plot", "x3", "vx3", "--time", "20", out="down")
        self.assertGreater(down["section"]["crossings"], 0)
        self.assertIn("chaos.section.plot", self.refused("--section", "x2", "--out", "a"))
        self.assertIn("chaos.section.crossing", self.refused("--section", "x2 +", "--plot", "x3", "vx3", "--out", "b"))
        self.assertIn("there is no [chaos.section]", self.refused("--section", "--out", "c"))

    def test_keys_of_the_scenario_as_axes(self):
        self.write("chaos.toml", PENDULUM.replace("step = 1e-3", "step = 5e-3"))
        axes = ("--x", "particles[2].mass=0.5:1.5", "--y", "forces.gravity[1]=-10.81:-8.81")
        self.study("--map", *axes, "--event", "x2", "--event", "x3 - 1.5", "--pixels", "3", "--time", "3", out="map")
        rows = self.table("map/map.csv")
        self.assertEqual(list(rows[0])[:2], ["particles[2].mass", "forces.gravity[1]"])
        for pixel in (0, 4, 8):  # the first of both events, each found by a section of that system
            row = rows[pixel]
            first = []
            for formula in ("x2", "x3 - 1.5"):
                out = f"{pixel}{formula[:2]}"
                self.taut(
                    "chaos", "chaos.toml", "--section", formula, "--direction", "both", "--plot", "x2", "x3", "--time", "3",
                    "--out", out, "--quiet", "--set", f"particles[2].mass={row['particles[2].mass']}", "--set",
                    f"forces.gravity[1]={row['forces.gravity[1]']}")
                first.append(float(self.table(f"{out}/section.csv")[0]["time"]))
            # On a straight line between two steps: an eighth of the step squared times acceleration over velocity.
            self.assertAlmostEqual(float(row["time"]), min(first), delta=1e-4)
        again = self.study("--map", *axes, "--event", "x2", "--event", "x3 - 1.5", "--pixels", "3", "--time", "3", "--threads",
                           "2", out="again")
        self.assertEqual(again["map"]["events"], 9)
        self.assertEqual(self.content("map", "map.csv"), self.content("again", "map.csv"))

    def test_refusals_of_axes(self):
        self.write("chaos.toml", PENDULUM)
        event = ("--event", "x2", "--map", "--pixels", "2", "--time", "1")
        for axes, sentence in [
            (("--x", "particles[2].mass", "--y", "seed=1:2"), "--x: found \"particles[2].mass\", expected a key and its range"),
            (("--x", "particles[7].mass=1:2", "--y", "forces.gravity[1]=-9:-8"), "there is no entry [7]"),
            (("--x", "particles[1].mas=1:2", "--y", "forces.gravity[1]=-9:-8"), "did you mean `mass`?"),
            (("--x", "particles[1].mass=1:1", "--y", "forces.gravity[1]=-9:-8"), "chaos.map.x.to"),
            (("--x", "particles[1].mass=1:2"), "chaos.map.y: there is none"),
        ]:
            with self.subTest(axes=axes):
                self.assertIn(sentence, self.refused(*event, *axes, "--out", "refused"))
        axes = ("--x", "particles[1].mass=-1:1", "--y", "forces.gravity[1]=-9:-8")
        self.assertIn("mass", self.refused(*event, *axes, "--out", "negative"))
        self.assertIn("--check", self.refused(*event, "--check", "2", "--x", "particles[1].mass=1:2", "--y",
                                              "forces.gravity[1]=-9:-8", "--out", "checked"))

    def test_a_map_refuses_pair_forces(self):
        pairs = '[forces.pairs]\ndispersion = "lennard-jones"\ncutoff = 2.0\n[[forces.pairs.types]]\ntype = "A"\n'
        text = CHAOS.replace("position = [2.0, 0.0]", 'position = [2.0, 0.0]\ntype = "A"')
        self.write("chaos.toml", text.replace("[integrator]", pairs + "sigma = 1.0\nepsilon = 1.0\n[integrator]", 1))
        sentence = self.refused("--map", "--pixels", "4", "--time", "1")
        self.assertIn("forces.pairs: pair forces would act between the starts of a map", sentence)

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

    def distrusted(self, scenario, *arguments):
        """The failure of a study whose motion is wrong, which --accept takes and the step that it names mends."""
        done = self.taut("chaos", scenario, "--quiet", "--out", "wrong", "--force", *arguments, code=1)
        self.assertRegex(done.stderr, "the result is not to be trusted: ")
        report = json.loads((self.path / "wrong" / "chaos.json").read_text())
        self.assertEqual((report["complete"], report["trusted"], report["accepted"]), (True, False, False))
        self.assertEqual(len(report["failures"]), 1)
        printed = self.taut("chaos", scenario, "--out", "accepted", "--force", "--accept", *arguments).stdout
        self.assertRegex(printed, "\n  accepted +")
        step = re.search("try integrator.step = ([0-9.e-]+)", report["failures"][0]).group(1)
        again = self.taut("chaos", scenario, "--json", "--out", "good", "--force", *arguments, "--set", f"integrator.step={step}")
        self.assertTrue(json.loads(again.stdout)["trusted"])
        return report["failures"][0]

    def test_an_unstable_step_is_no_chaos(self):
        self.write("spring.toml", OSCILLATOR)
        for study in (("--lyapunov", "all", "--copies", "3"), ("--twin", "1e-8"), ("--section", "x", "--plot", "y", "vy")):
            with self.subTest(study[0]):
                sentence = self.distrusted("spring.toml", "--time", "20", *study)
                self.assertRegex(sentence, "the energy strayed by .* although nothing here gives or takes any")
        self.write("spring.toml", OSCILLATOR.replace("[[forces", "[forces]\ndrag = 0.01\n[[forces"))
        sentence = self.distrusted("spring.toml", "--time", "20", "--lyapunov", "--copies", "3")
        self.assertRegex(sentence, "the energy rose by .*; 3 of 3 copies")

    def test_a_coarse_step_of_a_pendulum(self):
        coarse = ("--set", "integrator.step=0.2", "--time", "50")
        self.assertRegex(self.distrusted("chaos.toml", *coarse, "--section", "x2", "--plot", "x3", "vx3"), "^section: the energy")

    def test_a_map_counts_starts_whose_energy_strays(self):
        coarse = ("--set", "integrator.step=0.1", "--time", "5", "--map", "--pixels", "8")
        self.assertRegex(self.distrusted("chaos.toml", *coarse), r"^map: the energy .*; \d+ of \d+ starts are off like that")
        axes = ("--x", "particles[2].mass=0.5:1.5", "--y", "forces.gravity[1]=-10.81:-8.81", "--event", "x2 - 9", "--pixels", "2")
        self.assertRegex(self.distrusted("chaos.toml", *coarse[:4], "--map", *axes), r"; \d of 4 starts are off like that")

    def test_energy_is_remembered_where_a_study_goes_on(self):
        studies = self.STUDIES + ("--set", "integrator.step=0.05", "--set", "integrator.method=rattle")
        self.taut("chaos", "chaos.toml", "--out", "whole", "--quiet", "--accept", *studies)
        at_work = self.interrupted(0.05, "chaos.toml", "--out", "parts", "--quiet", "--accept", *studies)
        if at_work:
            self.taut("chaos", "--resume", "parts", "--quiet", "--accept")
        whole, parts = (json.loads(self.content(name, "chaos.json")) for name in ("whole", "parts"))
        self.assertEqual((whole["notes"], whole["failures"]), (parts["notes"], parts["failures"]))
        self.assertTrue(whole["failures"])


if __name__ == "__main__":
    unittest.main()
