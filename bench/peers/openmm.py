"""OpenMM: applyConstraints, SETTLE for the waters and CCMA for the chains. The call has no positions before the step:
the directions of the constraints are those of the displaced positions."""

import io

import numpy as np
import systems
from case import case, measurement


def cases(programs, _scratch):
    water, chain = systems.waters(), systems.chains()
    runs = [(water, 1e-10), (chain, 1e-5), (chain, 1e-10)]
    return [measured(programs / "peer_openmm", system, tolerance) for system, tolerance in runs]


def measured(program, system, tolerance):
    found = measurement(program, "CPU", tolerance, system.units, text=as_text(system))
    method = "SETTLE" if system.unit == "water" else f"CCMA to {tolerance:.0e}"
    engine = f"OpenMM {found['version']}, {method}"
    return case(engine, system.name, system.unit, found["ns"], found["error"])


def as_text(system):
    text = io.StringIO(f"{len(system.masses)} {len(system.lengths)}\n")
    text.seek(0, io.SEEK_END)
    np.savetxt(text, np.column_stack([system.masses, systems.displaced(system)]), fmt="%.17g")
    np.savetxt(text, np.column_stack([system.pairs, system.lengths]), fmt=["%d", "%d", "%.17g"])
    return text.getvalue()
