"""What a continued run may change, and what must stay: taut run, taut chaos and taut response."""

import csv
import json
import os
import signal
import subprocess
import sys
import time
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from support import FIGURES, PENDULUM, TAUT, TRAJECTORIES, CommandLineTest  # noqa: E402

GAS = """
seed = 1
[box]
lengths = [6.0, 6.0, 6.0]
[[molecules]]
count = 8
[[molecules.atoms]]
position = [0.0, 0.0, 0.0]
type = "A"
[forces.pairs]
dispersion = "lennard-jones"
cutoff = 2.5
[[forces.pairs.types]]
type = "A"
sigma = 1.0
epsilon = 1.0
[integrator]
method = "verlet"
step = 1e-3
steps = 20
[output]
every = 5
figures = false
[[measure]]
type = "distance"
on = [0, 1]
every = 5
"""


class ChangeTest(CommandLineTest):
    def times(self, directory):
        with (self.path / directory / "observables.csv").open(newline="") as lines:
            return [float(row["time"]) for row in csv.DictReader(lines)]

    def begin(self, name="pendulum.toml", steps=100, out="a"):
        self.taut("run", name, "--quiet", "--out", out, "--set", f"integrator.steps={steps}")

    def test_another_scenario_is_refused_key_by_key(self):
        self.write("gas.toml", GAS)
        cases = {
            "pendulum.toml": [("integrator.step", "2e-3", "0.002", "0.001"), ("seed", "7", "7", "1"),
                              ("particles[1].mass", "2.0", "2.0", "1.0"), ("constraints[0].length", "1.1", "1.1", "1.0"),
                              ("integrator.method", "shake", '"shake"', '"rattle"'), ("solver.tolerance", "1e-9", "1e-09", "1e-12"),
                              ("output.formats", '["csv"]', '"csv"', '"h5md"')],
            "gas.toml": [("forces.pairs.cutoff", "2.0", "2.0", "2.5"), ("box.lengths[1]", "7.0", "7.0", "6.0"),
                         ("measure[0].every", "10", "10", "5")],
        }  # fmt: skip
        for name, changes in cases.items():
            out = name.removesuffix(".toml")
            self.begin(name, 20, out)
            kept = self.content(out, "scenario.toml")
            for key, value, after, before in changes:
                with self.subTest(key):
                    sentence = self.refusal("run", "--resume", out, "--set", f"{key}={value}", "--set", "integrator.steps=40")
                    self.assertIn(f"{out}: was begun with another scenario: found {key}", sentence)
                    self.assertIn(f": {after} (before: {before})", sentence)
                    self.assertIn("--force-change", sentence)
                    self.assertEqual(self.content(out, "scenario.toml"), kept)

    def test_a_scenario_edited_in_the_directory_is_refused(self):
        self.begin()
        file = self.path / "a" / "scenario.toml"
        file.write_text(file.read_text().replace("-9.81", "-1.62"))
        self.assertIn("forces.gravity[1]: -1.62 (before: -9.81)", self.refusal("run", "--resume", "a"))

    def test_what_is_safe_may_change(self):
        self.begin()
        self.taut("run", "--resume", "a", "--quiet", "--set", "integrator.steps=200", "--set", "title=Longer", "--set",
                  "output.every=50", "--set", "output.figures=false", "--threads", "2")  # fmt: skip
        summary = self.summary("a")
        self.assertEqual((summary["steps"], summary["title"], summary["changed_on_resume"]), (200, "Longer", []))
        self.assertEqual(self.times("a")[-3:], [0.098, 0.15, 0.2])

    def test_numbers_written_in_another_way_are_no_change(self):
        self.begin()
        text = PENDULUM.replace("length = 1.0", "length = 1").replace("step = 1e-3", "step = 0.001 # the same")
        self.write("again.toml", text)
        self.taut("run", "again.toml", "--resume", "a", "--quiet")

    def test_a_forced_change_is_recorded_with_both_values(self):
        self.begin()
        changes = ("--set", "particles[2].mass=2.0", "--set", "integrator.steps=200")
        printed = self.taut("run", "--resume", "a", "--force-change", *changes).stdout
        self.assertIn("particles[2].mass: 2.0 (before: 1.0)", printed)
        expected = [{"key": "particles[2].mass", "before": 1.0, "after": 2.0, "time": 0.1}]
        self.assertEqual(self.summary("a")["changed_on_resume"], expected)
        self.assertIn("mass = 2.0", self.content("a", "scenario.toml").decode())
        # It is what is continued from then on, and never forgotten.
        self.taut("run", "--resume", "a", "--quiet", "--set", "integrator.steps=300")
        self.assertEqual(self.summary("a")["changed_on_resume"], expected)
        self.taut("run", "--resume", "a", "--quiet", "--force-change", "--set", "seed=5")
        self.assertEqual([change["key"] for change in self.summary("a")["changed_on_resume"]], ["particles[2].mass", "seed"])

    def test_where_a_run_began_cannot_be_changed(self):
        self.begin()
        sentence = self.refusal("run", "--resume", "a", "--force-change", "--set", "particles[1].velocity=[0.0, 1.0]")
        self.assertIn("it says where a run begins", sentence)

    def test_time_goes_on_with_another_step(self):
        self.write("long.toml", PENDULUM.replace("steps = 1000", "duration = 0.5"))
        self.taut("run", "long.toml", "--quiet", "--out", "a")
        self.taut("run", "--resume", "a", "--quiet", "--force-change", "--set", "integrator.step=2e-3", "--set",
                  "integrator.duration=0.7")  # fmt: skip
        summary = self.summary("a")
        self.assertAlmostEqual(summary["time"], 0.7, places=12)
        self.assertEqual(summary["steps"], 600)
        self.taut("run", "--resume", "a", "--quiet", "--set", "integrator.duration=0.8")
        self.assertAlmostEqual(self.summary("a")["time"], 0.8, places=12)
        self.assertEqual(self.summary("a")["steps"], 650)
        times = self.times("a")
        self.assertEqual(times, sorted(set(times)))

    def test_a_resume_at_the_start_stores_it_once(self):
        self.begin(steps=0)
        self.taut("run", "--resume", "a", "--quiet", "--set", "integrator.steps=20")
        self.taut("run", "pendulum.toml", "--quiet", "--out", "whole", "--set", "integrator.steps=20")
        self.assertEqual(self.times("a")[:3], [0.0, 0.007, 0.014])
        for name in TRAJECTORIES:
            self.assertEqual(self.content("whole", name), self.content("a", name), name)

    def test_a_run_without_a_title_keeps_the_name_of_its_file(self):
        figures = ("--quiet", "--set", "output.figures=true")
        self.write("swing.toml", PENDULUM.replace('title = "Double pendulum"', ""))
        self.taut("run", "swing.toml", *figures, "--out", "whole", "--set", "integrator.steps=90")
        self.taut("run", "swing.toml", *figures, "--out", "a", "--set", "integrator.steps=30")
        for steps in (60, 90):
            self.taut("run", "--resume", "a", *figures, "--set", f"integrator.steps={steps}")
            self.assertEqual(self.summary("a")["title"], "swing")
        for name in FIGURES:
            self.assertEqual(self.content("whole", name), self.content("a", name), name)
        self.taut("run", "--resume", "a", "--quiet", "--set", "title=Another", "--set", "integrator.steps=100")
        self.assertEqual(self.summary("a")["title"], "Another")

    def test_frames_stay_as_far_apart_as_they_were(self):
        self.write("bare.toml", PENDULUM[: PENDULUM.index("[output]")].replace("steps = 1000", "steps = 2000"))
        self.taut("run", "bare.toml", "--quiet", "--out", "a")
        self.taut("run", "--resume", "a", "--quiet", "--set", "integrator.steps=8000")
        times = self.times("a")
        self.assertEqual(len(times), 4001)
        self.assertAlmostEqual(times[-1] - times[-2], 0.002, places=12)


