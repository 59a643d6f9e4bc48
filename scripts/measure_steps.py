#!/usr/bin/python3
"""Measures the steps that water takes with bonds that vibrate, with rods for bonds, and as a rigid body, and how well
energy is conserved; draws docs/images/water_steps.svg.

usage: measure_steps.py TAUT [--time PICOSECONDS] [--figure FILE.svg]

1. Where the motion becomes unstable, found by halving: two molecules of two atoms that vibrate at 3400 and 1800 per
   centimetre, the first bond a spring or a rod; and one molecule of water in its three forms.
2. Liquid water, 216 molecules at 298 K, without a thermostat: the standard deviation of the energy over that of the kinetic
   energy, a straight line taken off, and that line, by step; the power of the step that fits; the steps of equal error.

Water is SPC/E; where it vibrates, with the stiffness of SPC/Fw [wu2006].
"""

import argparse
import csv
import json
import math
import subprocess
import tempfile
from pathlib import Path

import lammps_water
import make_water_reference as reference
import numpy as np

LIGHT = 0.0299792458  # cm/ps
OXYGEN, HYDROGEN, CARBON = *lammps_water.MASSES, 12.011
STIFFNESS, BENDING = 443153.38, 317.5656  # kJ/(mol nm2), kJ/(mol rad2)
MOLECULES, EDGE, SETTLING = 216, reference.SYSTEMS[216], 3.0
FORMS = {"flexible": "springs, angle", "rods": "rods, angle", "rigid": "rigid"}
STEPS = {"flexible": (0.25, 0.5, 0.75, 1.0), "rods": (0.5, 1.0, 1.5, 2.0), "rigid": (1.0, 2.0, 3.0, 4.0)}  # fs
LONGEST = 64  # fs, that is tried
ERROR = 0.02  # deviation of the energy over that of the kinetic energy, at which steps are compared

SETTINGS = """
[integrator]
method = "rattle"
step = {step}
steps = {steps}
[output]
figures = false
formats = []
every = {every}
[units]
boltzmann_constant = 0.00831446262
"""
THERMOSTAT = '[thermostat]\nmethod = "rescale"\ntemperature = 298.15\ntime_constant = 0.05\n'
PAIRS = f"""
[box]
lengths = [{EDGE}, {EDGE}, {EDGE}]
[forces.pairs]
dispersion = "lennard-jones"
truncation = "shifted"
coulomb = "damped-shifted"
coulomb_constant = {lammps_water.COULOMB}
damping = {lammps_water.DAMPING}
cutoff = {lammps_water.CUTOFF}
exclude = "molecules"
types = [{{ type = "O", sigma = 0.3166, epsilon = 0.650 }}]
"""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("taut")
    parser.add_argument("--time", type=float, default=4.0, help="ps, of liquid water at each step")
    parser.add_argument("--figure", default=str(reference.ROOT / "docs/images/water_steps.svg"))
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        scratch = Path(folder)
        stability(arguments.taut, scratch)
        errors = conservation(arguments.taut, arguments.time, scratch)
    draw(errors, Path(arguments.figure))


def particle(name, mass, place, velocity=(0.0, 0.0, 0.0), more=""):
    return f'[[particles]]\nname = "{name}"\nmass = {mass}\nposition = {list(place)}\nvelocity = {list(velocity)}\n{more}'


def joined(one, other, stiffness, length):
    """By a spring, or by a rod where there is no stiffness."""
    if stiffness is None:
        return f'[[constraints]]\ntype = "distance"\nbetween = ["{one}", "{other}"]\nlength = {length}\n'
    return f'[[forces.springs]]\nbetween = ["{one}", "{other}"]\nstiffness = {stiffness}\nlength = {length}\n'


def two_bonds(first):
    """Vibrations of 3400 and 1800 per centimetre side by side; the first a spring or a rod."""
    stretched = 0.1 if first == "rod" else 0.1005
    parts = [particle("O", OXYGEN, (0.0, 0.0, 0.0)), particle("H", HYDROGEN, (stretched, 0.0, 0.0), (0.0, 0.5, 0.0))]
    parts += [particle("C", CARBON, (1.0, 0.0, 0.0)), particle("O2", OXYGEN, (1.1205, 0.0, 0.0), (0.0, 0.5, 0.0))]
    parts.append(joined("O", "H", None if first == "rod" else stiffness(3400, OXYGEN, HYDROGEN), 0.1))
    return "".join(parts) + joined("C", "O2", stiffness(1800, CARBON, OXYGEN), 0.12)


