"""taut run: files, summary, resuming, certificate."""

import json
import math
import unittest

from support import FIGURES, PENDULUM, TRAJECTORIES, CommandLineTest

SUMMARY_KEYS = {
    "title", "version", "scenario", "complete", "steps", "time", "particles", "constraints", "degrees_of_freedom",
    "components", "energy", "constraint_error", "solver", "wall_seconds", "ns_per_constraint_step", "final"}  # fmt: skip

# Long enough for several groups of segments.
LONG_CHAIN = """
[[chains]]
beads = 4200
shape = "zigzag"
fix_first = true
[forces]
gravity = [0.0, -9.81, 0.0]
[integrator]
steps = 20
[output]
every = 10
formats = ["csv", "xyz", "h5md"]
figures = false
"""


class RunTest(CommandLineTest):
    def test_writes_the_output_directory(self):
        printed = self.taut("run", "pendulum.toml").stdout
        files = {file.name for file in (self.path / "out" / "pendulum").iterdir()}
        expected = {"summary.json", "scenario.toml", "checkpoint.bin", *TRAJECTORIES, *FIGURES}
        self.assertEqual(files, expected)
        self.assertIn("Double pendulum: 1000 steps to t = 1 ", printed)
        for word in ("energy", "constraints", "forces", "out/pendulum", "energy.svg"):
            self.assertIn(word, printed)

    def test_summary_has_the_documented_keys_and_values(self):
        self.taut("run", "pendulum.toml", "--quiet")
        summary = self.summary("out/pendulum")
        self.assertLessEqual(SUMMARY_KEYS, summary.keys())
        self.assertTrue(summary["complete"])
        self.assertEqual(summary["steps"], 1000)
        self.assertEqual(summary["time"], 1.0)
        self.assertEqual((summary["particles"], summary["constraints"], summary["degrees_of_freedom"]), (3, 2, 2))
        self.assertEqual([c["kind"] for c in summary["components"]], ["path"])
        self.assertEqual(len(summary["final"]["constraint_forces"]), 2)
        # The reference is from high-precision integration in angles; RATTLE at h = 1e-3 errs by order h^2.
        x, y = summary["final"]["positions"][2]
        self.assertLess(math.hypot(x + 1.444818849943, y + 1.321794461381), 1e-4)
        self.assertLess(summary["energy"]["max_relative_drift"], 1e-4)
        self.assertLess(summary["constraint_error"]["max_position"], 1e-12)
        self.assertEqual(summary["scenario"]["particles"][1]["mass"], 1.0)  # a default, filled in

    def test_forces_of_the_last_frame_are_those_of_the_summary(self):
        self.taut("run", "pendulum.toml", "--quiet")
        rows = self.content("out/pendulum", "constraint_forces.csv").decode().splitlines()
        self.assertEqual(rows[0], "time,row,force")
        self.assertEqual([row.split(",")[:2] for row in rows[-2:]], [["1", "0"], ["1", "1"]])
        written = [float(row.split(",")[2]) for row in rows[-2:]]
        self.assertEqual(written, self.summary("out/pendulum")["final"]["constraint_forces"])

    def test_json_is_the_summary(self):
        printed = self.taut("run", "pendulum.toml", "--json").stdout
        shown, written = json.loads(printed), self.summary("out/pendulum")
        self.assertLessEqual(written.pop("wall_seconds"), shown.pop("wall_seconds"))  # writing takes time, too
        self.assertEqual(shown, written)

    def test_threads_change_nothing_but_the_time(self):
        self.write("chain.toml", LONG_CHAIN)
        for threads in ("1", "2"):
            self.taut("run", "chain.toml", "--quiet", "--threads", threads, "--out", threads)
        for file in TRAJECTORIES:
            if file != "trajectory.h5":
                self.assertEqual(self.content("1", file), self.content("2", file), file)
        self.assertEqual(self.summary("1")["final"], self.summary("2")["final"])
        self.assertEqual(self.summary("2")["notes"], [])

    def test_says_how_many_threads_are_of_use(self):
        self.taut("run", "pendulum.toml", "--quiet", "--threads", "2")
        self.assertIn("1 of 2 threads is used", self.summary("out/pendulum")["notes"][0])

    def test_frames_are_the_first_every_seventh_and_the_last(self):
        self.taut("run", "pendulum.toml", "--quiet")
        rows = self.content("out/pendulum", "observables.csv").decode().splitlines()
        self.assertEqual(rows[0], "time,kinetic,potential,total,max_position_error,max_velocity_error,iterations")
        times = [float(row.split(",")[0]) for row in rows[1:]]
        expected = [step * 1e-3 for step in [*range(0, 1001, 7), 1000]]
        self.assertEqual(len(times), len(expected))
        for time, value in zip(times, expected):
            self.assertAlmostEqual(time, value, delta=1e-12)

    def test_quiet_prints_nothing(self):
        done = self.taut("run", "pendulum.toml", "--quiet")
        self.assertEqual((done.stdout, done.stderr), ("", ""))

    def test_units_are_labels(self):
        self.write("units.toml", PENDULUM + '[units]\nlength = "m"\ntime = "s"\nmass = "kg"\n')
        self.assertIn("t = 1 s", self.taut("run", "units.toml").stdout)

    def test_a_start_off_the_constraints_is_projected_on_request(self):
        settings = ("--set", "particles[2].position=[2.1, 0.0]", "--set", "constraints[1].length=1")
        self.taut("run", "pendulum.toml", *settings, "--set", "solver.project_initial=true")
        start = self.summary("out/pendulum")["start"]
        self.assertAlmostEqual(start["position_error"], 0.105, delta=1e-12)  # (1.1^2 - 1) / 2

    def test_zero_steps_store_the_start(self):
        self.taut("run", "pendulum.toml", "--quiet", "--set", "integrator.steps=0")
        summary = self.summary("out/pendulum")
        self.assertEqual(summary["final"]["positions"][2], [2.0, 0.0])
        self.assertIsNone(summary["ns_per_constraint_step"])