class CheckpointTest(CommandLineTest):
    LONG = ("--quiet", "--set", "integrator.steps=100000000", "--set", "output.formats=[\"csv\"]", "--set", "output.every=1000",
            "--set", "output.figures=false")  # fmt: skip

    def started(self, *arguments, directory="part"):
        process = subprocess.Popen([TAUT, "run", *arguments], cwd=self.path, stderr=subprocess.PIPE, text=True)
        self.addCleanup(process.stderr.close)
        while process.poll() is None and not (self.path / directory / "checkpoint.bin").exists():
            time.sleep(0.005)
        return process

    def test_there_is_one_from_the_start(self):
        process = self.started("pendulum.toml", *self.LONG, "--out", "part")
        process.kill()
        process.wait()
        self.assertIn("step", self.refusal("run", "--resume", "part", "--set", "integrator.step=1.0"))
        self.taut("run", "--resume", "part", "--quiet", "--set", "integrator.steps=2000")
        self.assertTrue(self.summary("part")["complete"])

    def test_a_hangup_saves_and_ends(self):
        process = self.started("pendulum.toml", *self.LONG, "--out", "part")
        time.sleep(0.1)
        process.send_signal(signal.SIGHUP)
        _, complaint = process.communicate(timeout=10)
        self.assertEqual(process.returncode, 130, complaint)
        reached = self.summary("part")["steps"]
        self.assertGreater(reached, 0)
        self.taut("run", "--resume", "part", "--quiet", "--set", f"integrator.steps={reached + 10}")

    def test_under_nohup_a_hangup_is_ignored(self):
        ignore = ["/usr/bin/python3", "-c", "import os, signal, sys; signal.signal(signal.SIGHUP, signal.SIG_IGN);"
                  " os.execv(sys.argv[1], sys.argv[1:])"]  # fmt: skip
        process = subprocess.Popen([*ignore, TAUT, "run", "pendulum.toml", *self.LONG, "--out", "part"], cwd=self.path)
        while not (self.path / "part" / "checkpoint.bin").exists():
            time.sleep(0.005)
        process.send_signal(signal.SIGHUP)
        time.sleep(0.3)
        self.assertIsNone(process.poll())
        process.terminate()
        self.assertEqual(process.wait(timeout=10), 130)


