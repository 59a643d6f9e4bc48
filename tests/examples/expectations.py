"""What each example claims in its comment, as a check of a finished run.

A check takes the test case and the run. Values in the tables below were computed independently of this program (in
generalised coordinates, by quadrature, or in closed form).
"""

import math
from typing import Callable, NamedTuple, Optional

from chaos_expectations import chaotic_pendulum, exponent_between
from checks import G, PRINTED, close
from heat_expectations import (
    arcsine,
    diffusion,
    double_well,
    flexible_butane,
    hot_pendulum,
    kramers_chain,
    kramers_trimer,
    pressed,
    thermal,
)
from network_expectations import auxetic_honeycomb, kagome, mixed, rotating_squares
from program import EXAMPLES, Run, taut


class Expectation(NamedTuple):
    drift: Optional[float]  # bound on the relative energy drift; None where something drives or brakes the motion
    check: Optional[Callable] = None
    settings: tuple = ()


def circle(test, run):
    turned = 1000 * math.asin(0.01)
    close(test, run.positions[0], (math.cos(turned), -math.sin(turned)), 1000 * 1e-12)  # the tolerance, every step
    close(test, run.forces, (-1.0,), 1e-9)


def last_bob(position, tensions, tolerance):
    def check(test, run):
        close(test, run.positions[-1], position, tolerance)
        close(test, run.forces, tensions, 1e3 * tolerance)  # forces are two derivatives away

    return check


def drift(test, run):
    test.assertLess(run.summary["constraint_error"]["max_position"], 1e-14)
    closed = Run("drift", "integrator.method=closed-form")
    test.assertGreater(closed.summary["constraint_error"]["max_position"], 1e-4)


def honey(test, run):
    beads = len(run.positions) - 1
    for bead, place in enumerate(run.positions):
        close(test, place, (0.0, -0.1 * bead), 1e-5)  # nearly there: it creeps up to the end
    weights = [0.1 * G * (beads - rod) for rod in range(beads)]
    close(test, run.forces, weights, 1e-5)


def lifted_chain(test, run):
    pulls = [
        tuple(force * (b - a) / 0.1 for a, b in zip(here, there))
        for force, here, there in zip(run.forces, run.positions, run.positions[1:])
    ]
    for before, after in zip(pulls, pulls[1:]):
        close(test, (after[0] - before[0], after[1] - before[1]), (0.0, 0.1 * G), 1e-10)
    coarse = Run("lifted_chain", "integrator.step=0.5")
    for fine_place, coarse_place in zip(run.positions, coarse.positions):
        close(test, fine_place, coarse_place, 1e-12)


def returns_to_start(tolerance):
    def check(test, run):
        for particle, place in enumerate(run.positions):
            if "path" not in run.scenario["particles"][particle]:
                close(test, place, run.start(particle), tolerance)

    return check


def parabola_bead(test, run):
    returns_to_start(1e-12)(test, run)
    close(test, run.velocities[0], (0.0, 0.0), 1e-6)


def lateral_accelerations(run):
    path = run.path(0)
    for before, here, after in zip(path, path[1:], path[2:]):
        h = here[0] - before[0]
        yield math.hypot(*((before[a] - 2 * here[a] + after[a]) / h**2 for a in (1, 2)))


def lap(greatest):
    def check(test, run):
        returns_to_start(1e-4)(test, run)  # RATTLE's phase error: (v h / r)^2 / 6 of a lap
        test.assertAlmostEqual(max(lateral_accelerations(run)), greatest, delta=1e-3)  # of differences over 0.01 s

    return check


def angular_momentum(run, particle):
    (x, y, _), (vx, vy, _) = run.positions[particle], run.velocities[particle]
    return x * vy - y * vx


def keeps_angular_momentum(value):
    return lambda test, run: test.assertAlmostEqual(angular_momentum(run, -1), value, delta=1e-12)


def funnel(test, run):
    close(test, run.positions[0], (0.333408478568, -1.018952693927, -0.932737694857), PRINTED)
    keeps_angular_momentum(3.6)(test, run)


def plane(test, run):
    down = G * 2.0**2 / 4
    close(test, run.positions[0], (down * math.sqrt(0.75), 3.0, -down / 2), 1e-12)
    close(test, run.forces, (G * math.sqrt(0.75),), 1e-12)


