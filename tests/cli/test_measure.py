"""[[measure]]: quantities of a run while it goes on."""

import csv
import math
import unittest

from support import PENDULUM, CommandLineTest

MEASURES = """
[[measure]]
type = "distance"
name = "reach"
on = ["pivot", "bob2"]
every = 3
histogram = { low = 0.0, high = 2.5, bins = 25 }

[[measure]]
type = "cosine"
on = ["pivot", "bob1", "bob2"]

[[measure]]
type = "formula"
name = "height"
on = ["bob1", "bob2"]
formula = "(y1 + y2)/2 + h"
parameters = { h = 2.0 }
every = 5
"""

BALL = """[[particles]]
name = "ball"
position = [0.0, 0.0, 0.0]
velocity = [1.0, 2.0, 2.0]
[[particles]]
position = [0.0, 0.0, 0.0]
fixed = true
[integrator]
method = "verlet"
step = 0.01
steps = 100
[[measure]]
type = "squared-distance"
name = "flight"
on = ["ball", 1]
every = 10
"""

LAGS = """
[[measure]]
type = "mean-square-displacement"
name = "bobs"
on = ["bob1", "bob2"]
of = "molecules"
remove_drift = false
longest = 0.3
fit = [0.1, 0.3]
every = 3

[[measure]]
type = "velocity-autocorrelation"
on = ["bob1", "bob2"]

[[measure]]
type = "end-to-end-autocorrelation"
name = "R"
on = ["pivot", "bob2"]
every = 2

[[measure]]
type = "vector-autocorrelation"
name = "turn"
on = ["bob1", "bob2"]
formula = ["x2 - x1", "vy2"]

[[measure]]
type = "formula"
name = "speed"
on = "bob2"
formula = "sqrt(vx^2 + vy^2)"
every = 1
autocorrelation = { longest = 0.2 }
"""

HEAT = """title = "Trimers"
seed = 4
[[molecules]]
name = "trimer"
count = 200
spacing = 4.0
orientation = "random"
atoms = [{ position = [0.0, 0.0, 0.0] }, { position = [1.0, 0.0, 0.0] }, { position = [1.0, 1.0, 0.0] }]
constraints = [{ type = "distance", between = [0, 1] }, { type = "distance", between = [1, 2] }]
[forces]
[integrator]
step = 0.05
steps = 60
[output]
every = 20
formats = ["csv"]
[[measure]]
type = "cosine"
on = ["trimer[0].0", "trimer[0].1", "trimer[0].2"]
every = 1
histogram = { low = -1.0, high = 1.0 }
autocorrelation = true
[[measure]]
type = "mean-square-displacement"
on = "trimer"
of = "molecules"
every = 2
"""
THERMAL = ("integrator.velocities=thermal", "integrator.temperature=1.0")
METHODS = {
    "random-walk": ("integrator.kick=0.1",),
    "brownian": ("integrator.temperature=1.0", "forces.drag=1.0"),
    "langevin": ("integrator.temperature=1.0", "forces.drag=1.0", "integrator.velocities=thermal"),
    "hmc": ("integrator.temperature=1.0", "integrator.measure=uniform"),
    "rescale": ("thermostat.temperature=1.0", "thermostat.time_constant=0.5", *THERMAL),
    "andersen": ("thermostat.temperature=1.0", "thermostat.time_constant=0.5", *THERMAL),
    "nose-hoover": ("thermostat.temperature=1.0", "thermostat.time_constant=0.5", *THERMAL),
}


CHAINS = """title = "Chains"
[[molecules]]
name = "chain"
count = 20
spacing = 10.0
orientation = "random"
atoms = [{ position = [0.0, 0.0, 0.0] }, { position = [1.0, 0.0, 0.0] }, { position = [1.0, 1.0, 0.0] }]
constraints = [{ type = "distance", between = [0, 1] }, { type = "distance", between = [1, 2] }]
[[chains]]
name = "long"
beads = 5
start = [0.0, -20.0, 0.0]
[[rings]]
name = "ring"
beads = 4
[integrator]
method = "rattle"
step = 0.01
steps = 20
[output]
every = 10
[[measure]]
type = "squared-end-to-end"
name = "R2"
on = "chain"
histogram = { low = 1.9, high = 2.1, bins = 1 }
[[measure]]
type = "gyration"
name = "Rg"
on = "chain"
[[measure]]
type = "end-to-end"
name = "of the long"
on = "long"
[[measure]]
type = "end-to-end-autocorrelation"
name = "R"
on = "chain"
every = 1
"""

