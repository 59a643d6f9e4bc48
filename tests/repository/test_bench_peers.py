"""A peer that is not there is left out with a reason, and what peers are given is what Taut is given."""

import sys
import tempfile
import unittest
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "bench" / "peers"))

import systems  # noqa: E402
from case import Unavailable, measurement, output_of  # noqa: E402


class BenchPeers(unittest.TestCase):
    def test_systems_satisfy_their_constraints(self):
        for system in (systems.waters(50), systems.chains(2, 100)):
            self.assertLess(systems.largest_error(system, system.positions), 1e-13)

    def test_displaced_systems_violate_them_as_much_as_said(self):
        for system in (systems.waters(2000), systems.chains()):
            moved = systems.displaced(system)
            between = moved[system.pairs[:, 1]] - moved[system.pairs[:, 0]]
            mean = np.mean(np.abs(np.linalg.norm(between, axis=1) / system.lengths - 1.0))
            self.assertAlmostEqual(mean / systems.VIOLATION, 1.0, delta=0.05)

    def test_program_that_was_not_built(self):
        with tempfile.TemporaryDirectory() as folder:
            with self.assertRaisesRegex(Unavailable, "peer_openmm was not built"):
                measurement(Path(folder) / "peer_openmm")

    def test_program_that_is_not_installed(self):
        with self.assertRaisesRegex(Unavailable, "no-such-engine is not there"):
            output_of(["no-such-engine"])

    def test_program_that_fails(self):
        with self.assertRaisesRegex(Unavailable, "failed with code 3: out of beads"):
            output_of([sys.executable, "-c", "import sys; print('out of beads', file=sys.stderr); sys.exit(3)"])


if __name__ == "__main__":
    unittest.main()
