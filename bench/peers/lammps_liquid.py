"""LAMMPS: liquid water, as `taut_bench water` has it, with the same forces, cut-off and step; wall-clock times of its rows
"Pair" and of the whole loop."""

import math
import re
import sys
from pathlib import Path

import numpy as np
import systems
from case import Unavailable, case, output_of
from lammps import version

sys.path.append(str(Path(__file__).resolve().parents[2] / "scripts"))
import lammps_water

COUNT, EDGE = 4000, 4.927  # molecules; nm
SETTLING, STEPS, SAMPLES = 100, 80, 2
UNIT = "water and step"

# What is measured runs without a thermostat: with one, fix shake leaves lengths wrong by 1e-4.
MOTION = f"""\
velocity all create 2.479 4928 loop geom
fix move all nvt temp 2.479 2.479 0.05
fix rigid all shake 1e-10 100 0 b 1 a 1
timestep 0.002
thermo {STEPS}
run {SETTLING}
unfix move
fix move all nve
run {STEPS}
write_dump all custom last.dump id xu yu zu modify sort id format float %.17g
"""


def cases(_programs, scratch):
    side = int(np.ceil(COUNT ** (1 / 3)))
    angle = math.radians(lammps_water.ANGLE)
    water = systems.waters(COUNT, spacing=EDGE / side, bond=lammps_water.BOND, angle=angle)
    (scratch / "water.data").write_text(lammps_water.as_data(water.positions, EDGE))
    (scratch / "in.water").write_text(lammps_water.FORCES + MOTION)
    times = [seconds(scratch) for _ in range(SAMPLES)]
    error = systems.largest_error(water, last_positions(scratch), EDGE)
    engine = f"LAMMPS {version()}, coul/dsf and shake"
    names = ("4,000 SPC/E waters in a box: pair forces", "4,000 SPC/E waters in a box: a step")
    return [
        case(engine, name, UNIT, 1e9 * min(column) / STEPS / COUNT, error) for name, column in zip(names, zip(*times))
    ]


def seconds(scratch):
    """Of the pairs and of the whole loop, in the second run."""
    printed = output_of(["lmp", "-in", "in.water", "-log", "none"], cwd=scratch)
    pair = re.findall(r"^Pair +\| *([\d.e+-]+)", printed, re.MULTILINE)
    loop = re.findall(r"^Loop time of ([\d.e+-]+)", printed, re.MULTILINE)
    if len(pair) != 2 or len(loop) != 2:
        raise Unavailable("lmp printed no rows called Pair and Loop time")
    return float(pair[1]), float(loop[1])


def last_positions(scratch):
    rows = (scratch / "last.dump").read_text().split("ITEM: ATOMS id xu yu zu")[1]
    return np.array(rows.split(), dtype=float).reshape(-1, 4)[:, 1:]
