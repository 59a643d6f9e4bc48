"""Runs the program, and reads what it wrote with nothing but the standard library."""

import csv
import json
import os
import subprocess
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("TAUT", str(ROOT / "build" / "taut"))
EXAMPLES = ROOT / "examples"


def all_names():
    return sorted(str(path.relative_to(EXAMPLES).with_suffix("")) for path in EXAMPLES.rglob("*.toml"))


def example_names():
    return [name for name in all_names() if not name.startswith("arms/")]


def arm_names():
    return [name for name in all_names() if name.startswith("arms/")]


def taut(*arguments):
    return subprocess.run([PROGRAM, *arguments], capture_output=True, text=True)


def reach(name, *settings):
    """The summary of an arm, with keys set."""
    with tempfile.TemporaryDirectory() as directory:
        changes = [part for setting in settings for part in ("--set", setting)]
        done = taut("reach", str(EXAMPLES / f"{name}.toml"), "--out", directory, "--json", *changes)
        return json.loads(done.stdout)


def read_table(path):
    if not path.exists():
        return []
    with path.open(newline="") as lines:
        return list(csv.DictReader(lines))


class Run:
    """A finished run of an example: the summary, and on request the trajectory."""

    def __init__(self, name, *settings):
        self.name = name
        with tempfile.TemporaryDirectory() as folder:
            out = Path(folder) / "run"
            options = [option for setting in settings for option in ("--set", setting)]
            self.process = taut("run", str(EXAMPLES / f"{name}.toml"), "--out", str(out), "--quiet", *options)
            summary = out / "summary.json"
            self.summary = json.loads(summary.read_text()) if summary.exists() else None
            self.table = read_table(out / "trajectory.csv")
            self.observables = read_table(out / "observables.csv")
            self.thermodynamics = read_table(out / "thermodynamics.csv")
            self.joints = read_table(out / "joints.csv")

    @property
    def scenario(self):
        return self.summary["scenario"]

    @property
    def positions(self):
        return self.summary["final"]["positions"]

    @property
    def velocities(self):
        return self.summary["final"]["velocities"]

    @property
    def forces(self):
        return self.summary["final"]["constraint_forces"]

    def start(self, particle):
        return self.scenario["particles"][particle]["position"]

    def path(self, particle):
        """The stored positions of one particle, and their times; needs output.formats=["csv"]."""
        rows = [row for row in self.table if int(row["particle"]) == particle]
        return [tuple(float(row[axis]) for axis in ("time", "x", "y", "z")) for row in rows]
