"""taut run of liquids: the files of a continued run, of two threads, and what is refused."""

import math
import unittest
from pathlib import Path

from support import CommandLineTest

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
FILES = ("observables.csv", "thermodynamics.csv", "trajectory.xyz")
QUIET = ("--quiet", "--set", "output.figures=false", "--set", 'output.formats=["xyz"]', "--set", "output.every=10")


def steps(count):
    return ("--set", f"integrator.steps={count}")


class LiquidsTest(CommandLineTest):
    def run_melt(self, out, *arguments):
        self.taut("run", str(EXAMPLES / "melt.toml"), "--out", out, *QUIET, *arguments)

    def run_dumbbells(self, out, *arguments):
        self.taut("run", str(EXAMPLES / "dumbbells.toml"), "--out", out, *QUIET, *arguments)

    def same_files(self, one, other):
        for file in FILES:
            self.assertEqual(self.content(one, file), self.content(other, file), file)

    def test_continued_runs_leave_the_same_files(self):
        for method in ("rescale", "andersen", "nose-hoover"):
            with self.subTest(method):
                bath = ("--set", f"thermostat.method={method}")
                self.run_melt(method, *bath, *steps(60))
                self.run_melt(f"{method}-cut", *bath, *steps(33))
                self.taut("run", "--resume", f"{method}-cut", "--quiet", *steps(60))
                self.same_files(method, f"{method}-cut")

    def test_two_threads_leave_the_same_files(self):
        many = ("--set", "molecules[0].count=216", "--set", "box.lengths=[12.6,12.6,12.6]", *steps(20))
        self.run_melt("one", *many)
        self.run_melt("two", *many, "--threads", "2")
        self.same_files("one", "two")
        self.assertIn('Lattice="12.6 0 0 0 12.6 0 0 0 12.6"', self.content("one", "trajectory.xyz").decode())

    def test_a_box_that_changes_continues_and_is_written(self):
        self.run_dumbbells("whole", *steps(120))
        self.run_dumbbells("cut", *steps(77))
        self.taut("run", "--resume", "cut", "--quiet", *steps(120))
        self.same_files("whole", "cut")
        lattices = {line for line in self.content("whole", "trajectory.xyz").decode().splitlines() if "Lattice" in line}
        self.assertEqual(len({line.split('"')[1] for line in lattices}), 5)  # 120 steps, a change every 25
        header, *_, last = self.content("whole", "thermodynamics.csv").decode().splitlines()
        row = dict(zip(header.split(","), map(float, last.split(","))))
        self.assertAlmostEqual(row["density"] * row["volume"], 216.0)
        summary = self.summary("whole")
        self.assertAlmostEqual(math.prod(summary["box"]["lengths"]), row["volume"])
        self.assertEqual(summary["heat"]["moves"]["made"], 4)

    def test_two_threads_leave_the_same_files_of_a_box_that_changes(self):
        many = ("--set", "molecules[0].count=600", "--set", "box.lengths=[20,20,20]", *steps(60))
        self.run_dumbbells("one", *many)
        self.run_dumbbells("two", *many, "--threads", "2")
        self.same_files("one", "two")

    def test_temperature_and_density_are_drawn(self):
        figures = ("--set", "output.figures=true", "--set", "output.every=1")
        self.run_dumbbells("drawn", *steps(1500), *figures, "--set", "molecules[0].count=8", "--set", "box.lengths=[9,9,9]")
        self.assertIn("thermostat", self.content("drawn", "temperature.svg").decode())
        self.assertIn("density against time", self.content("drawn", "density.svg").decode())

    def test_a_box_too_small_for_the_cutoff_ends_the_run(self):
        command = ("run", str(EXAMPLES / "dumbbells.toml"), "--out", "small", *QUIET)
        settings = ("box.lengths=[5.6,5.6,5.6]", "molecules[0].count=8", "barostat.pressure=50")
        printed = self.taut(*command, *(word for setting in settings for word in ("--set", setting)), code=1).stderr
        self.assertRegex(printed, r"at t = [\d.]+ the box stays at the smallest that it may be, an edge of 5\.\d+")
        self.assertIn("twice the cut-off", printed)
        self.assertIn("barostat.pressure", printed)

    def test_proposals_of_boxes_too_small_for_the_cutoff_are_rejected(self):
        self.run_dumbbells("bold", *steps(2000), "--set", "barostat.compressibility=300", "--set", "barostat.time_constant=1",
                           "--set", "molecules[0].count=30", "--set", "box.lengths=[7,7,7]")  # fmt: skip
        self.assertGreater(self.summary("bold")["heat"]["moves"]["rejected"], 0)

    def test_a_certificate_compares_averages_of_a_box_that_changes(self):
        self.run_dumbbells("certified", *steps(500), "--certify", "--set", "molecules[0].count=8", "--set", "box.lengths=[9,9,9]")
        shifts = self.summary("certified")["sampling_certificate"]["shifts"]
        self.assertEqual([shift["name"] for shift in shifts], ["kinetic energy", "potential energy", "volume"])
        self.assertIsNone(self.summary("certified")["certificate"])

    def test_a_barostat_is_refused_without_a_thermostat(self):
        pendulum = str(EXAMPLES / "pendulum.toml")
        held = ("barostat.method=cell-rescaling", "barostat.pressure=1", "barostat.compressibility=1")
        printed = self.refusal("run", pendulum, *(word for setting in held for word in ("--set", setting)))
        self.assertIn("barostat.method: there is no box", printed)

    def test_a_box_must_hold_two_cutoffs(self):
        printed = self.refusal("run", str(EXAMPLES / "water.toml"), "--set", "box.lengths=[1.7,1.9,1.9]")
        self.assertIn("box.lengths: found 1.7, expected at least 1.8", printed)


if __name__ == "__main__":
    unittest.main()
