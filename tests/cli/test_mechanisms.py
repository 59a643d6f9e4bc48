"""Mechanisms with more rows than they need, and motions through configurations where rows depend on one another."""

import math
import pathlib
import unittest

from support import CommandLineTest

MECHANISMS = pathlib.Path(__file__).parent.parent / "data" / "mechanisms"


def four_bars(masses, forces, more):
    """Four-bars in a row, IFToMM's A02 for unit masses: cranks of length one on pivots one apart, joined by rods."""
    count = len(masses)
    text = "dimension = 2\n"
    for i in range(count):
        text += f'[[particles]]\nname = "pivot{i}"\nposition = [{float(i)}, 0.0]\nfixed = true\n'
    for i in range(count):
        text += f'[[particles]]\nname = "pin{i}"\nposition = [{float(i)}, 1.0]\nvelocity = [1.0, 0.0]\nmass = {masses[i]}\n'
    for i in range(count):
        text += f'[[constraints]]\ntype = "distance"\nbetween = ["pivot{i}", "pin{i}"]\n'
    for i in range(count - 1):
        text += f'[[constraints]]\ntype = "distance"\nbetween = ["pin{i}", "pin{i + 1}"]\n'
    for i, (x, y) in enumerate(forces):
        text += f'[[forces.constant]]\non = "pin{i}"\nforce = [{x}, {y}]\n'
    return text + more


def crank_angle(masses, forces, time, steps=40000):
    """All cranks turn alike: a compound pendulum, by Runge and Kutta."""
    x, y, mass = sum(f[0] for f in forces), sum(f[1] for f in forces), sum(masses)

    def acceleration(angle):
        return (x * math.cos(angle) - y * math.sin(angle)) / mass

    angle, rate, h = 0.0, 1.0, time / steps
    for _ in range(steps):
        a1, a2 = acceleration(angle), acceleration(angle + h / 2 * rate)
        a3, a4 = acceleration(angle + h / 2 * (rate + h / 2 * a1)), acceleration(angle + h * (rate + h / 2 * a2))
        angle += h * (rate + h * (a1 + a2 + a3) / 6)
        rate += h * (a1 + 2 * a2 + 2 * a3 + a4) / 6
    return angle


INTEGRATOR = "[integrator]\nstep = 1e-3\nduration = 4.0\n[solver]\ntolerance = 1e-14\n[output]\nformats = []\nfigures = false\n"


