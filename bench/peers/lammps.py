"""LAMMPS: fix shake on free rigid waters in steps of 2 fs at 300 K. Its cost is that of the row "Modify" less the same
run without the fix, in wall-clock time. Chains are left out: the fix takes no cluster of more than four atoms."""

import re

import numpy as np
import systems
from case import Unavailable, case, output_of

NANOMETRE = 10.0  # in Å, the unit of this input
SAMPLES = 8
STEPS = 200

INPUT = """\
units real
atom_style angle
boundary p p p
pair_style zero 2.0
bond_style zero
angle_style zero
read_data water.data
pair_coeff * *
bond_coeff 1 {bond:.17g}
angle_coeff 1 {angle:.17g}
neighbor 2.0 bin
velocity all create 300.0 4928 loop geom
fix move all nve
{fix}
timestep 2.0
thermo {steps}
run {steps}
write_dump all custom last.dump id x y z modify sort id format float %.17g
"""


def cases(_programs, scratch):
    water = systems.waters()
    (scratch / "water.data").write_text(as_data(water))
    free = min(seconds_of_modify(scratch, water, "") for _ in range(SAMPLES))
    return [measured(scratch, water, tolerance, free) for tolerance in (1e-4, 1e-10)]


def measured(scratch, water, tolerance, free):
    fix = f"fix rigid all shake {tolerance} 100 0 b 1 a 1"
    seconds = min(seconds_of_modify(scratch, water, fix) for _ in range(SAMPLES))
    ns = 1e9 * (seconds - free) / STEPS / water.units
    engine = f"LAMMPS {version()}, fix shake to {tolerance:.0e}"
    return case(engine, water.name, water.unit, ns, systems.largest_error(water, last_positions(scratch), box(water)))


def seconds_of_modify(scratch, water, fix):
    bond, angle = NANOMETRE * systems.OXYGEN_HYDROGEN, np.degrees(systems.WATER_ANGLE)
    (scratch / "in.water").write_text(INPUT.format(fix=fix, steps=STEPS, bond=bond, angle=angle))
    printed = output_of(["lmp", "-in", "in.water", "-log", "none"], cwd=scratch)
    found = re.search(r"^Modify +\| *([\d.e+-]+)", printed, re.MULTILINE)
    if not found:
        raise Unavailable("lmp printed no row called Modify")
    return float(found.group(1))


def last_positions(scratch):
    rows = (scratch / "last.dump").read_text().split("ITEM: ATOMS id x y z")[1]
    return np.array(rows.split(), dtype=float).reshape(-1, 4)[:, 1:] / NANOMETRE


def version():
    return re.search(r"Simulator - (\d+ \w+ \d+)", output_of(["lmp", "-h"])).group(1)


def box(water):
    return float(np.ceil(water.positions.max()) + 1.0)


def as_data(water):
    count = water.units
    bounds = [f"0 {NANOMETRE * box(water):.1f} {axis}lo {axis}hi" for axis in "xyz"]
    sizes = [f"{3 * count} atoms", f"{2 * count} bonds", f"{count} angles"]
    kinds = ["2 atom types", "1 bond types", "1 angle types"]
    masses = ["Masses", "", f"1 {systems.OXYGEN_MASS}", f"2 {systems.HYDROGEN_MASS}"]
    # Data lines: atom, molecule, type, x y z; bond, type, two atoms; angle, type, three atoms.
    atoms = [
        f"{k + 1} {k // 3 + 1} {1 if k % 3 == 0 else 2} {x:.17g} {y:.17g} {z:.17g}"
        for k, (x, y, z) in enumerate(NANOMETRE * water.positions)
    ]
    bonds = [f"{k + 1} 1 {3 * (k // 2) + 1} {3 * (k // 2) + 2 + k % 2}" for k in range(2 * count)]
    angles = [f"{k + 1} 1 {3 * k + 2} {3 * k + 1} {3 * k + 3}" for k in range(count)]
    lines = ["rigid waters", *sizes, *kinds, *bounds, *masses]
    for title, rows in (("Atoms", atoms), ("Bonds", bonds), ("Angles", angles)):
        lines += ["", title, "", *rows]
    return "\n".join(lines) + "\n"