# A dumb-bell in a stiff well: Brownian steps of a quarter of the time to relax.
WELL = """title = "Well"
dimension = 2
seed = 5
[[particles]]
position = [0.0, 0.0]
[[particles]]
position = [1.0, 0.0]
[[constraints]]
type = "distance"
between = [0, 1]
[forces]
drag = 1.0
potential = [{ on = 0, energy = "5*(x^2 + y^2)" }]
[integrator]
method = "brownian"
thermal_energy = 0.05
step = 0.05
steps = 20000
[output]
every = 2
figures = false
formats = []
[[measure]]
type = "formula"
name = "square"
on = 0
formula = "x^2 + y^2"
every = 2
"""

RODS = """title = "Rods"
[box]
lengths = [6.0, 6.0, 6.0]
[[molecules]]
name = "rod"
count = 3
orientation = "random"
atoms = [{ position = [0.0, 0.0, 0.0] }, { position = [1.0, 0.0, 0.0] }]
constraints = [{ type = "distance", between = [0, 1] }]
[integrator]
method = "rattle"
step = 0.01
steps = 50
velocities = "thermal"
thermal_energy = 1.0
[thermostat]
method = "rescale"
thermal_energy = 1.0
[barostat]
method = "cell-rescaling"
pressure = 0.1
compressibility = 1.0
"""


