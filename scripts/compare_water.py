#!/usr/bin/python3
"""Runs liquid water, examples/water.toml, in Taut and in LAMMPS (Debian: apt-get install lammps) with the same forces, step
and temperature, and prints means with standard errors beside each other: at constant volume temperature, potential
energy, pressure and the diffusion of oxygens; at constant pressure density and potential energy.

usage: compare_water.py TAUT [--time PICOSECONDS] [--settling PICOSECONDS] [--pressure BAR] [--friction RATE]
                        [--seed NUMBER] [--json FILE]

What LAMMPS runs: fix nve with fix langevin before fix shake. Thermostats that change velocities after fix shake has
made its prediction, fix nvt among them, leave lengths wrong by 1e-4. Its friction, 5/ps when absent, slows diffusion:
compare that with --friction 1, a fiftieth of what a molecule feels anyway, where in turn the temperature strays by some
kelvins for many picoseconds. Pressure is held by fix press/berendsen; how well lengths are kept is printed. Its pressure has kinetic energies at full steps and
constraint forces that balance those at half steps: it is lower than that of whole molecules by
h^2 <sum m a^2> / 12 V, a the accelerations within molecules, which is less than the errors of runs of this length.
Errors are by blocking. All four runs go on at the same time.
"""

import argparse
import csv
import json
import math
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import h5py
import lammps_water
import make_water_reference as reference
import numpy as np

MOLECULES, EDGE = 216, reference.SYSTEMS[216]
STEP, EVERY, BLOCKS, FEWEST = 0.002, 20, 10, 8
MELTING = 5.0  # ps at constant volume and with strong friction, in LAMMPS
THERMAL, BAR, DENSITY = 298.15 * 0.00831446262, 1 / 16.6054, 1.66053907e-3  # kJ/mol, kJ/(mol nm3), g/cm3
MASS = MOLECULES * (lammps_water.MASSES[0] + 2 * lammps_water.MASSES[1])
COMPRESSIBILITY = 4.5e-5 / BAR  # of water; it sets how fast the volume changes, not what it comes to

MOTION = """\
velocity all create {thermal} {seed} loop geom
fix move all nve
fix heat all langevin {thermal} {thermal} 0.1 {seed} zero yes
fix rigid all shake 1e-10 200 0 b 1 a 1
timestep {step}
thermo_style custom step temp pe press vol
thermo_modify format float %.12g norm no
thermo {every}
run {melting}
unfix rigid
fix heat all langevin {thermal} {thermal} {damp} {seed} zero yes
fix rigid all shake 1e-10 200 0 b 1 a 1
"""
BERENDSEN = "fix hold all press/berendsen iso {pressure} {pressure} 1.0 modulus {modulus}\n"
SAMPLING = """\
group oxygen type 1
dump places oxygen custom {every} oxygen.dump id xu yu zu
dump_modify places sort id format float %.12g
run {steps}
write_dump all custom last.dump id xu yu zu modify sort id format float %.17g
"""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("taut")
    parser.add_argument("--time", type=float, default=50.0, help="ps")
    parser.add_argument("--settling", type=float, default=10.0, help="ps before, which are left out")
    parser.add_argument("--pressure", type=float, default=1.0, help="bar")
    parser.add_argument("--friction", type=float, default=5.0, help="1/ps, in LAMMPS")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", help="a file for the numbers")
    arguments = parser.parse_args()
    if arguments.settling < MELTING:
        parser.error(f"--settling: found {arguments.settling:g}, expected at least {MELTING:g}")
    if arguments.time < 25.0:
        parser.error(f"--time: found {arguments.time:g}, expected at least 25, or blocks would be too short for diffusion")
    steps = round((arguments.settling + arguments.time) / STEP)
    titles = {"constant volume": None, f"{arguments.pressure:g} bar": arguments.pressure * BAR}
    rows = []
    with ThreadPoolExecutor() as pool, tempfile.TemporaryDirectory() as scratch:
        runs = {}
        for title, pressure in titles.items():
            folder = Path(scratch) / title
            folder.mkdir()
            runs[title] = [pool.submit(run, arguments, steps, pressure, folder) for run in (with_taut, with_lammps)]
        for title, pair in runs.items():
            rows += table(title, *(run.result() for run in pair))
    if arguments.json:
        Path(arguments.json).write_text(json.dumps(rows, indent=1) + "\n")


def table(title, ours, theirs):
    print(f"{title:26} {'Taut':>22} {'LAMMPS':>22}   difference in standard errors")
    rows = []
    for name, a in ours.items():
        b = theirs[name]
        apart = (a[0] - b[0]) / math.hypot(a[1], b[1])
        print(f"{name:26} {a[0]:12.4f} ± {a[1]:7.4f} {b[0]:12.4f} ± {b[1]:7.4f}   {apart:+.1f}", flush=True)
        rows.append({"at": title, "name": name, "taut": a, "lammps": b, "standard_errors": apart})
    return rows


