"""taut check refuses what taut run refuses, in the same sentence and with the same exit code."""

import unittest

from support import PENDULUM, CommandLineTest


MEASURE = """
[[measure]]
name = "height"
type = "formula"
on = "bob1"
formula = "{}"
"""
SECTION = """
[chaos.section]
crossing = "{}"
plot = ["x2", "{}"]
"""
FAMILY = """
[chaos.section]
crossing = "x2"
plot = ["x2", "vx2"]
vary = {{ name = "p", from = 0.0, to = 1.0, count = 3 }}
starts = [{{ particle = "bob1", velocity = ["0", "{}"] }}]
"""
MAP = """
[chaos.map]
x = {{ name = "a", from = -1.0, to = 1.0 }}
y = {{ {}, from = 0.5, to = 1.0 }}
starts = [{{ particle = "bob1", velocity = ["0", "{}"] }}]
events = [{{ crossing = "{}" }}]
{}
"""

# What is added to the pendulum, and what of it the sentence names.
BAD = {
    "formula of a measurement": (MEASURE.format("y +* 2"), "measure[0].formula"),
    "unknown name in a measurement": (MEASURE.format("w + 1"), "measure[0].formula"),
    "particle of a measurement": ('\n[[measure]]\nname = "d"\ntype = "distance"\non = ["bob1", "bob9"]\n', "bob9"),
    "number of particles of a measurement": (
        '\n[[measure]]\nname = "d"\ntype = "angle"\non = ["bob1", "bob2"]\n', "measure[0].on"),
    "bins of a histogram": (
        '\n[[measure]]\nname = "d"\ntype = "distance"\non = ["bob1", "bob2"]\n'
        "histogram = { low = 2.0, high = 1.0, bins = 4 }\n", "measure[0]"),
    "crossing of a section": (SECTION.format("x2 +", "vx2"), "chaos.section.crossing"),
    "plot of a section": (SECTION.format("x2", "speed2"), "chaos.section.plot[1]"),
    "starts of a section": (FAMILY.format("q"), "chaos.section.starts[0]"),
    "starts of a map": (MAP.format('name = "b"', "c", "x2", ""), "chaos.map.starts[0]"),
    "event of a map": (MAP.format('name = "b"', "a", "x2 + nothing", ""), "chaos.map.events[0].crossing"),
    "what is possible in a map": (MAP.format('name = "b"', "a", "x2", 'possible = "vx9"'), "chaos.map.possible"),
    "key of a map": (MAP.format('key = "particles[1].weight"', "a", "x2", ""), "particles[1].weight"),
    "format of the output": ('', "output.formats", "output.formats", '["pdf"]'),
    "interval of the output": ('', "output.every", "output.every", "0"),
    "figures": ('', "output.figures", "output.figures", '"some"'),
    "thermostat": ('\n[thermostat]\nmethod = "rescale"\ntemperature = -1.0\n', "thermostat.temperature"),
    "thermostat for random motion": (
        '\n[thermostat]\nmethod = "rescale"\ntemperature = 1.0\n', "thermostat", "integrator.method", "brownian", "integrator.temperature", "1.0",
        "forces.drag", "1.0"),
    "barostat without a box": (
        '\n[thermostat]\nmethod = "rescale"\ntemperature = 1.0\n[barostat]\nmethod = "cell-rescaling"\npressure = 1.0\n'
        "compressibility = 0.1\n", "barostat"),
    "spring": ('\n[[forces.springs]]\nbetween = ["bob1", "bob1"]\nstiffness = 1.0\n', "forces.springs[0]"),
    "formula of a force": ('\n[[forces.formula]]\non = "bob1"\nx = "sin("\n', "forces.formula[0]"),
    "energy of a force": ('\n[[forces.potential]]\non = "bob1"\nenergy = "k*x^2"\n', "forces.potential[0]"),
    "force that is not a number": ('\n[[forces.potential]]\non = "bob1"\nenergy = "sqrt(x - 1)"\n', "bob1"),
    "pair forces": ('\n[forces.pairs]\ncutoff = -1.0\ndispersion = "lennard-jones"\n', "forces.pairs"),
    "damping of a composition": ('', "kahan-li8", "integrator.method", "kahan-li8", "forces.drag", "1.0"),
    "start off the constraints": ('', "upper rod", "particles[1].position", "[1.2, 0.0]"),
    "solver": ('', "solver.method", "solver.method", "magic"),
}  # fmt: skip


class StrictCheckTest(CommandLineTest):
    def test_check_is_as_strict_as_run(self):
        for what, (added, named, *settings) in BAD.items():
            with self.subTest(what):
                self.write("bad.toml", PENDULUM + added)
                keys = [word for key, value in zip(settings[::2], settings[1::2]) for word in ("--set", f"{key}={value}")]
                ran = self.taut("run", "bad.toml", *keys, code=2)
                checked = self.taut("check", "bad.toml", *keys, code=2)
                self.assertEqual(checked.stderr, ran.stderr)
                self.assertEqual(ran.stderr.count("\n"), 1, ran.stderr)
                self.assertIn(named, ran.stderr)
                self.assertFalse((self.path / "out").exists())

    def test_chaos_says_the_same(self):
        for what, option in (("plot of a section", "--section"), ("starts of a section", "--section"),
                             ("event of a map", "--map"), ("starts of a map", "--map")):  # fmt: skip
            with self.subTest(what):
                self.write("bad.toml", PENDULUM + BAD[what][0])
                studied = self.taut("chaos", "bad.toml", option, code=2)
                self.assertEqual(self.taut("check", "bad.toml", code=2).stderr, studied.stderr)

    def test_what_only_a_study_refuses_is_advice(self):
        self.write("warm.toml", PENDULUM + SECTION.format("x2", "vx2"))
        walk = ("--set", "integrator.method=langevin", "--set", "integrator.temperature=1", "--set", "forces.drag=1")
        self.taut("run", "warm.toml", "--quiet", *walk)
        refused = self.taut("chaos", "warm.toml", "--section", *walk, code=2).stderr.rstrip("\n")
        self.assertIn(f"taut chaos --section would refuse it: {refused}", self.taut("check", "warm.toml", *walk).stdout)


if __name__ == "__main__":
    unittest.main()