class MeasureTest(CommandLineTest):
    def setUp(self):
        super().setUp()
        self.write("measured.toml", PENDULUM + MEASURES)

    def rows(self, directory):
        with open(self.path / directory / "measurements.csv") as file:
            return list(csv.DictReader(file))

    def test_values_means_and_histograms(self):
        printed = self.taut("run", "measured.toml").stdout
        rows = self.rows("out/measured")
        self.assertEqual(list(rows[0]), ["time", "reach", "cosine", "height"])
        reach = [float(row["reach"]) for row in rows if row["reach"]]
        self.assertEqual((len(reach), reach[0]), (334, 2.0))
        self.assertEqual(len([row for row in rows if row["cosine"]]), 143)  # with the frames, every 7 steps
        self.assertEqual(rows[1]["cosine"] + rows[1]["height"], "")
        found = {m["name"]: m for m in self.summary("out/measured")["measurements"]}
        self.assertEqual(found["reach"]["samples"], 334)
        self.assertAlmostEqual(found["reach"]["mean"], sum(reach) / len(reach), delta=1e-13)
        self.assertEqual(found["reach"]["maximum"], max(reach))
        last = self.summary("out/measured")["final"]["positions"]
        self.assertAlmostEqual(float(rows[-1]["height"]), (last[1][1] + last[2][1]) / 2 + 2, delta=1e-15)
        with open(self.path / "out/measured/histograms.csv") as file:
            bins = list(csv.DictReader(file))
        self.assertEqual((len(bins), sum(float(b["count"]) for b in bins)), (25, 334))
        self.assertTrue((self.path / "out/measured/histogram1.svg").exists())
        self.assertRegex(printed, r"measured +reach = \d\.\d+ \+- \d")

    def test_free_flight_is_quadratic(self):
        self.write("ball.toml", BALL)
        self.taut("run", "ball.toml", "--quiet")
        for row in self.rows("out/ball"):
            self.assertAlmostEqual(float(row["flight"]), 9 * float(row["time"]) ** 2, delta=1e-13)

    def test_flight_is_said_to_be_no_diffusion(self):
        flight = '[[measure]]\ntype = "mean-square-displacement"\non = "ball"\nevery = 1\n'
        self.write("ball.toml", BALL + flight)
        printed = self.taut("run", "ball.toml", "--set", "integrator.steps=1000").stdout
        self.assertRegex(printed, r"grows with lag\^\(2 .*; this is no diffusion")

    def test_measuring_changes_no_motion(self):
        self.taut("run", "pendulum.toml", "--quiet")
        self.taut("run", "measured.toml", "--quiet")
        self.assertEqual(self.content("out/pendulum", "trajectory.csv"), self.content("out/measured", "trajectory.csv"))

    def test_a_continued_run_measures_the_same_bits(self):
        self.taut("run", "measured.toml", "--quiet", "--out", "whole")
        self.taut("run", "measured.toml", "--quiet", "--out", "parts", "--set", "integrator.steps=433")
        self.taut("run", "measured.toml", "--quiet", "--resume", "parts")
        self.assertEqual(self.content("whole", "measurements.csv"), self.content("parts", "measurements.csv"))
        self.assertEqual(self.content("whole", "histograms.csv"), self.content("parts", "histograms.csv"))
        self.assertEqual(self.summary("whole")["measurements"], self.summary("parts")["measurements"])

    def test_random_motion_is_measured_in_the_same_bits(self):
        """On one thread or two, and continued, by every method that has a seed or a bath."""
        self.write("heat.toml", HEAT)
        files = ("trajectory.csv", "measurements.csv", "histograms.csv", "lag_functions.csv")
        for method, settings in METHODS.items():
            with self.subTest(method=method):
                key = "thermostat.method" if settings[0].startswith("thermostat") else "integrator.method"
                sets = [part for setting in (f"{key}={method}", *settings) for part in ("--set", setting)]
                # Of 200 molecules one or another always needs a Brownian step in parts, which is not what is tested here.
                run = ("run", "heat.toml", "--quiet", "--accept", *sets)
                self.taut(*run, "--out", f"{method}-one")
                self.taut(*run, "--out", f"{method}-two", "--threads", "2")
                self.taut(*run, "--out", f"{method}-parts", "--set", "integrator.steps=23")
                self.taut(*run, "--resume", f"{method}-parts", "--threads", "2")
                for name in files:
                    whole = self.content(f"{method}-one", name)
                    self.assertEqual(whole, self.content(f"{method}-two", name), name)
                    self.assertEqual(whole, self.content(f"{method}-parts", name), name)

    def functions(self, directory):
        with open(self.path / directory / "lag_functions.csv") as file:
            rows = list(csv.DictReader(file))
        names = list(dict.fromkeys(row["name"] for row in rows))
        return {name: [row for row in rows if row["name"] == name] for name in names}

    def test_functions_of_the_lag(self):
        self.write("lags.toml", PENDULUM + LAGS)
        printed = self.taut("run", "lags.toml").stdout
        found = self.functions("out/lags")
        self.assertEqual(list(found), ["bobs", "velocity-autocorrelation", "R", "turn", "speed"])
        speeds = [float(row["speed"]) for row in self.rows("out/lags") if row["speed"]]
        mean = sum(speeds) / len(speeds)
        variance = sum((speed - mean) ** 2 for speed in speeds) / len(speeds)
        self.assertAlmostEqual(float(found["speed"][0]["value"]), variance, delta=1e-12)
        self.assertEqual(int(found["speed"][0]["origins"]), 1001)
        self.assertEqual(float(found["speed"][5]["lag"]), 5e-3)
        self.assertLessEqual(float(found["speed"][-1]["lag"]), 0.2)
        self.assertEqual(float(found["bobs"][0]["value"]), 0.0)
        summary = {f["name"]: f for f in self.summary("out/lags")["lag_functions"]}
        self.assertEqual(summary["bobs"]["walkers"], 1)  # the rod between them makes one molecule
        self.assertIn("exponent", summary["bobs"]["diffusion"])
        self.assertIn("value", summary["R"]["correlation_time"])
        self.assertEqual(summary["speed"]["value"], [float(row["value"]) for row in found["speed"]])
        self.assertRegex(printed, r"by lag +bobs: D = ")
        for number in range(1, 6):
            self.assertTrue((self.path / f"out/lags/lag_function{number}.svg").exists())

    def test_functions_of_the_lag_continue_with_the_same_bits(self):
        self.write("lags.toml", PENDULUM + LAGS)
        self.taut("run", "lags.toml", "--quiet", "--out", "whole")
        self.taut("run", "lags.toml", "--quiet", "--out", "parts", "--set", "integrator.steps=433")
        self.taut("run", "lags.toml", "--quiet", "--resume", "parts")
        self.assertEqual(self.content("whole", "lag_functions.csv"), self.content("parts", "lag_functions.csv"))
        self.assertEqual(self.summary("whole")["lag_functions"], self.summary("parts")["lag_functions"])

    def test_molecules_are_averaged_over(self):
        """Before, the square of the distance from the first atom of the first to the last of the last: 500."""
        self.write("chains.toml", CHAINS)
        self.taut("run", "chains.toml", "--quiet")
        found = {m["name"]: m for m in self.summary("out/chains")["measurements"]}
        self.assertAlmostEqual(found["R2"]["mean"], 2.0, delta=1e-10)
        self.assertAlmostEqual(found["Rg"]["mean"], 2.0 / 3.0, delta=1e-10)
        self.assertAlmostEqual(found["of the long"]["mean"], 4.0, delta=1e-10)
        with open(self.path / "out/chains/histograms.csv") as file:
            row = next(csv.DictReader(file))
        self.assertEqual(int(row["count"]), 3 * 20)
        self.assertAlmostEqual(float(row["density"]), 5.0, delta=1e-12)
        self.assertEqual(self.summary("out/chains")["lag_functions"][0]["walkers"], 20)

    def test_what_has_no_ends_is_refused(self):
        self.write("chains.toml", CHAINS)
        for change, sentence in [
            ("measure[0].on=ring", 'measure[0].on: "ring" is a ring, which has no ends'),
            ('measure[0].on=["long","chain[0].1"]', "measure[0].on: found single particles beside whole chains"),
            ("measure[0].on=[3]", "measure[0].on: found one particle"),
        ]:
            with self.subTest(change=change):
                self.assertIn(sentence, self.refusal("run", "chains.toml", "--out", "refused", "--set", change))
        self.taut("run", "chains.toml", "--quiet", "--out", "two", "--set", 'measure[0].on=["long","chain"]')
        self.assertAlmostEqual(self.summary("two")["measurements"][0]["mean"], (16 + 20 * 2) / 21, delta=1e-10)

    def test_a_temperature_with_boltzmanns_constant_is_not_guessed(self):
        self.write("well.toml", WELL)
        kelvin = ("--set", "units.boltzmann_constant=0.0083", "--set", "integrator.steps=10", "--quiet")
        self.taut("run", "well.toml", *kelvin, "--out", "energy")
        self.assertEqual(self.summary("energy")["heat"]["temperature"], 0.05)
        self.write("old.toml", WELL.replace("thermal_energy", "temperature"))
        self.taut("run", "old.toml", "--quiet", "--set", "integrator.steps=10", "--out", "old")
        self.assertEqual(self.summary("old")["heat"]["temperature"], 0.05)
        printed = self.refusal("run", "old.toml", *kelvin, "--out", "unclear")
        self.assertIn("integrator.temperature: beside units.boltzmann_constant = 0.0083", printed)
        self.assertIn("thermal_energy = 0.05 for the energy", printed)
        both = ("--set", "integrator.temperature=1.0", "--out", "both")
        self.assertIn("found both", self.refusal("run", "well.toml", *both))

    def test_a_certificate_finds_a_coarse_step(self):
        """Brownian steps of half the time to relax (10 / 2 of the pair's stiffness over drag) spread too far."""
        self.write("well.toml", WELL)
        printed = self.taut("run", "well.toml", "--certify").stdout
        certificate = self.summary("out/well")["sampling_certificate"]
        self.assertEqual(certificate["step"], 0.025)
        square = {shift["name"]: shift for shift in certificate["shifts"]}["square"]
        self.assertLess(square["in_errors"], -3.0)
        self.assertGreater(square["step_error"], 0.0)
        self.assertRegex(printed, r"certificate +the step is too coarse: square is off by about")
        fine = ("--set", "integrator.step=0.002", "--set", "integrator.steps=20000")
        printed = self.taut("run", "well.toml", "--certify", "--out", "fine", *fine).stdout
        self.assertRegex(printed, r"certificate +the step makes no difference beyond chance")
        short = ("--set", "integrator.steps=100")
        printed = self.taut("run", "well.toml", "--certify", "--out", "short", *short).stdout
        self.assertRegex(printed, r"certificate +none: the runs are too short to know the errors of averages")

    def test_a_certificate_of_motion_without_a_step_error_is_refused(self):
        self.write("well.toml", WELL)
        free = ("--set", "integrator.method=hmc", "--set", "forces.drag=0")
        printed = self.refusal("run", "well.toml", "--certify", "--out", "c", "--set", "integrator.method=hmc", *free)
        self.assertIn("hmc has none", printed)

    def test_subdivided_and_coarse_random_steps_are_noted(self):
        self.write("well.toml", WELL)
        for energy, severity, code in ((1.0, "note", 0), (20.0, "wrong", 1)):
            hot = ("--set", f"integrator.thermal_energy={energy}", "--set", "integrator.steps=500")
            printed = self.taut("run", "well.toml", "--out", severity, *hot, code=code).stdout
            self.assertRegex(printed, rf"{severity} +\d+ of 500 random steps had no solution and were drawn again in halves")
        coarse = ("--set", "integrator.method=langevin", "--set", "integrator.step=0.4")
        printed = self.taut("run", "well.toml", "--out", "coarse", *coarse).stdout
        self.assertRegex(printed, r"note +the velocities have the temperature .* % off what was asked for")

    def test_moves_that_are_nearly_all_rejected_are_noted(self):
        """And what the note says helps."""
        for kick, noted in (("0.25", True), ("0.1", False)):
            settings = ("--set", f"integrator.kick={kick}", "--set", "integrator.steps=100")
            printed = self.taut("run", "kramers_chain", "--out", kick, *settings).stdout
            self.assertEqual("moves were rejected: what is sampled hardly changes; a smaller integrator.kick" in printed, noted)

    def test_rods_that_do_not_meet_are_not_ergodic(self):
        self.write("rods.toml", RODS)
        for method in ("rescale", "nose-hoover"):
            printed = self.taut("run", "rods.toml", "--out", method, "--set", f"thermostat.method={method}").stdout
            self.assertIn("the motion is not ergodic, and averages, the volume among them, depend on the start", printed)
            self.assertIn('thermostat.method = "andersen" or integrator.method = "langevin"', printed)
        printed = self.taut("run", "rods.toml", "--out", "a", "--set", "thermostat.method=andersen").stdout
        self.assertNotIn("ergodic", printed)

    def test_refusals_of_functions_of_the_lag(self):
        self.write("lags.toml", PENDULUM + LAGS)
        for change, sentence in [
            ("measure[0].histogram.low=0", "measure[0].histogram: unknown key"),
            ("measure[0].of=groups", "measure[0].of"),
            ("measure[0].longest=-1.0", "measure[0].longest"),
            ("measure[0].fit=[0.3,0.1]", "measure[0].fit: expected two lags"),
            ("measure[0].fit=[0.1,0.4]", "measure[0].fit: expected lags up to longest = 0.3, found 0.4"),
            ("measure[1].fit=[0.1,0.4]", "measure[1].fit: unknown key"),
            ("measure[2].on=[0]", "measure[2].on: found one particle"),
            ('measure[3].formula=["x1","x2","y1","y2"]', "measure[3].formula: expected one to three components, found 4"),
            ("measure[4].autocorrelation=7", "measure[4].autocorrelation"),
        ]:
            with self.subTest(change=change):
                self.assertIn(sentence, self.refusal("run", "lags.toml", "--out", "refused", "--set", change))

    def test_refusals(self):
        for change, sentence in [
            ("measure[0].on=[0]", "measure[0].on: found 1 particles, expected 2"),
            ("measure[0].on=[0,3]", "measure[0].on"),
            ("measure[0].type=lenght", "measure[0].type"),
            ("measure[0].evry=3", "measure[0].evry: unknown key; did you mean `every`?"),
            ("measure[0].every=0", "measure[0].every"),
            ("measure[0].name=height", '"height" is taken'),
            ("measure[0].histogram.high=-1.0", "measure[0].histogram.high: expected more than low"),
            ('measure[2].formula="y1 + z2"', "measure[2].formula"),
        ]:
            with self.subTest(change=change):
                self.assertIn(sentence, self.refusal("run", "measured.toml", "--out", "refused", "--set", change))
        self.taut("run", "measured.toml", "--quiet", "--out", "begun", "--set", "integrator.steps=10")
        self.write("other.toml", PENDULUM)
        self.assertIn("was begun with another scenario", self.refusal("run", "other.toml", "--resume", "begun"))
        self.assertIn("other measurements", self.refusal("run", "other.toml", "--resume", "begun", "--force-change"))


if __name__ == "__main__":
    unittest.main()