class ResumeTest(CommandLineTest):
    def test_continues_bit_for_bit(self):
        for method in ("rattle", "shake", "kahan-li6"):
            with self.subTest(method):
                method_set = ("--quiet", "--set", f"integrator.method={method}")
                self.taut("run", "pendulum.toml", *method_set, "--out", f"{method}-whole")
                part = f"{method}-part"
                self.taut("run", "pendulum.toml", *method_set, "--set", "integrator.steps=500", "--out", part)
                self.assertNotEqual(self.content(f"{method}-whole", "trajectory.csv"), self.content(part, "trajectory.csv"))
                self.taut("run", "--resume", part, "--quiet", "--set", "integrator.steps=1000")
                self.assert_same_run(f"{method}-whole", part)

    def test_continues_with_the_scenario_named_again(self):
        self.taut("run", "pendulum.toml", "--quiet", "--out", "whole")
        self.taut("run", "pendulum.toml", "--quiet", "--set", "integrator.steps=333", "--out", "part")
        self.taut("run", "pendulum.toml", "--quiet", "--resume", "part")
        self.assert_same_run("whole", "part")

    def test_a_finished_run_has_nothing_left_to_do(self):
        self.taut("run", "pendulum.toml", "--quiet", "--out", "a")
        before = self.content("a", "trajectory.csv")
        self.assertIn("nothing was left to do", self.taut("run", "--resume", "a").stdout)
        self.assertEqual(self.content("a", "trajectory.csv"), before)

    def test_refuses_what_it_cannot_continue(self):
        self.assertEqual(
            self.refusal("run", "pendulum.toml", "--resume", "nothing"),
            "nothing: expected the output directory of a run, found no directory")
        self.taut("run", "pendulum.toml", "--quiet", "--out", "a")
        self.assertEqual(
            self.refusal("run", "--resume", "a", "--set", "integrator.steps=10"),
            "a: the run is at step 1000 already; expected more steps than that, found 10")
        self.assertEqual(
            self.refusal("run", "--resume", "a", "--certify"),
            "--certify compares from the start; expected it without --resume")

    def assert_same_run(self, whole, part):
        for name in (*TRAJECTORIES, *FIGURES):
            self.assertEqual(self.content(whole, name), self.content(part, name), name)
        a, b = self.summary(whole), self.summary(part)
        for key in ("complete", "steps", "time", "energy", "constraint_error", "solver", "final"):
            self.assertEqual(a[key], b[key], key)


class CertificateTest(CommandLineTest):
    def test_error_bars_cover_the_error(self):
        self.taut("run", "pendulum.toml", "--certify", "--quiet")
        summary = self.summary("out/pendulum")
        certificate = summary["certificate"]
        x, y = summary["final"]["positions"][2]
        error = math.hypot(x + 1.444818849943, y + 1.321794461381)
        # Richardson's estimate is exact but for higher orders in h = 1e-3.
        self.assertLess(abs(certificate["position_errors"][2] / error - 1.0), 0.05)
        self.assertGreaterEqual(certificate["position_error"], certificate["position_errors"][2])
        self.assertEqual(len(certificate["force_errors"]), 2)
        self.assertIsNone(certificate["trusted_until"])

    def test_a_chaotic_run_says_how_far_it_can_be_trusted(self):
        settings = ("--set", "integrator.duration=30", "--set", "output.every=100")
        printed = self.taut("run", "pendulum.toml", "--certify", *settings).stdout
        certificate = self.summary("out/pendulum")["certificate"]
        self.assertIn("trust the trajectory up to t = ", printed)
        # Errors of about 1e-6 grow by the exponent 0.93 /s to 1e-3 of the size: some ten seconds.
        self.assertGreater(certificate["trusted_until"], 4.0)
        self.assertLess(certificate["trusted_until"], 25.0)


if __name__ == "__main__":
    unittest.main()
