"""Simbody: a chain of pins, with the Verlet integrator at fixed step."""

import pendulum
from case import case, measurement


def cases(programs, _scratch):
    return [measured(programs / "peer_simbody", links) for links in pendulum.LINKS]


def measured(program, links):
    found = measurement(program, links, pendulum.steps(links), pendulum.STEP)
    engine = f"Simbody {found['version']}, pins, Verlet"
    return case(engine, pendulum.name(links), pendulum.UNIT, found["ns"], found["error"], "energy")