class OtherCommandsTest(CommandLineTest):
    def test_a_study_keeps_its_scenario(self):
        self.taut("chaos", "pendulum.toml", "--twin", "1e-8", "--time", "1", "--out", "study", "--quiet")
        file = self.path / "study" / "scenario.toml"
        file.write_text(file.read_text().replace("-9.81", "-1.62"))
        self.assertIn("forces.gravity[1]: -1.62 (before: -9.81)", self.refusal("chaos", "--resume", "study"))

    def test_a_study_without_a_title_keeps_the_name_of_its_file(self):
        self.write("swing.toml", PENDULUM.replace('title = "Double pendulum"', ""))
        self.taut("chaos", "swing.toml", "--twin", "1e-8", "--time", "1", "--out", "study", "--quiet")
        self.taut("chaos", "--resume", "study", "--quiet")
        self.assertEqual(json.loads((self.path / "study" / "chaos.json").read_text())["title"], "swing")

    def test_an_ensemble_keeps_its_scenario(self):
        self.write("chain.toml", "[[chains]]\nbeads = 6\n[integrator]\nsteps = 1\n")
        ensemble = ("response", "chain.toml", "--quiet", "--out", "ensemble")
        self.taut(*ensemble, "--ensemble", "1024")
        sentence = self.refusal(*ensemble, "--ensemble", "2048", "--resume", "--set", "chains[0].mass=2.0")
        self.assertIn("chains[0].mass: 2.0 (before: 1.0)", sentence)
        self.taut(*ensemble, "--ensemble", "2048", "--resume")
        self.assertEqual(json.loads(self.content("ensemble", "response.json"))["ensemble"]["samples"], 2048)


if __name__ == "__main__":
    unittest.main()
