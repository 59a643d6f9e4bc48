"""LAMMPS: liquid water, as `taut_bench water` has it, with the same forces, cut-off and step; wall-clock times of its rows
"Pair" and of the whole loop."""

import re

import numpy as np
import systems
from case import Unavailable, case, output_of
from lammps import version

COUNT, EDGE = 4000, 4.927  # molecules; nm
BOND, ANGLE = 0.1, np.arccos(-1 / 3)  # of SPC/E
COULOMB, CHARGES = 138.935458, (-0.8476, 0.4238, 0.4238)
SETTLING, STEPS, SAMPLES = 100, 80, 2
UNIT = "water and step"

# What is measured runs without a thermostat: with one, fix shake leaves lengths wrong by 1e-4.
# Units of the scenario: in "lj" every constant is one, and charges are multiplied by the root of Coulomb's.
INPUT = """\
units lj
atom_style full
boundary p p p
bond_style zero
angle_style zero
read_data water.data
pair_style lj/cut/coul/dsf 2.0 0.9
pair_coeff 1 1 0.650 0.3166
pair_coeff 1 2 0.0 0.3166
pair_coeff 2 2 0.0 0.3166
bond_coeff 1 {bond:.17g}
angle_coeff 1 {angle:.17g}
neigh_modify exclude molecule/intra all
neigh_modify every 1 delay 0 check yes
neighbor 0.1 bin
velocity all create 2.479 4928 loop geom
fix move all nvt temp 2.479 2.479 0.05
fix rigid all shake 1e-10 100 0 b 1 a 1
timestep 0.002
thermo {steps}
run {settling}
unfix move
fix move all nve
run {steps}
write_dump all custom last.dump id xu yu zu modify sort id format float %.17g
"""


def cases(_programs, scratch):
    side = int(np.ceil(COUNT ** (1 / 3)))
    water = systems.waters(COUNT, spacing=EDGE / side, bond=BOND, angle=ANGLE)
    (scratch / "water.data").write_text(as_data(water))
    text = INPUT.format(bond=BOND, angle=np.degrees(ANGLE), settling=SETTLING, steps=STEPS)
    (scratch / "in.water").write_text(text)
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


def as_data(water):
    count = water.units
    sizes = [f"{3 * count} atoms", f"{2 * count} bonds", f"{count} angles"]
    kinds = ["2 atom types", "1 bond types", "1 angle types"]
    bounds = [f"0 {EDGE} {axis}lo {axis}hi" for axis in "xyz"]
    masses = ["Masses", "", f"1 {systems.OXYGEN_MASS}", f"2 {systems.HYDROGEN_MASS}"]
    atoms = [
        f"{k + 1} {k // 3 + 1} {1 if k % 3 == 0 else 2} {CHARGES[k % 3] * COULOMB**0.5:.17g} {x:.17g} {y:.17g} {z:.17g}"
        for k, (x, y, z) in enumerate(water.positions)
    ]
    bonds = [f"{k + 1} 1 {3 * (k // 2) + 1} {3 * (k // 2) + 2 + k % 2}" for k in range(2 * count)]
    angles = [f"{k + 1} 1 {3 * k + 2} {3 * k + 1} {3 * k + 3}" for k in range(count)]
    lines = ["liquid water", *sizes, *kinds, *bounds, *masses]
    for title, rows in (("Atoms", atoms), ("Bonds", bonds), ("Angles", angles)):
        lines += ["", title, "", *rows]
    return "\n".join(lines) + "\n"
