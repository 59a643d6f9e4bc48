"""Results that look finished and are not right: baths at another temperature, steps too long for stiff forces,
coordinates too large for their rods, and certificates that could not be made."""

import os
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from support import CommandLineTest  # noqa: E402

WELL = """dimension = 2
[[particles]]
name = "ball"
position = [0.1, 0.0]
[forces]
drag = 1.0
[[forces.potential]]
on = "ball"
energy = "50*(x^2 + y^2)"
[integrator]
method = "brownian"
thermal_energy = 1.0
step = 1e-4
steps = 300
"""

# The rate is 100; the far end of the spring is moved, so that the energy cannot be judged.
PULLED = """dimension = 2
[[particles]]
name = "hand"
position = [0.0, 0.0]
fixed = true
path = { x = "0.1*sin(t)" }
[[particles]]
name = "ball"
position = [1.1, 0.0]
[forces]
drag = 1.0
[[forces.springs]]
between = ["hand", "ball"]
stiffness = 100
length = 1.0
[integrator]
method = "overdamped"
step = 1e-3
duration = 5
"""

HOT_CHAIN = """dimension = 3
seed = 2
[[chains]]
name = "c"
beads = 6
shape = "zigzag"
fix_first = true
[forces]
gravity = [0.0, 0.0, -1.0]
[thermostat]
method = "rescale"
temperature = 2.0
time_constant = 1.0
[integrator]
method = "rattle"
step = 0.01
steps = 40000
"""

HOT_PENDULUM = """dimension = 2
seed = 5
[[particles]]
name = "o"
position = [0.0, 0.0]
fixed = true
[[particles]]
name = "b"
position = [0.0, -1.0]
[[constraints]]
type = "distance"
between = ["o", "b"]
[forces]
gravity = [0.0, -1.0]
drag = 0.5
[integrator]
method = "langevin"
thermal_energy = 1.0
step = 0.1
steps = 1000
"""

# The drive nearly stretches both rods, and comes back: a long step passes that over.
LOCK = """dimension = 2
[[particles]]
name = "o"
position = [0.0, 0.0]
fixed = true
[[particles]]
name = "d"
fixed = true
path = { x = "1.0 + 1.5*exp(-((t - 3.25)/0.05)^2)", y = "0" }  # too far for both rods, between two steps
[[particles]]
name = "m"
position = [0.5, 0.8660254037844386]
[[constraints]]
type = "distance"
between = ["o", "m"]
[[constraints]]
type = "distance"
between = ["m", "d"]
[integrator]
step = 0.5
duration = 12
[output]
every = 1
"""

FAR = """dimension = 2
[[particles]]
name = "pivot"
position = [1e15, 0.0]
fixed = true
[[particles]]
name = "bob"
position = [1000000000000001.0, 0.0]
[[constraints]]
type = "distance"
name = "rod"
between = ["pivot", "bob"]
[forces]
gravity = [0.0, -9.81]
[integrator]
step = 0.01
duration = 1.0
"""

SPRING = """dimension = 2
[[particles]]
name = "ball"
position = [1.0, 0.0]
velocity = [0.0, 0.3]
[[forces.potential]]
on = "ball"
energy = "50*(x^2 + y^2)"
[integrator]
method = "verlet"
step = 0.21
duration = 10
"""


# The diffusion coefficient is 1/2.
DIFFUSING = """seed = 1
[[molecules]]
name = "gas"
count = 20
spacing = 3.0
[[molecules.atoms]]
name = "a"
position = [0.0, 0.0, 0.0]
[forces]
drag = 2.0
[integrator]
method = "langevin"
thermal_energy = 1.0
velocities = "thermal"
step = 0.1
steps = 2000
[[measure]]
type = "mean-square-displacement"
on = "gas"
"""

# The slider reaches its dead point at t = asin(0.9).
CRANK = """dimension = 2
[[particles]]
name = "pin"
fixed = true
path = { x = "cos(t)", y = "sin(t)" }
[[particles]]
name = "slider"
position = [1.9, 0.0]
[[constraints]]
type = "distance"
between = ["pin", "slider"]
[[constraints]]
type = "surface"
on = "slider"
shape = "plane"
normal = [0.0, 1.0]
[integrator]
step = 1.0
duration = 3.0
"""

DRIVEN = """dimension = 2
[[particles]]
position = [0.0, 0.0]
fixed = true
[[particles]]
name = "bob"
position = [0.6, -0.8]
[[constraints]]
type = "distance"
between = [0, 1]
[forces]
gravity = [0.0, -1.0]
drag = 0.5
[[forces.formula]]
on = "bob"
x = "-1.15*cos(2*t/3)*y"
y = "1.15*cos(2*t/3)*x"
[integrator]
step = 0.02
duration = 50.0
"""


