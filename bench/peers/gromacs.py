"""GROMACS: the row "Constraints" of mdrun's accounting, in double precision. Brownian steps displace
every particle at random as far as elsewhere; v += displacement / h is part of the row, which is wall-clock time."""

import re

import numpy as np
import systems
from case import case, output_of

PROGRAM = "gmx_d"
STEP = 0.002  # ps
TEMPERATURE = 300.0
KT = 0.008314462618 * TEMPERATURE  # kJ/mol
MARGIN = 1.0  # nm between the system and its periodic image
SAMPLES = 6

PARAMETERS = """\
integrator = bd
dt = {step}
nsteps = {steps}
bd-fric = 0
tc-grps = System
ref-t = {temperature}
tau-t = {relaxation:.12g}
comm-mode = None
continuation = yes
cutoff-scheme = Verlet
verlet-buffer-tolerance = -1
rlist = 0.3
rcoulomb = 0.3
rvdw = 0.3
coulombtype = Cut-off
nstlist = 100
nstcalcenergy = {steps}
nstenergy = 0
nstxout = {steps}
constraint-algorithm = {algorithm}
shake-tol = {tolerance}
lincs-order = {order}
lincs-iter = {iterations}
lincs-warnangle = 90
"""

# Without interactions: the row is about constraints alone. An angle potential keeps the chains in shape.
TOPOLOGY = """\
[ defaults ]
1 1 no 1.0 1.0
[ atomtypes ]
O {oxygen} 0.0 A 0.0 0.0
H {hydrogen} 0.0 A 0.0 0.0
C {bead} 0.0 A 0.0 0.0
[ moleculetype ]
{molecule} 1
{sections}
[ system ]
{molecule}
[ molecules ]
{molecule} {count}
"""


def cases(_programs, scratch):
    return water_cases(scratch) + chain_cases(scratch)


def water_cases(scratch):
    water = systems.waters()
    write_coordinates(scratch / "water.gro", water, "SOL")
    write_topology(scratch / "water.top", "SOL", water_sections(), water.units)
    return [measured(scratch, "water", water, "SETTLE", steps=200)]


def chain_cases(scratch):
    chain = systems.chains()
    bonds = chain.units // 5
    write_coordinates(scratch / "chain.gro", chain, "CHN")
    write_topology(scratch / "chain.top", "CHN", chain_sections(bonds), 5)
    return [
        measured(scratch, "chain", chain, "LINCS 4/1", steps=500, order=4, iterations=1),
        measured(scratch, "chain", chain, "LINCS 8/4", steps=500, order=8, iterations=4),
        measured(scratch, "chain", chain, "SHAKE to 1e-04", steps=300, algorithm="shake", tolerance=1e-4),
        measured(scratch, "chain", chain, "SHAKE to 1e-10", steps=300, algorithm="shake", tolerance=1e-10),
    ]


def measured(scratch, kind, system, method, steps, algorithm="lincs", tolerance=1e-4, order=4, iterations=1):
    (scratch / "run.mdp").write_text(
        PARAMETERS.format(
            step=STEP, steps=steps, temperature=TEMPERATURE, relaxation=relaxation(system), algorithm=algorithm,
            tolerance=tolerance, order=order, iterations=iterations,
        )
    )
    prepare = ["grompp", "-f", "run.mdp", "-c", f"{kind}.gro", "-p", f"{kind}.top", "-o", "run.tpr", "-maxwarn", "9"]
    gromacs(scratch, *prepare)
    seconds = min(seconds_of_constraints(scratch) for _ in range(SAMPLES))
    error = systems.largest_error(system, last_positions(scratch, len(system.masses)), box(system))
    engine = f"GROMACS {version(scratch)}, {method}"
    return case(engine, system.name, system.unit, 1e9 * seconds / (steps + 1) / system.units, error)


def relaxation(system):
    """tau-t for displacements sqrt(2 kT h tau / mass) that violate the lengths as much as elsewhere."""
    return systems.displacement(system) ** 2 / (2.0 * KT * STEP)


def gromacs(scratch, *arguments):
    return output_of([PROGRAM, "-nobackup", *arguments], cwd=scratch)


def seconds_of_constraints(scratch):
    one_thread = ["-ntmpi", "1", "-ntomp", "1", "-pin", "off", "-nb", "cpu"]
    gromacs(scratch, "mdrun", "-deffnm", "run", *one_thread)
    log = (scratch / "run.log").read_text()
    # The columns: ranks, threads, calls, seconds, cycles, percentage.
    return float(re.search(r"^ Constraints +\d+ +\d+ +\d+ +([\d.]+)", log, re.MULTILINE).group(1))


def last_positions(scratch, particles):
    """A frame of the trajectory ends with its positions, in doubles of network order, since nothing else is written."""
    tail = (scratch / "run.trr").read_bytes()[-24 * particles :]
    return np.frombuffer(tail, dtype=">f8").reshape(-1, 3)


def version(scratch):
    printed = gromacs(scratch, "--version")
    number = re.search(r"GROMACS version: +([\d.]+)", printed).group(1)
    instructions = re.search(r"SIMD instructions: +(.+)", printed).group(1)
    return f"{number} (double, {instructions})"


def box(system):
    return float(np.ptp(system.positions, axis=0).max()) + MARGIN


def write_coordinates(path, system, molecule):
    inside = system.positions - system.positions.min(axis=0) + 0.5 * MARGIN
    lines = [f"{molecule}", f"{len(inside)}"]
    for k, (x, y, z) in enumerate(inside):
        lines.append(f"{1:5d}{molecule:<5}{'A':>5}{(k + 1) % 100000:5d}{x:16.11f}{y:16.11f}{z:16.11f}")
    lines.append(" ".join(3 * [f"{box(system):.11f}"]))
    path.write_text("\n".join(lines) + "\n")


def write_topology(path, molecule, sections, count):
    masses = {
        "oxygen": systems.OXYGEN_MASS, "hydrogen": systems.HYDROGEN_MASS, "bead": systems.BEAD_MASS,
    }
    path.write_text(TOPOLOGY.format(molecule=molecule, sections=sections, count=count, **masses))


def water_sections():
    atoms = "\n".join(f"{k} {kind} 1 SOL {kind}{k} 1 0.0" for k, kind in enumerate("OHH", start=1))
    distances = f"1 1 {systems.OXYGEN_HYDROGEN:.17g} {systems.hydrogen_hydrogen():.17g}"
    return f"[ atoms ]\n{atoms}\n[ settles ]\n{distances}\n[ exclusions ]\n1 2 3\n2 1 3\n3 1 2"


def chain_sections(bonds):
    atoms = "\n".join(f"{k} C 1 CHN C {k} 0.0" for k in range(1, bonds + 2))
    rods = "\n".join(f"{k} {k + 1} 1 {systems.CARBON_CARBON}" for k in range(1, bonds + 1))
    degrees = 180.0 - np.degrees(systems.BEND)
    angles = "\n".join(f"{k} {k + 1} {k + 2} 1 {degrees:.1f} 500.0" for k in range(1, bonds))
    return f"[ atoms ]\n{atoms}\n[ constraints ]\n{rods}\n[ angles ]\n{angles}"
