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
                run = ("run", "heat.toml", "--quiet", *sets)
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