class DoubtsTest(CommandLineTest):
    def of(self, text, *settings, code=0, options=()):
        """The summary of a run with these settings."""
        self.write("case.toml", text)
        typed = [part for setting in settings for part in ("--set", setting)]
        self.done = self.taut("run", "case.toml", "--out", "case", "--force", *options, *typed, code=code)
        summary = self.summary("case")
        self.assertEqual(summary["trusted"], code == 0)
        self.assertEqual(bool(summary["failures"]), code == 1)
        return summary

    def test_the_temperature_of_a_thermostat(self):
        summary = self.of(HOT_CHAIN)
        heat = summary["heat"]
        self.assertEqual(heat["temperature"], 2.0)
        self.assertLess(abs(heat["kinetic_temperature"] - 2.0), 5.0 * heat["kinetic_temperature_error"])
        self.assertRegex(self.done.stdout, "\n  temperature +kT = 2; that of the motion")
        self.assertEqual([note for note in summary["notes"] if "thermostat.time_constant" in note], [])

    def test_a_thermostat_that_is_too_slow(self):
        summary = self.of(HOT_CHAIN, "thermostat.time_constant=1e6", code=1)
        self.assertGreater(summary["heat"]["kinetic_temperature"], 3.0)
        self.assertRegex(summary["failures"][0], r"the motion has the temperature .* off the 2 of its thermostat; "
                         r".* thermostat.time_constant of at most 4")
        self.assertTrue(any("longer than a tenth of the run" in note for note in summary["notes"]))

    def test_random_steps_that_are_drawn_again(self):
        self.of(HOT_PENDULUM)
        summary = self.of(HOT_PENDULUM, "integrator.step=5", code=1)
        self.assertRegex(summary["failures"][0], "^[0-9]+ of 1000 random steps had no solution")

    def test_brownian_steps_that_are_too_long(self):
        self.assertEqual(self.of(WELL)["notes"], [])
        self.assertRegex(self.of(WELL, "integrator.step=0.002")["notes"][0], "biases averages by up to about 11.1 %")
        self.assertRegex(self.of(WELL, "integrator.step=0.018", code=1)["failures"][0], "by up to about 900 %")
        self.assertRegex(self.of(WELL, "integrator.step=0.021", code=1)["failures"][0],
                         "is unstable: .* take integrator.step = 0.0004 or smaller")

    def test_langevin_steps_that_are_too_long_for_what_is_asked(self):
        self.assertEqual(self.of(DIFFUSING)["notes"], [])
        self.assertRegex(self.of(DIFFUSING, "integrator.step=0.5")["notes"][0], "diffuse too fast, by up to 8.2 %")
        summary = self.of(DIFFUSING, "integrator.step=3", code=1)
        self.assertRegex(summary["failures"][0], "diffuse too fast, by up to 201 %, .* integrator.step = 0.2 or smaller")
        summary = self.of(WELL, "integrator.method=langevin", "integrator.step=0.19", "integrator.steps=20000", code=1)
        self.assertRegex(summary["failures"][0], "the velocities have the temperature .* % off what was asked for")

    def test_the_first_lock_of_several(self):
        self.write("crank.toml", CRANK)
        for step in (1.0, 0.5, 0.01):
            done = self.taut("run", "crank.toml", "--force", "--set", f"integrator.step={step}", code=1)
            self.assertIn("at t = 1.1197695 the mechanism locks", done.stderr)

    def test_energy_of_which_nothing_is_known(self):
        summary = self.of(DRIVEN, "integrator.step=2", code=1)
        self.assertRegex(summary["failures"][0], "heat and work change so much from step to step")

    def test_studies_of_driven_motion(self):
        self.write("driven.toml", DRIVEN)
        done = self.taut("chaos", "driven.toml", "--lyapunov", "--force", "--out", "study")
        self.assertIn("its energy does not judge the step", done.stdout)
        done = self.taut("chaos", "driven.toml", "--section", "x2", "--plot", "sqrt(-1 - x2^2)", "vx2", "--force", "--out",
                         "study", code=1)
        self.assertIn("what the section plots is not a number", done.stderr)

    def test_a_barrier_is_no_reason_for_shorter_steps(self):
        barrier = WELL.replace("50*(x^2 + y^2)", "-50*x^2 + 0.01*y^2")
        summary = self.of(barrier, "integrator.step=0.018", "integrator.steps=3")
        self.assertEqual((summary["failures"], summary["notes"]), ([], []))

    def test_overdamped_steps_that_are_too_long(self):
        self.assertEqual(self.of(PULLED)["notes"], [])
        self.assertRegex(self.of(PULLED, "integrator.step=0.0125")["notes"][0], "jumps over the equilibrium")
        for order in (1, 2):
            summary = self.of(PULLED, "integrator.step=0.025", f"integrator.order={order}", code=1)
            self.assertRegex(summary["failures"][0], "is unstable: .* take integrator.step = 0.001 or smaller")

    def test_rods_among_huge_coordinates(self):
        summary = self.of(FAR, code=1)
        self.assertGreater(summary["constraint_error"]["max_position"], 0.01)
        self.assertRegex(summary["failures"][0], "rod is off by .* the coordinates are so large that their rounding is 0.22")
        near = FAR.replace("1e15", "1e8").replace("1000000000000001.0", "100000001.0")
        self.assertRegex(self.of(near)["notes"][0], "rod is off by .* their rounding is 2.2e-08")
        near = FAR.replace("1e15", "1e5").replace("1000000000000001.0", "100001.0")
        self.assertEqual(self.of(near)["notes"], [])

    def test_a_certificate_that_could_not_be_made(self):
        self.of(LOCK)
        summary = self.of(LOCK, code=1, options=("--certify",))
        self.assertRegex(summary["failures"][0], "the run at half the step failed at t = 3.*, where this one went on, .* "
                         "try integrator.step = 0.25")
        certificate = summary["certificate"]
        self.assertAlmostEqual(certificate["failed_at"], 3.1, delta=0.15)
        for error in ("position_error", "force_error", "energy_error", "position_errors", "force_errors"):
            self.assertIsNone(certificate[error], error)

    def test_an_explosion_is_not_measured_by_its_own_size(self):
        summary = self.of(SPRING, code=1, options=("--certify",))
        self.assertAlmostEqual(summary["certificate"]["trust_limit"], 1e-3)  # it starts at a distance of 1
        self.assertRegex(self.done.stdout, r"certificate +positions to [^,]*, energy to")  # there are no constraints
        fine = self.of(SPRING, "integrator.step=1e-4", options=("--certify",))["certificate"]
        self.assertIsNone(fine["trusted_until"])


if __name__ == "__main__":
    unittest.main()