class PassageTest(CommandLineTest):
    def error(self, method, step):
        """How far the first pin ends from where it should."""
        self.taut("run", "bars.toml", "--set", f"integrator.method={method}", "--set", f"integrator.step={step}", "--quiet",
                  "--force", "--out", "out")
        summary = self.summary("out")
        self.assertTrue(summary["trusted"])
        self.assertIn("singular", " ".join(summary["notes"]))
        place = summary["final"]["positions"][summary["particles"] // 2]
        return math.hypot(place[0] - math.sin(self.angle), place[1] - math.cos(self.angle))

    def bars(self, masses, forces):
        self.write("bars.toml", four_bars(masses, forces, INTEGRATOR))
        self.angle = crank_angle(masses, forces, 4.0)

    def test_the_error_falls_with_the_step(self):
        for masses, forces in (([1.0] * 3, [(0.0, -9.81)] * 3),
                               ([1.0, 3.0, 2.0], [(2.0, -9.81), (-1.0, -15.0), (0.3, -7.0)])):
            self.bars(masses, forces)
            for method, coarse, fine, order in (("rattle", 4e-3, 2e-3, 2), ("shake", 4e-3, 2e-3, 2), ("yoshida4", 8e-3, 4e-3, 4)):
                ratio = self.error(method, coarse) / self.error(method, fine)
                self.assertAlmostEqual(math.log2(ratio), order, delta=0.3, msg=method)
            for step in (1e-2, 5e-3, 2e-3):
                self.assertLess(self.error("kahan-li8", step), 1e-10)

    def test_many_pass_at_once(self):
        self.bars([1.0] * 21, [(0.0, -9.81)] * 21)
        for step in (1e-2, 5e-3):
            self.assertLess(self.error("kahan-li8", step), 1e-11)

    # A stage of the second passage comes so close to the change point that velocities lost all but four digits there.
    def test_a_stage_beside_the_change_point_loses_no_digits(self):
        springs = ""
        for between in (["pivot2", "pin1"], ["pin1", "pin2"]):
            springs += f"[[forces.springs]]\nbetween = {between}\nstiffness = 10.0\nlength = 0.0\n"
        text = four_bars([1.0] * 3, [], springs + INTEGRATOR).replace("velocity = [1.0, 0.0]", "velocity = [2.0, 0.0]")
        self.write("sprung.toml", text.replace("tolerance = 1e-14", "tolerance = 1e-12"))
        for step, bound in ((0.05, 2e-5), (0.025, 1e-6), (0.0125, 1e-7), (0.00625, 1e-8)):
            self.taut("run", "sprung.toml", "--set", "integrator.method=suzuki4", "--set", f"integrator.step={step}",
                      "--quiet", "--force", "--out", "out")
            energy = self.summary("out")["energy"]
            self.assertLess(abs(energy["final"] - energy["initial"]), bound)

    # Velocities that change all at once tell that a step left its branch: without inertia, and where stages of a
    # composition go back and forth across the change point.
    def test_a_driven_parallelogram_without_inertia(self):
        self.write("driven.toml", """dimension = 2
[[particles]]
name = "P"
fixed = true
path = { x = "cos(1.5*t - 0.5)", y = "sin(1.5*t - 0.5)" }
[[particles]]
name = "D"
position = [2.0, 0.0]
fixed = true
[[particles]]
name = "Q"
position = [2.8775825618903728, -0.479425538604203]
[[constraints]]
type = "distance"
between = ["P", "Q"]
length = 2.0
[[constraints]]
type = "distance"
between = ["D", "Q"]
length = 1.0
[forces]
drag = 1.0
[integrator]
method = "overdamped"
step = 0.02
duration = 2.0
""")
        for order in (1, 2):  # nothing but smoothness tells the ways apart
            for step in (0.02, 0.01, 0.004):
                done = self.taut("run", "driven.toml", "--quiet", "--force", "--out", "out", "--set", f"integrator.step={step}",
                                 "--set", f"integrator.order={order}", code=1)
                self.assertIn("two ways lead on", done.stderr)

    def test_a_kite_with_a_composition(self):
        self.write("kite.toml", """dimension = 2
[[particles]]
name = "A"
position = [0.0, 0.0]
fixed = true
[[particles]]
name = "D"
position = [1.0, 0.0]
fixed = true
[[particles]]
name = "P"
position = [0.20846849867222378, -0.9780290819098116]
mass = 0.14801760423996996
velocity = [1.6010587479254983, 0.3412682911374178]
[[particles]]
name = "Q"
position = [-0.871503456382323, 0.7053189439884758]
mass = 4.466644245102365
velocity = [-0.34093453237008103, -0.9046406043237126]
[[constraints]]
type = "distance"
between = ["A", "P"]
length = 1.0
[[constraints]]
type = "distance"
between = ["D", "Q"]
length = 2.0
[[constraints]]
type = "distance"
between = ["P", "Q"]
length = 2.0
[forces]
gravity = [0.0, -9.81]
[integrator]
method = "suzuki4"
step = 0.01
duration = 5.0
""")
        self.taut("run", "kite.toml", "--quiet", "--out", "out")
        energy = self.summary("out")["energy"]
        self.assertAlmostEqual(energy["final"], energy["initial"], delta=1e-5)

    def test_a_parallelogram_keeps_its_energy(self):
        for method in ("rattle", "suzuki4", "kahan-li6", "kahan-li8"):
            for step in (0.01, 0.005):
                self.taut("run", "parallelogram", "--set", f"integrator.method={method}", "--set", f"integrator.step={step}",
                          "--quiet", "--force", "--out", "out")
                self.assertAlmostEqual(self.summary("out")["energy"]["final"], 1.0, delta=1e-10)


class RedundantMechanismTest(CommandLineTest):
    def run_case(self, name, *more):
        self.taut("run", str(MECHANISMS / f"{name}.toml"), *more, "--quiet", "--force", "--out", "out")
        return self.summary("out")

    def test_bennetts_linkage(self):
        summary = self.run_case("bennett", "--set", "integrator.duration=20")
        self.assertEqual((summary["constraints"], summary["rank"]), (14, 11))
        self.assertLess(summary["constraint_error"]["max_position"], 1e-14)
        self.assertLess(summary["energy"]["max_relative_drift"], 1e-5)

    def test_coupled_wheels(self):
        summary = self.run_case("coupled_wheels")
        self.assertLess(summary["constraint_error"]["max_position"], 1e-14)
        self.assertLess(summary["energy"]["max_relative_drift"], 1e-13)

    def test_a_planar_loop_in_space(self):
        summary = self.run_case("planar_loop")
        self.assertEqual(summary["degrees_of_freedom"], 1)
        self.assertLess(summary["constraint_error"]["max_position"], 1e-12)

    def test_a_boat_of_cyclohexane(self):
        bond, third = 1.53, 2 * 1.53 * math.sin(math.acos(-1 / 3) / 2)
        x = (third**2 - bond**2) / (2 * bond)
        z = math.sqrt(bond**2 - third**2 / 4 - (x - bond / 2) ** 2)
        w = third / 2
        places = [(-bond / 2, -w, 0.0), (bond / 2, -w, 0.0), (x, 0.0, z), (bond / 2, w, 0.0), (-bond / 2, w, 0.0), (-x, 0.0, z)]
        text = "dimension = 3\n"
        for k, place in enumerate(places):
            text += f"[[particles]]\nposition = {list(place)}\nvelocity = [{0.3 * (-1) ** k}, {0.1 * k}, {0.2 - 0.1 * k}]\n"
        for apart in (1, 2):
            for k in range(6):
                text += f'[[constraints]]\ntype = "distance"\nbetween = [{k}, {(k + apart) % 6}]\n'
        self.write("boat.toml", text + '[integrator]\nmethod = "kahan-li8"\nstep = 0.01\nduration = 10.0\n')
        self.taut("run", "boat.toml", "--quiet", "--out", "out")
        summary = self.summary("out")
        self.assertEqual((summary["constraints"], summary["rank"]), (12, 11))
        self.assertLess(summary["energy"]["max_relative_drift"], 1e-12)
        self.assertLess(summary["constraint_error"]["max_position"], 1e-13)


def two_formulas(first, second, velocity="[1.0, 0.0]", position="[0.0, 0.0]"):
    text = f'dimension = 2\n[[particles]]\nname = "p"\nposition = {position}\nvelocity = {velocity}\n'
    for equation in (first, second):
        text += f'[[constraints]]\ntype = "implicit"\non = "p"\nequation = "{equation}"\n'
    return text + "[integrator]\nstep = 1e-3\nduration = 1.0\n"


WATT = """dimension = 2
[[particles]]
name = "a"
position = [-1.0, 0.2]
fixed = true
[[particles]]
name = "p"
position = [0.0, 0.2]
velocity = [0.0, 1.0]
[[particles]]
name = "m"
position = [0.0, 0.0]
velocity = [0.0, 1.0]
[[particles]]
name = "q"
position = [0.0, -0.2]
velocity = [0.0, 1.0]
[[particles]]
name = "b"
position = [1.0, -0.2]
fixed = true
[[constraints]]
type = "distance"
between = ["a", "p"]
[[constraints]]
type = "distance"
between = ["p", "q"]
[[constraints]]
type = "distance"
between = ["q", "b"]
[[constraints]]
type = "linear"
on = ["p", "m", "q"]
weights = [0.5, -1.0, 0.5]
offset = [0.0, 0.0]
[[constraints]]
type = "implicit"
on = "m"
equation = "x"
[integrator]
step = 1e-3
duration = 2.0
"""


class TouchingTest(CommandLineTest):
    """Rows with one gradient at the start that part from one another beyond it."""

    def test_to_third_order(self):
        self.write("cubic.toml", two_formulas("y", "y - x^3"))
        self.assertIn("is singular at the start", self.refusal("run", "cubic.toml"))

    def test_in_time(self):
        self.write("time.toml", two_formulas("x - 1 - t", "x - 1 + t", "[0.0, 1.0]", "[1.0, 0.0]"))
        self.assertIn("contradicts", self.refusal("run", "time.toml"))

    def test_watts_linkage_with_a_straight_guide(self):
        self.write("watt.toml", WATT)
        done = self.taut("run", "watt.toml", "--quiet", code=1)
        self.assertIn("at t = ", done.stderr)

    def test_rows_that_a_sweep_leaves_out_are_watched(self):
        text = two_formulas("x^2 + y^2 - 1", "(x^2 + y^2 - 1)*(2 + x)", "[0.0, 1.0]", "[1.0, 0.0]")
        self.write("same.toml", text)
        self.taut("run", "same.toml", "--quiet", "--set", "solver.method=gauss-seidel")
        self.assertLess(self.summary("out/same")["constraint_error"]["max_position"], 1e-11)
        done = self.taut("run", str(MECHANISMS / "left_out.toml"), "--quiet", "--out", "gone", code=1)
        self.assertIn("the mechanism locks", done.stderr)

    def test_sweeps_advise_the_solver_that_bears_redundant_rows(self):
        wheels = [str(MECHANISMS / "coupled_wheels.toml"), "--quiet", "--force", "--out", "out", "--set"]
        self.assertIn("try solver.method = auto", self.taut("run", *wheels, "solver.method=gauss-seidel", code=1).stderr)
        self.taut("run", *wheels, "solver.method=auto")


class FloorTest(CommandLineTest):
    """A tolerance at what rounding leaves costs nothing."""

    WIRE = ('dimension = 2\n[[particles]]\nposition = [1.0, 0.0]\nvelocity = [0.0, 1.0]\n[[constraints]]\ntype = "implicit"\n'
            'on = 0\nequation = "y*cos(t) - x*sin(t)"\n[integrator]\nmethod = "kahan-li8"\nstep = 0.01\nduration = 5.0\n')
    CART = ('dimension = 2\n[[particles]]\nposition = [0.0, 0.0]\nvelocity = [20.0, 1.0]\n[[constraints]]\ntype = "implicit"\n'
            'on = 0\nequation = "x - 20*t"\n[integrator]\nmethod = "kahan-li8"\nstep = 0.01\nduration = 50.0\n')

    def final(self, text, tolerance):
        self.write("floor.toml", text)
        self.taut("run", "floor.toml", "--quiet", "--force", "--out", "out", "--set", f"solver.tolerance={tolerance}")
        summary = self.summary("out")
        self.assertEqual(summary["solver"]["subdivided_steps"], 0)
        return summary["final"]["positions"][0]

    def test_a_bead_on_a_rotating_wire(self):
        for tolerance, bound in ((1e-14, 1e-13), (1e-15, 1e-13)):
            x, y = self.final(self.WIRE, tolerance)
            self.assertLess(math.hypot(x / math.cosh(5) - math.cos(5), y / math.cosh(5) - math.sin(5)), bound)

    def test_a_cart_far_away(self):
        for tolerance in (1e-12, 1e-15):
            x, y = self.final(self.CART, tolerance)
            self.assertLess(math.hypot(x - 1000.0, y - 50.0), 1e-11)

    # Its gradient on the bead is zero only until the driven point moves: once called redundant, and 0.4 off in silence.
    def test_a_row_that_comes_to_life_with_a_driven_point(self):
        self.write("asleep.toml", """dimension = 2
[[particles]]
position = [0.0, 0.0]
fixed = true
path = { x = "0.3*t", y = "0.5*sin(t)" }
[[particles]]
position = [0.0, 1.0]
velocity = [0.0, 1.0]
[[constraints]]
type = "implicit"
on = [1, 0]
equation = "x1*x2 + y1*y2"
[integrator]
method = "rattle"
step = 0.002
steps = 500
""")
        for command in ("run", "check"):
            done = self.taut(command, "asleep.toml", code=2)
            self.assertRegex(done.stderr, r"constraints\[0\]: implicit 0 .* is singular at the start: its gradient vanishes")
            self.assertNotIn("nan", done.stdout)

    # With a fixed point there it holds whatever the bead does. This once ended without a word.
    def test_a_row_that_never_comes_to_life(self):
        self.write("never.toml", """dimension = 2
[[particles]]
position = [0.0, 0.0]
fixed = true
[[particles]]
position = [0.0, 1.0]
velocity = [0.0, 1.0]
[[constraints]]
type = "implicit"
on = [1, 0]
equation = "x1*x2 + y1*y2"
[integrator]
step = 0.002
steps = 500
""")
        self.taut("run", "never.toml", "--quiet")
        self.assertAlmostEqual(self.summary("out/never")["final"]["positions"][1][1], 2.0, delta=1e-12)


if __name__ == "__main__":
    unittest.main()