def ellipsoid(test, run):
    r, v, axes = run.positions[0], run.velocities[0], (3.0, 2.0, 1.0)
    joachimsthal = sum((b / a) ** 2 for a, b in zip(axes, v)) * sum((x / a**2) ** 2 for a, x in zip(axes, r))
    test.assertAlmostEqual(joachimsthal, 2 / 9, delta=1e-10)


def hyperboloid(test, run):
    close(test, run.positions[0], (1.0, 4.0, 4.0), 1e-12)
    keeps_angular_momentum(1.0002)(test, run)


def cylinder(test, run):
    close(test, run.positions[0], (math.cos(18.0), math.sin(18.0), 0.38), 1e-12)


def hanging_chain(test, run):
    heights = [position[1] for position in run.positions]
    test.assertAlmostEqual(min(heights), -0.725617565, delta=1e-8)
    middle = 50  # the links beside the lowest bead slope by half a bead's weight over the horizontal tension
    (x1, y1), (x2, y2) = run.positions[middle], run.positions[middle + 1]
    horizontal = run.forces[middle] * (x2 - x1) / math.hypot(x2 - x1, y2 - y1)
    test.assertAlmostEqual(horizontal, 1.600654957, delta=1e-7)


def falling_chain(test, run):
    tip = run.path(50)
    speeds = [math.dist(a[1:], b[1:]) / (b[0] - a[0]) for a, b in zip(tip, tip[1:])]
    fastest = max(range(len(speeds)), key=speeds.__getitem__)
    test.assertAlmostEqual(tip[fastest][0], 0.45, delta=0.01)
    test.assertAlmostEqual(speeds[fastest], 12.0, delta=0.5)
    for time, _, height, _ in tip:
        if time < 0.4:
            test.assertAlmostEqual(height, -0.5 * G * time**2, delta=1e-3)


def hanging_bridge(test, run):
    for rod in range(10):
        (x1, y1), (x2, y2) = run.positions[rod], run.positions[rod + 1]
        horizontal = run.forces[rod] * (x2 - x1) / math.hypot(x2 - x1, y2 - y1)
        test.assertAlmostEqual(horizontal, 67443.75, delta=1e-3)


def four_bar(test, run):
    returns_to_start(1e-11)(test, run)
    angles = [math.degrees(math.atan2(y, 2.0 - x)) for _, x, y, _ in run.path(2)]
    test.assertAlmostEqual(min(angles), math.degrees(math.acos(0.8)), delta=2e-3)  # the extremes lie between frames
    test.assertAlmostEqual(max(angles), math.degrees(math.acos(-0.2)), delta=2e-3)


def robot(test, run):
    """At rest in the end: what servos and spring do in the joints is what the weight of all limbs behind them needs."""
    last = {name: math.radians(float(value)) for name, value in run.joints[-1].items()}
    shoulder, elbow, wrist = last["shoulder"], last["elbow"], last["wrist"]
    ways = [0.5 * math.cos(shoulder), 0.4 * math.cos(shoulder + elbow), 0.2 * math.cos(shoulder + elbow + wrist)]
    masses = [3.0, 2.0, 1.5]
    weight = [
        sum(masses[k] * G * (sum(ways[first:k]) + ways[k] / 2) for k in range(first, 3)) for first in range(3)
    ]
    test.assertLess(abs(wrist), math.radians(40))
    close(test, (600 * (math.radians(50) - shoulder), 250 * (math.radians(30) - elbow), -2 * wrist), weight, 1e-6)
    wrists = [float(row["wrist"]) for row in run.joints]
    test.assertTrue(-44 < min(wrists) < -40 and 40 < max(wrists) < 44)  # it meets both stops, which give way a little


# Angles at one second in generalised coordinates, by Runge-Kutta steps of 1e-4.
def servo_arm(test, run):
    hands = {round(t, 9): (x, y) for t, x, y, _ in run.path(3)}
    close(test, hands[1.0], (0.971427573385, -1.498663028344), 2e-6)
    (elbow, hand) = run.positions[2:4]
    close(test, hand, (1.726426602933, -0.057804589357), 2e-6)
    upper = math.atan2(elbow[0], -elbow[1])  # from hanging
    fore = math.atan2(hand[0] - elbow[0], elbow[1] - hand[1])
    at_elbow = 2.0 * G * (hand[0] - elbow[0])
    test.assertAlmostEqual(200.0 * (-0.5 - (fore - upper)), at_elbow, delta=0.01)
    test.assertAlmostEqual(400.0 * (1.9 - upper), 3.0 * G * elbow[0] + at_elbow, delta=0.01)
    test.assertAlmostEqual(math.degrees(1.9 - upper), 6.2, delta=0.05)
    test.assertAlmostEqual(math.degrees(fore - upper + 0.5), -4.2, delta=0.05)