def stiffness(wavenumber, a, b):
    return (2 * math.pi * LIGHT * wavenumber) ** 2 * a * b / (a + b)


def waters(form, places, velocities):
    """Of atoms O, H, H one after the other."""
    bond, bending = lammps_water.BOND, f"degrees = {lammps_water.ANGLE:.17g}\nstiffness = {BENDING}\n"
    across = 2 * bond * math.sin(math.radians(lammps_water.ANGLE) / 2)
    parts = []
    for k, (place, velocity) in enumerate(zip(places, velocities)):
        more = f"charge = {lammps_water.CHARGES[k % 3]}\n" + ('type = "O"\n' if k % 3 == 0 else "")
        parts.append(particle(f"a{k}", HYDROGEN if k % 3 else OXYGEN, place, velocity, more))
    for k in range(0, len(places), 3):
        o, h, i = (f"a{k + n}" for n in range(3))
        parts += [joined(o, other, STIFFNESS if form == "flexible" else None, bond) for other in (h, i)]
        if form == "rigid":
            parts.append(joined(h, i, None, across))
        else:
            parts.append(f'[[forces.angles]]\nbetween = ["{h}", "{o}", "{i}"]\n{bending}')
    return "".join(parts)


def run(taut, system, scratch, step, steps, every, more=""):
    """Its summary and rows of time, energy and kinetic energy, or nothing where it failed; step in picoseconds."""
    text = 'title = "steps"\n' + system + SETTINGS.format(step=step, steps=steps, every=every) + more
    (scratch / "scenario.toml").write_text(text)
    out = scratch / "run"
    command = [taut, "run", str(scratch / "scenario.toml"), "--out", str(out), "--quiet", "--force"]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode == 2:
        raise SystemExit(done.stderr)
    if done.returncode != 0:
        return None
    with open(out / "observables.csv", newline="") as file:
        rows = [[float(row[key]) for key in ("time", "total", "kinetic")] for row in csv.DictReader(file)]
    return json.loads((out / "summary.json").read_text()), np.array(rows)


def largest_step(taut, system, scratch, low=0.001, high=1e-3 * LONGEST):
    """In picoseconds, to a part in five hundred."""
    while high > 1.002 * low:
        middle = math.sqrt(low * high)
        low, high = (middle, high) if is_stable(taut, system, middle, scratch) else (low, middle)
    return low


def is_stable(taut, system, step, scratch):
    done = run(taut, system, scratch, step, 20000, 100)
    if done is None or not np.isfinite(done[1]).all():
        return False
    energies = done[1][:, 1]
    return np.abs(energies - energies[0]).max() < 10 * np.abs(done[1][0, 1:]).sum()


def stability(taut, scratch):
    print("largest stable step, fs")
    pair = [1e3 * largest_step(taut, two_bonds(first), scratch) for first in ("spring", "rod")]
    limits = [1e3 / (math.pi * LIGHT * wavenumber) for wavenumber in (3400, 1800)]
    factor = pair[1] / pair[0]
    print(f"  bonds of 3400 and 1800/cm   two springs {pair[0]:.3f}, rod and spring {pair[1]:.3f}, factor {factor:.3f}")
    print(f"    2 / frequency             {limits[0]:.3f}, {limits[1]:.3f}, factor 17/9 = {17 / 9:.3f}")
    angle, bond = math.radians(lammps_water.ANGLE), lammps_water.BOND
    places = [(0.0, 0.0, 0.0), (bond, 0.0, 0.0), (bond * math.cos(angle), bond * math.sin(angle), 0.0)]
    velocities = [(0.0, 0.0, 0.1), (0.3, -0.5, 0.3), (0.2, 0.7, -0.9)]
    flexible = None
    for form, name in FORMS.items():
        step = 1e3 * largest_step(taut, waters(form, places, velocities), scratch)
        flexible = flexible or step
        found = f"{step:.3f}, factor {step / flexible:.3f}" if step < 0.99 * LONGEST else f"none below {LONGEST}"
        print(f"  a water: {name:18} {found}", flush=True)


