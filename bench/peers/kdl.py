"""Orocos KDL: the targets of bench/arms.cpp, by LMA, its fastest solver for points, which knows no limits."""

from case import case, measurement

# As arm_systems() and arm_case_name() of bench/arm_systems.hpp have them.
ARMS = ("plane arm of 6 limbs", "plane arm of 20 limbs", "six-axis arm", "seven-axis arm")
STRETCHES = {0: "reach a point", 0.99: "a point at 99 % of its reach", 0.999: "a point at 99.9 % of its reach",
             0.9999: "a point at 99.99 % of its reach"}


def cases(programs, _scratch):
    return [measured(programs / "peer_kdl", arm, stretch) for arm in range(len(ARMS)) for stretch in STRETCHES]


def measured(program, arm, stretch):
    found = measurement(program, arm, stretch, "lma")
    engine = f"Orocos KDL {found['version']}, {found['within']:.1%} in limits"
    return case(engine, f"{ARMS[arm]}, {STRETCHES[stretch]}", "solve", found["ns"], found["error"], "position")