def results(settling, pressure, temperatures, energies, pressures, volumes, oxygens):
    """Means over what follows the settling; oxygens is (frames, molecules, 3)."""
    begin = round(settling / STEP / EVERY)
    found = {
        "temperature, K": mean_and_error(298.15 / THERMAL * temperatures[begin:]),
        "potential energy, kJ/mol": mean_and_error(energies[begin:] / MOLECULES),
    }
    found["pressure, bar"] = mean_and_error(pressures[begin:] / BAR)
    if pressure is None:
        found["diffusion, 1e-5 cm2/s"] = diffusion(oxygens[begin:])
    else:
        found["density, g/cm3"] = mean_and_error(DENSITY * MASS / volumes[begin:])
    return found


def mean_and_error(values):
    """By blocking: of blocks of twice the length again and again, while there are at least eight, the largest error."""
    mean, errors, blocks = values.mean(), [], values
    while len(blocks) >= FEWEST:
        errors.append(np.std(blocks, ddof=1) / np.sqrt(len(blocks)))
        blocks = 0.5 * (blocks[: len(blocks) // 2 * 2 : 2] + blocks[1::2])
    return mean, max(errors)


def diffusion(places):
    """Half the slope of the mean square displacement along an axis from 1 to 2 ps; nm2/ps is 1e-2 cm2/s."""
    places = places - places.mean(axis=1, keepdims=True)
    first, last = round(1.0 / STEP / EVERY), round(2.0 / STEP / EVERY)
    blocks = []
    for part in np.array_split(places, BLOCKS):
        square = [((part[lag:] - part[:-lag]) ** 2).mean() for lag in (first, last)]
        blocks.append(1e3 * (square[1] - square[0]) / (2.0 * (last - first) * STEP * EVERY))
    return np.mean(blocks), np.std(blocks, ddof=1) / np.sqrt(BLOCKS)


def with_taut(arguments, steps, pressure, scratch):
    out = scratch / "taut"
    settings = [f"integrator.steps={steps}", f"output.every={EVERY}", "output.figures=false", f"seed={arguments.seed}"]
    settings.append("thermostat.time_constant=0.5")
    if pressure is not None:
        settings += ["barostat.method=cell-rescaling", f"barostat.pressure={pressure}"]
        settings += [f"barostat.compressibility={COMPRESSIBILITY}", "barostat.time_constant=1.0"]
    words = [word for setting in settings for word in ("--set", setting)]
    scenario = str(reference.ROOT / "examples/water.toml")
    subprocess.run([arguments.taut, "run", scenario, "--out", str(out), "--quiet", *words], check=True)
    with open(out / "thermodynamics.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    column = {key: np.array([float(row[key]) for row in rows]) for key in rows[0]}
    with h5py.File(out / "trajectory.h5") as file:
        places = file["particles/all/position/value"][:, ::3]
    energies = column["dispersion"] + column["coulomb"]
    thermal = column["temperature"] * THERMAL / 298.15
    return results(arguments.settling, pressure, thermal, energies, column["pressure"], column["volume"], places)


def with_lammps(arguments, steps, pressure, scratch):
    positions = reference.start(arguments.taut, MOLECULES, EDGE, scratch)
    (scratch / "water.data").write_text(lammps_water.as_data(positions, EDGE))
    text = lammps_water.FORCES + MOTION + (BERENDSEN if pressure is not None else "") + SAMPLING
    melting = round(MELTING / STEP)
    held = {"pressure": pressure, "modulus": 1 / COMPRESSIBILITY, "damp": 1 / arguments.friction}
    (scratch / "in.water").write_text(
        text.format(thermal=THERMAL, step=STEP, every=EVERY, steps=steps - melting, melting=melting, seed=76 + arguments.seed, **held)
    )
    done = subprocess.run(["lmp", "-in", "in.water", "-log", "none"], cwd=scratch, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(done.stdout[-500:] + done.stderr)
    runs = re.findall(r"Step Temp PotEng Press Volume\s*\n(.*?)Loop time", done.stdout, re.DOTALL)
    parts = [np.array(run.split(), dtype=float).reshape(-1, 5) for run in runs]
    table = np.concatenate([parts[0][:-1], *parts[1:]])
    dump = (scratch / "oxygen.dump").read_text().split("id xu yu zu")[1:]
    places = np.array([as_numbers(frame.split("ITEM")[0])[:, 1:] for frame in dump])
    missing = np.repeat(places[:1], len(table) - len(places), axis=0)  # of the melting, which is left out
    print(f"largest error of a length in LAMMPS at the end: {length_error(scratch):.1e}")
    return results(arguments.settling, pressure, *table[:, 1:].T, np.concatenate([missing, places]))


def as_numbers(text):
    """Rows of number, x, y, z."""
    return np.array(text.split(), dtype=float).reshape(-1, 4)


def length_error(scratch):
    rows = as_numbers((scratch / "last.dump").read_text().split("id xu yu zu")[1])
    water = rows[:, 1:].reshape(-1, 3, 3)
    lengths = np.linalg.norm(water[:, 1:] - water[:, :1], axis=2)
    return np.abs(lengths / lammps_water.BOND - 1).max()


if __name__ == "__main__":
    main()
