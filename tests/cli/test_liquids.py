"""taut run of liquids: the files of a continued run, of two threads, and what is refused."""

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

    def test_a_box_must_hold_two_cutoffs(self):
        printed = self.refusal("run", str(EXAMPLES / "water.toml"), "--set", "box.lengths=[1.7,1.9,1.9]")
        self.assertIn("box.lengths: found 1.7, expected at least 1.8", printed)


if __name__ == "__main__":
    unittest.main()