def conservation(taut, picoseconds, scratch):
    """(step, deviation) of each form."""
    places = [list(map(float, place)) for place in reference.start(taut, MOLECULES, EDGE, scratch)]
    at_rest = [(0.0, 0.0, 0.0)] * len(places)
    errors, usable = {}, {}
    print("liquid water: deviation of the energy over that of the kinetic energy; line through it, kT a molecule and ns")
    for form, name in FORMS.items():
        step = 1e-3 * STEPS[form][0]
        system = waters(form, places, at_rest) + PAIRS
        final = run(taut, system, scratch, step, round(SETTLING / step), 1000, THERMOSTAT)[0]["final"]
        system = waters(form, final["positions"], final["velocities"]) + PAIRS
        errors[form] = []
        for step in STEPS[form]:
            steps = round(1e3 * picoseconds / step)
            done = run(taut, system, scratch, 1e-3 * step, steps, max(1, round(5 / step)))
            if done is None:
                print(f"  {name:16} {step:5.2f} fs  unstable", flush=True)
                continue
            deviation, slope = strayed(done[1])
            errors[form].append((step, deviation))
            print(f"  {name:16} {step:5.2f} fs  {deviation:.5f}  {slope:+.4f}", flush=True)
        power, usable[form] = fitted(errors[form])
        print(f"  {name:16} power of the step {power:.2f}; {ERROR:g} at {usable[form]:.2f} fs, "
              f"factor {usable[form] / usable['flexible']:.2f}", flush=True)
    return errors


def strayed(rows):
    time, energy, kinetic = rows.T
    slope, constant = np.polyfit(time, energy, 1)
    deviation = np.std(energy - slope * time - constant) / np.std(kinetic)
    return deviation, 1e3 * slope / MOLECULES / (298.15 * 0.00831446262)


def fitted(points):
    """The power of the step, and the step of the error at which they are compared; of the smaller steps, where it is one."""
    step, deviation = np.log(np.array(points[:3])).T
    power, constant = np.polyfit(step, deviation, 1)
    return power, math.exp((math.log(ERROR) - constant) / power)


WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 640, 400, 80, 20, 20, 60
COLOURS = {"flexible": "#c2410c", "rods": "#6d28d9", "rigid": "#0b5fa5"}


def draw(errors, figure):
    low, high = (math.log(0.2), math.log(1e-4)), (math.log(5), math.log(1))

    def x_of(step):
        return LEFT + (WIDTH - LEFT - RIGHT) * (math.log(step) - low[0]) / (high[0] - low[0])

    def y_of(error):
        return TOP + (HEIGHT - TOP - BOTTOM) * (high[1] - math.log(error)) / (high[1] - low[1])

    def text(x, y, content, anchor="middle", more=""):
        return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{more}>{content}</text>'

    right, bottom, limit = WIDTH - RIGHT, HEIGHT - BOTTOM, f"{y_of(ERROR):.1f}"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" '
        'font-family="sans-serif" font-size="15">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
        f'<rect x="{LEFT}" y="{TOP}" width="{right - LEFT}" height="{bottom - TOP}" fill="none" stroke="#333"/>',
        f'<line x1="{LEFT}" x2="{right}" y1="{limit}" y2="{limit}" stroke="#888" stroke-dasharray="6 5"/>',
        text((LEFT + right) / 2, HEIGHT - 12, "step, fs"),
        text(LEFT + 12, TOP + 22, "deviation of the energy / deviation of the kinetic energy", "start"),
    ]
    parts += [text(x_of(step), HEIGHT - BOTTOM + 20, f"{step:g}") for step in (0.25, 0.5, 1, 2, 4)]
    parts += [text(LEFT - 8, y_of(error) + 5, f"{error:g}", "end") for error in (1e-4, 1e-3, 1e-2, 1e-1, 1)]
    for form, points in errors.items():
        places = [(x_of(step), y_of(error)) for step, error in points]
        line = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
        parts.append(f'<polyline fill="none" stroke="{COLOURS[form]}" stroke-width="2" points="{line}"/>')
        parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{COLOURS[form]}"/>' for x, y in places]
        parts.append(text(places[0][0] + 10, places[0][1] + 18, FORMS[form], "start", f' fill="{COLOURS[form]}"'))
    figure.write_text("\n".join([*parts, "</svg>"]) + "\n")


if __name__ == "__main__":
    main()