def strandbeest(test, run):
    returns_to_start(1e-11)(test, run)
    foot = [(x, y) for _, x, y, _ in run.path(6)]
    ground = min(y for _, y in foot)
    standing = [x for x, y in foot if y - ground < 1.0]
    test.assertGreater(max(standing) - min(standing), 50.0)  # a long flat stride
    test.assertGreater(max(y for _, y in foot) - ground, 20.0)  # and a lift to step over things


def carbon_dioxide(test, run):
    x, y = 1.162 * math.cos(20.0), 1.162 * math.sin(20.0)
    test.assertEqual(run.summary["degrees_of_freedom"], 5)
    close(test, run.positions[0], (10.0 + x, y, 0.0), 1e-11)
    close(test, run.positions[2], (10.0 - x, -y, 0.0), 1e-11)


def benzene(test, run):
    test.assertEqual(run.summary["degrees_of_freedom"], 6)
    test.assertIn("15 distances hold 6 particles in a plane", " ".join(run.summary["notes"]))
    returns_to_start(1e-12)(test, run)
    refused = taut("check", str(EXAMPLES / "benzene.toml"), "--set", "solver.regularise=false")
    test.assertEqual(refused.returncode, 2)
    test.assertIn("is singular at the start", refused.stderr)


def octahedron(test, run):
    test.assertEqual((run.summary["constraints"], run.summary["rank"]), (15, 12))
    test.assertEqual(run.summary["degrees_of_freedom"], 6)
    returns_to_start(1e-12)(test, run)
    f = math.sqrt(2 / 3) * (2 * math.pi / 3) ** 2 / math.sqrt(3)
    around, between, across = 5 * f / 6, -f / 6, math.sqrt(2) * f / 3
    upper = {0, 2, 4}  # east, north and top turn about the axis on one side, their opposites on the other
    pairs = [(i, j) for i in range(6) for j in range(i + 1, 6)]
    expected = [across if i // 2 == j // 2 else around if (i in upper) == (j in upper) else between for i, j in pairs]
    close(test, run.forces, expected, 1e-9)


def parallelogram(test, run):
    turned = math.pi / 2 + 800 * math.asin(0.01)  # RATTLE's own angle; three steps of it were divided
    close(test, run.positions[2], (math.cos(turned), math.sin(turned)), 3 * 0.01**3)
    close(test, run.positions[3], (2.0 + math.cos(turned), math.sin(turned)), 3 * 0.01**3)
    test.assertRegex(" ".join(run.summary["notes"]), r"at t = 1\.5[78].*singular, or nearly so, at .*3 such moments, the last at t = 7\.8[56]")


def kapitza(test, run):
    """Runge and Kutta on the angle from the upright, in the frame of the pivot."""

    def slope(t, state):
        angle, rate = state
        return rate, (G - 0.1 * 80**2 * math.cos(80 * t)) * math.sin(angle)

    h, steps, state = 1e-4, 50000, (math.radians(20.0), 0.0)
    for n in range(steps):
        t = n * h
        k1 = slope(t, state)
        k2 = slope(t + h / 2, [s + h / 2 * k for s, k in zip(state, k1)])
        k3 = slope(t + h / 2, [s + h / 2 * k for s, k in zip(state, k2)])
        k4 = slope(t + h, [s + h * k for s, k in zip(state, k3)])
        state = [s + h / 6 * (a + 2 * b + 2 * c + d) for s, a, b, c, d in zip(state, k1, k2, k3, k4)]
    pivot = 0.1 * math.cos(80 * 5.0)
    close(test, run.positions[1], (math.sin(state[0]), pivot + math.cos(state[0])), 1e-8)


CSV = 'output.formats=["csv"]'
TEN_SECONDS = "integrator.duration=10"
TIGHT = 1e-12  # order 8 with a tolerance of 1e-15: rounding, and little else

EXPECTATIONS = {
    "benzene": Expectation(TIGHT, benzene),
    "arcsine": Expectation(1e-11, arcsine),
    "chaos/bowl": Expectation(1e-3, exponent_between(0.1, 0.4, "--time", "500", "--copies", "2")),
    "chaos/double_pendulum": Expectation(2e-3, chaotic_pendulum),
    "chaos/henon_heiles": Expectation(1e-5, exponent_between(0.02, 0.08, "--time", "1500", "--copies", "2")),
    "circle": Expectation(1e-11, circle),
    "curves/bean": Expectation(1e-11),
    "curves/ellipse": Expectation(TIGHT, returns_to_start(1e-12)),
    "diffusion": Expectation(None, diffusion),
    "double_pendulum": Expectation(
        TIGHT, last_bob((-1.040765783246, -1.707347662469), (183.748331908, 138.657204657), 1e-12), (TEN_SECONDS,)
    ),
    "double_well": Expectation(None, double_well, (CSV,)),
    "drift": Expectation(5e-5, drift),
    "dumbbells": Expectation(None, pressed(1.0, 1.8, thermal(1.8, 0.1, 0.02))),
    "falling_chain": Expectation(1e-5, falling_chain, (CSV,)),
    "flexible_butane": Expectation(2e-3, flexible_butane),
    "freely_jointed": Expectation(None),
    "four_bar": Expectation(None, four_bar, (CSV,)),
    "funnel": Expectation(TIGHT, funnel, (TEN_SECONDS,)),
    "hanging_bridge": Expectation(None, hanging_bridge),
    "hanging_chain": Expectation(None, hanging_chain),
    "honey": Expectation(None, honey),
    "hot_pendulum": Expectation(None, hot_pendulum),
    "kapitza": Expectation(None, kapitza),
    "kramers_chain": Expectation(None, kramers_chain),
    "kramers_trimer": Expectation(None, kramers_trimer, (CSV,)),
    "lifted_chain": Expectation(None, lifted_chain),
    "linear_triatomic": Expectation(TIGHT, carbon_dioxide),
    "mixed": Expectation(None, mixed),
    "net": Expectation(1e-4),
    "networks/auxetic_honeycomb": Expectation(1e-7, auxetic_honeycomb),
    "networks/kagome": Expectation(1e-6, kagome),
    "networks/rotating_squares": Expectation(1e-7, rotating_squares),
    "octahedron": Expectation(TIGHT, octahedron),
    "parabola_bead": Expectation(1e-8, parabola_bead),
    "parallelogram": Expectation(1e-8, parallelogram),
    "pendulum": Expectation(TIGHT, last_bob((0.275087462576, -0.961419205099), (28.294567206,), PRINTED)),
    "sergels_torg": Expectation(1e-6, lap(12.3583435409), (CSV,)),  # RATTLE: (v h / r)^2
    "servo_arm": Expectation(None, servo_arm, (CSV,)),
    "stadium": Expectation(1e-6, lap(9.259259259), (CSV,)),
    "robot": Expectation(None, robot, ("integrator.duration=30", "output.every=2")),
    "strandbeest": Expectation(None, strandbeest, (CSV,)),
    "surfaces/cylinder": Expectation(TIGHT, cylinder),
    "butane": Expectation(None, thermal(272.65, 0.1, 0.01)),
    "melt": Expectation(None, thermal(1.0, 0.1, 0.01)),
    "water": Expectation(None, thermal(298.15, 0.1, 0.02)),
    "surfaces/ellipsoid": Expectation(1e-10, ellipsoid),
    "surfaces/hyperboloid": Expectation(TIGHT, hyperboloid),
    "surfaces/hyperboloid2": Expectation(TIGHT, keeps_angular_momentum(2.0)),
    "surfaces/paraboloid": Expectation(TIGHT, keeps_angular_momentum(1.5)),
    "surfaces/plane": Expectation(TIGHT, plane),
    "surfaces/sphere": Expectation(TIGHT, keeps_angular_momentum(2.0)),
    "surfaces/torus": Expectation(TIGHT, keeps_angular_momentum(2.4)),
    "triple_pendulum": Expectation(
        TIGHT,
        last_bob((2.434445637224, -1.565490233430), (232.7926660117, 215.1152854707, 120.1958436114), 1e-10),
    ),
}
