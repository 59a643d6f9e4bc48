#!/usr/bin/env python3
"""Makes tests/data/spce_*.json: energy, virial and forces of the first configuration of examples/water.toml as LAMMPS
(Debian: apt-get install lammps) computes them with the same settings, lj/cut/coul/dsf.

usage: make_water_reference.py TAUT FOLDER
"""

import csv
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import lammps_water

ROOT = Path(__file__).resolve().parent.parent
SYSTEMS = {216: 1.862, 4000: 4.927}  # molecules: edge of the box
KEPT = 40  # molecules of which forces are kept

INPUT = (
    lammps_water.FORCES
    + """\
compute virial all pressure NULL virial
thermo_style custom evdwl ecoul c_virial[1] c_virial[2] c_virial[3] c_virial[4] c_virial[5] c_virial[6] vol
thermo_modify format float %.15g norm no
run 0
write_dump all custom forces.dump id fx fy fz modify sort id format float %.15g
"""
)


def main(taut, folder):
    for molecules, edge in SYSTEMS.items():
        with tempfile.TemporaryDirectory() as scratch:
            reference = computed(taut, molecules, edge, Path(scratch))
        target = Path(folder) / f"spce_{molecules}.json"
        target.write_text(json.dumps(reference) + "\n")
        print(f"{target}: {reference['dispersion']} {reference['coulomb']}")


def computed(taut, molecules, edge, scratch):
    positions = start(taut, molecules, edge, scratch)
    (scratch / "water.data").write_text(lammps_water.as_data(positions, edge))
    (scratch / "in.water").write_text(INPUT)
    done = subprocess.run(["lmp", "-in", "in.water", "-log", "none"], cwd=scratch, capture_output=True, text=True, check=True)
    row = re.search(r"\n *E_vdwl.*\n([^\n]+)\n", done.stdout).group(1).split()
    dispersion, coulomb, *pressure, volume = map(float, row)
    forces = (scratch / "forces.dump").read_text().split("fx fy fz")[1].split()
    rows = [list(map(float, forces[k + 1 : k + 4])) for k in range(0, len(forces), 4)]
    kept = [k for k in range(3 * molecules) if k // 3 % (molecules // KEPT) == 0]
    return {
        "molecules": molecules,
        "edge": edge,
        "dispersion": dispersion,
        "coulomb": coulomb,
        "virial": [p * volume for p in pressure],  # xx yy zz xy xz yz
        "particles": kept,
        "forces": [rows[k] for k in kept],
    }


def start(taut, molecules, edge, scratch):
    out = scratch / "out"
    settings = {"molecules[0].count": molecules, "box.lengths": f"[{edge},{edge},{edge}]", "integrator.steps": 0,
                "output.formats": '["csv"]', "output.figures": "false"}
    words = [word for key, value in settings.items() for word in ("--set", f"{key}={value}")]
    subprocess.run([taut, "run", str(ROOT / "examples/water.toml"), "--out", str(out), "--quiet", *words], check=True)
    with open(out / "trajectory.csv", newline="") as file:
        return [[row[axis] for axis in "xyz"] for row in csv.DictReader(file)]


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
