#!/usr/bin/env python3
"""Runs examples/water.toml and LAMMPS (Debian: apt-get install lammps) with the same settings, and prints means with error
bars beside each other: potential energy a molecule, pressure, and the diffusion of oxygens.

usage: compare_water.py TAUT [PICOSECONDS]   (10 when absent, after 5 that are left out)
"""

import csv
import subprocess
import sys
import tempfile
from pathlib import Path

import h5py
import numpy as np

import make_water_reference as reference

MOLECULES, EDGE = 216, reference.SYSTEMS[216]
STEP, EVERY, SETTLING, BLOCKS = 0.002, 10, 5.0, 10
THERMAL = 298.15 * 0.00831446262

INPUT = """\
units lj
atom_style full
boundary p p p
bond_style zero
angle_style zero
read_data water.data
pair_style lj/cut/coul/dsf {damping} {cutoff}
pair_coeff 1 1 0.650 0.3166
pair_coeff 1 2 0.0 0.3166
pair_coeff 2 2 0.0 0.3166
bond_coeff 1 0.1
angle_coeff 1 109.47122063449069
neigh_modify exclude molecule/intra all
neighbor 0.1 bin
neigh_modify every 1 delay 0 check yes
velocity all create {thermal} 4928 loop geom
fix move all nvt temp {thermal} {thermal} 0.1
fix rigid all shake 1e-8 100 0 b 1 a 1
timestep {step}
thermo_style custom step pe press
thermo {every}
thermo_modify format float %.12g norm no
group oxygen type 1
dump places oxygen custom {every} oxygen.dump id xu yu zu
dump_modify places sort id format float %.12g
run {steps}
"""


def main(taut, picoseconds=10.0):
    steps = round((SETTLING + float(picoseconds)) / STEP)
    with tempfile.TemporaryDirectory() as scratch:
        ours = with_taut(taut, steps, Path(scratch))
        theirs = with_lammps(taut, steps, Path(scratch))
    print(f"{'':34} {'taut':>22} {'LAMMPS':>22}   difference in standard errors")
    for name, a, b in zip(("potential energy, kJ/mol", "pressure, bar", "diffusion, 1e-5 cm2/s"), ours, theirs):
        apart = abs(a[0] - b[0]) / np.hypot(a[1], b[1])
        print(f"{name:34} {a[0]:12.4f} ± {a[1]:7.4f} {b[0]:12.4f} ± {b[1]:7.4f}   {apart:.1f}")


def results(energies, pressures, oxygens):
    """Means over what follows the settling; oxygens is (frames, molecules, 3)."""
    begin = round(SETTLING / STEP / EVERY)
    return (
        mean_and_error(energies[begin:] / MOLECULES),
        mean_and_error(16.6054 * pressures[begin:]),
        diffusion(oxygens[begin:]),
    )


def mean_and_error(values):
    blocks = [part.mean() for part in np.array_split(values, BLOCKS)]
    return values.mean(), np.std(blocks, ddof=1) / np.sqrt(BLOCKS)


def diffusion(places):
    """Half the slope of the mean square displacement along an axis from 1 to 2 ps; nm2/ps is 1e-2 cm2/s."""
    places = places - places.mean(axis=1, keepdims=True)
    first, last = round(1.0 / STEP / EVERY), round(2.0 / STEP / EVERY)
    square = [((places[lag:] - places[:-lag]) ** 2).mean(axis=(0, 2)) for lag in (first, last)]
    each = (square[1] - square[0]) / (2.0 * (last - first) * STEP * EVERY)  # one a molecule
    return 1e3 * each.mean(), 1e3 * each.std(ddof=1) / np.sqrt(len(each))


def with_taut(taut, steps, scratch):
    out = scratch / "taut"
    settings = [f"integrator.steps={steps}", f"output.every={EVERY}", "output.figures=false"]
    words = [word for setting in settings for word in ("--set", setting)]
    scenario = str(reference.ROOT / "examples/water.toml")
    subprocess.run([taut, "run", scenario, "--out", str(out), "--quiet", *words], check=True)
    with open(out / "thermodynamics.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    energies = np.array([float(row["dispersion"]) + float(row["coulomb"]) for row in rows])
    pressures = np.array([float(row["pressure"]) for row in rows])
    with h5py.File(out / "trajectory.h5") as file:
        places = file["particles/all/position/value"][:, ::3]
    return results(energies, pressures, places)


def with_lammps(taut, steps, scratch):
    positions = reference.start(taut, MOLECULES, EDGE, scratch)
    (scratch / "water.data").write_text(as_bonded_data(positions))
    settings = {"damping": reference.DAMPING, "cutoff": reference.CUTOFF, "thermal": THERMAL, "step": STEP}
    (scratch / "in.water").write_text(INPUT.format(**settings, every=EVERY, steps=steps))
    done = subprocess.run(["lmp", "-in", "in.water", "-log", "none"], cwd=scratch, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(done.stdout[-500:] + done.stderr)
    lines = done.stdout.split("Step PotEng Press")[1].split("Loop time")[0].split()
    table = np.array(lines, dtype=float).reshape(-1, 3)
    dump = (scratch / "oxygen.dump").read_text().split("id xu yu zu")[1:]
    places = np.array([np.array(frame.split("ITEM")[0].split(), dtype=float).reshape(-1, 4)[:, 1:] for frame in dump])
    return results(table[:, 1], table[:, 2], places)


def as_bonded_data(positions):
    text = reference.as_data(positions, EDGE)
    sizes = f"{2 * MOLECULES} bonds\n{MOLECULES} angles\n1 bond types\n1 angle types\n2 atom types"
    text = text.replace("2 atom types", sizes)
    bonds = [f"{k + 1} 1 {3 * (k // 2) + 1} {3 * (k // 2) + 2 + k % 2}" for k in range(2 * MOLECULES)]
    angles = [f"{k + 1} 1 {3 * k + 2} {3 * k + 1} {3 * k + 3}" for k in range(MOLECULES)]
    return text + "\n".join(["", "Bonds", "", *bonds, "", "Angles", "", *angles]) + "\n"


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    main(*sys.argv[1:])
