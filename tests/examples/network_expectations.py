"""What the networks among the examples claim."""

import json
import math
import tempfile

from checks import close
from program import EXAMPLES, Run, taut


def moduli(name, *settings):
    with tempfile.TemporaryDirectory() as folder:
        options = [option for setting in settings for option in ("--set", setting)]
        asked = ("response", str(EXAMPLES / f"{name}.toml"), "--matrix", "L", "--moduli", "--json", "--out", folder)
        return json.loads(taut(*asked, *options).stdout)["moduli"]


def auxetic_honeycomb(test, run):
    found = [moduli(run.name)[key] for key in ("poisson_xy", "poisson_yx")]
    close(test, found, (-1.0, -1.0), 1e-10)
    found = [moduli(run.name, "lattices[0].angle=30")[key] for key in ("poisson_xy", "poisson_yx")]
    close(test, found, (0.6, 1 / 0.6), 1e-10)


def rotating_squares(test, run):
    test.assertEqual((run.summary["constraints"], run.summary["rank"]), (80, 76))
    width, height = (math.dist(run.positions[a], run.positions[b]) for a, b in ((3, 11), (0, 33)))
    test.assertAlmostEqual(width, height, delta=1e-10)
    shut = 4 * (math.cos(math.radians(20)) + math.sin(math.radians(20)))
    test.assertGreater(width, 1.01 * shut)
    large = moduli(run.name, "lattices[0].size=[10, 10]")
    close(test, (large["poisson_xy"], large["poisson_yx"]), (-1.0, -1.0), 1e-10)
    test.assertIsNone(large["shear"])  # infinite


def kagome(test, run):
    found = moduli(run.name, "lattices[0].edges=tied", "lattices[0].fix=none")
    close(test, (found["poisson_xy"], found["poisson_yx"]), (1 / 3, 1 / 3), 1e-10)
    close(test, (found["young_x"], found["young_y"]), 2 * (200 / math.sqrt(3),), 1e-8)


def mixed(test, run):
    for method in ("newton", "gauss-seidel"):
        other = Run("mixed", f"solver.method={method}")
        for here, there in zip(run.positions, other.positions):
            close(test, here, there, 1e-8)
