"""The built program, called as a user calls it, in a directory of the test's own."""

import json
import os
import pathlib
import subprocess
import tempfile
import unittest

TAUT = os.environ["TAUT"]

PENDULUM = """title = "Double pendulum"
dimension = 2

[[particles]]
name = "pivot"
position = [0.0, 0.0]
fixed = true

[[particles]]
name = "bob1"
position = [1.0, 0.0]

[[particles]]
name = "bob2"
position = [2.0, 0.0]

[[constraints]]
type = "distance"
name = "upper rod"
between = ["pivot", "bob1"]
length = 1.0

[[constraints]]
type = "distance"
between = ["bob1", "bob2"]

[forces]
gravity = [0.0, -9.81]

[integrator]
method = "rattle"
step = 1e-3
steps = 1000

[output]
every = 7
formats = ["h5md", "csv", "xyz"]
"""

TRAJECTORIES = ("observables.csv", "trajectory.csv", "constraint_forces.csv", "trajectory.xyz", "trajectory.h5")
FIGURES = ("path.svg", "energy.svg", "constraint_error.svg")


class CommandLineTest(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.path = pathlib.Path(directory.name)
        self.write("pendulum.toml", PENDULUM)

    def write(self, name, text):
        (self.path / name).write_text(text)

    def taut(self, *arguments, code=0, **options):
        """Runs taut, expects this exit code and returns what it printed."""
        done = subprocess.run([TAUT, *arguments], cwd=self.path, capture_output=True, text=True, timeout=300, **options)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done

    def refusal(self, *arguments, code=2):
        """The one sentence on stderr with which taut gives up."""
        done = self.taut(*arguments, code=code)
        self.assertEqual(done.stdout, "")
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
        return done.stderr.rstrip("\n")

    def summary(self, directory):
        return json.loads((self.path / directory / "summary.json").read_text())

    def content(self, directory, name):
        return (self.path / directory / name).read_bytes()
