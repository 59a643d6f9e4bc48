"""Rigid SPC/E water for LAMMPS (Debian: apt-get install lammps) with the forces of examples/water.toml, for the scripts
and benchmarks that hold Taut against it.

LAMMPS is given its units "lj", in which every constant is one: lengths, masses and energies are those of the scenario, and
charges are multiplied by the root of the Coulomb constant.
"""

import math

COULOMB, DAMPING, CUTOFF = 138.935458, 2.0, 0.9
CHARGES, MASSES = (-0.8476, 0.4238, 0.4238), (15.9994, 1.008)
BOND, ANGLE = 0.1, math.degrees(math.acos(-1 / 3))

FORCES = f"""\
units lj
atom_style full
boundary p p p
bond_style zero
angle_style zero
read_data water.data
pair_style lj/cut/coul/dsf {DAMPING} {CUTOFF}
pair_coeff 1 1 0.650 0.3166
pair_coeff 1 2 0.0 0.3166
pair_coeff 2 2 0.0 0.3166
bond_coeff 1 {BOND}
angle_coeff 1 {ANGLE:.17g}
neigh_modify exclude molecule/intra all
neigh_modify every 1 delay 0 check yes
neighbor 0.1 bin
"""


def as_data(positions, edge):
    """Of molecules O, H, H one after the other; positions are numbers, or texts that are kept as they are."""
    count = len(positions) // 3
    charges = [charge * math.sqrt(COULOMB) for charge in CHARGES]
    atoms = [
        f"{k + 1} {k // 3 + 1} {1 if k % 3 == 0 else 2} {charges[k % 3]:.17g} {' '.join(map(as_text, place))}"
        for k, place in enumerate(positions)
    ]
    bonds = [f"{k + 1} 1 {3 * (k // 2) + 1} {3 * (k // 2) + 2 + k % 2}" for k in range(2 * count)]
    angles = [f"{k + 1} 1 {3 * k + 2} {3 * k + 1} {3 * k + 3}" for k in range(count)]
    lines = ["water", f"{3 * count} atoms", f"{2 * count} bonds", f"{count} angles"]
    lines += ["2 atom types", "1 bond types", "1 angle types"]
    lines += [f"0 {edge} {axis}lo {axis}hi" for axis in "xyz"]
    masses = [f"{k + 1} {mass}" for k, mass in enumerate(MASSES)]
    for title, rows in (("Masses", masses), ("Atoms", atoms), ("Bonds", bonds), ("Angles", angles)):
        lines += ["", title, "", *rows]
    return "\n".join(lines) + "\n"


def as_text(x):
    return x if isinstance(x, str) else f"{x:.17g}"
