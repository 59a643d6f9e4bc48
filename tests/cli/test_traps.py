"""What a scenario may not mean is said: velocities that are removed, charges that do not act, mechanisms that lock."""

import json
import math
import unittest

from support import CommandLineTest

HELD = """dimension = 2
[[particles]]
position = [0.0, 0.0]
fixed = true
[[particles]]
name = "bob"
position = [1.0, 0.0]
velocity = [3.0, 4.0]
[[constraints]]
type = "distance"
between = [0, 1]
[integrator]
step = 1e-3
steps = 10
[output]
figures = false
"""

PAIR = """[[particles]]
name = "one"
position = [0.0, 0.0, 0.0]
velocity = [1.0, 0.0, 0.0]
charge = 1.0
[[particles]]
name = "two"
position = [1.5, 0.0, 0.0]
charge = -1.0
[integrator]
step = 1e-3
steps = 10
[output]
figures = false
"""
COULOMB = '[forces.pairs]\ndispersion = "none"\ncoulomb = "damped-shifted"\ndamping = 1.0\ncutoff = 4.0\n'
BOX = "[box]\nlengths = [10.0, 10.0, 10.0]\n"

# Two rods of length sqrt(1.25) from a pivot to a point that is pulled away: straight where its distance is sqrt(5).
LOCKING = """dimension = 2
[[particles]]
name = "pivot"
position = [0.0, 0.0]
fixed = true
[[particles]]
name = "knee"
position = [0.5, 1.0]
[[particles]]
name = "slider"
position = [1.0, 0.0]
fixed = true
path = { x = "1 + t", y = "0" }
[[constraints]]
type = "distance"
name = "left rod"
between = ["pivot", "knee"]
[[constraints]]
type = "distance"
name = "right rod"
between = ["knee", "slider"]
[integrator]
step = 1e-2
duration = 3.0
[output]
figures = false
"""


class TrapsTest(CommandLineTest):
    def run_notes(self, text, *arguments):
        self.write("it.toml", text)
        self.taut("run", "it.toml", "--force", "--quiet", *arguments)
        return self.summary("out/it")["notes"]

    def test_removed_velocities_are_said_in_their_own_unit(self):
        self.write("held.toml", HELD)
        printed = self.taut("run", "held.toml").stdout
        self.assertIn("the velocity of bob changes by 3, 60 % of its speed", printed)
        start = self.summary("out/held")["start"]
        self.assertEqual(start["removed_velocity"], {"particle": "bob", "size": 3.0, "speed": 5.0})
        self.assertAlmostEqual(start["velocity_error"], 0.003)  # the measure of the tolerance: times the step
        with_units = self.taut("check", "held.toml", "--set", 'units={length="m", time="s"}').stdout
        self.assertIn("the velocity of bob changes by 3 m/s, 60 % of its speed", with_units)
        report = json.loads(self.taut("check", "held.toml", "--json").stdout)
        self.assertEqual(set(report["start"]), {"max_position_error", "max_velocity_error"})
        self.assertAlmostEqual(report["start"]["max_velocity_error"], 0.003)

    def test_a_continued_run_says_the_same_of_its_start(self):
        self.write("held.toml", HELD)
        self.taut("run", "held.toml", "--quiet")
        start = self.summary("out/held")["start"]
        self.taut("run", "--resume", "out/held", "--quiet", "--set", "integrator.steps=20")
        self.assertEqual(self.summary("out/held")["start"], start)

    def test_velocities_that_follow_the_constraints_are_left_alone(self):
        self.write("held.toml", HELD.replace("[3.0, 4.0]", "[0.0, 4.0]"))
        self.assertNotIn("velocity of", self.taut("run", "held.toml").stdout)
        self.assertIsNone(self.summary("out/held")["start"]["removed_velocity"])

    def test_charges_that_do_not_act(self):
        self.assertIn("2 particles are charged, but charges do not act: [forces.pairs] has no coulomb",
                      self.run_notes(PAIR))
        self.assertIn("charges do not act", self.taut("check", "it.toml").stdout)
        self.assertEqual(self.run_notes(PAIR + COULOMB), [])  # as the note asks

    def test_boxes_that_are_not_neutral(self):
        charged = ("--set", "particles[1].charge=-0.5")
        (note,) = self.run_notes(PAIR + COULOMB + BOX, *charged)
        self.assertIn("the charges in the periodic box add up to 0.5", note)
        self.assertEqual(self.run_notes(PAIR + COULOMB + BOX), [])
        self.assertEqual(self.run_notes(PAIR + COULOMB, *charged), [])

    def test_what_falls_for_ever(self):
        fall = ("--set", "forces.gravity=[0,-9.81]")
        free = HELD.replace("fixed = true\n", "")
        self.assertIn("nothing holds particle 0 and 1 other particle against gravity: they fall for ever",
                      self.run_notes(free, *fall))
        self.assertEqual(self.run_notes(free), [])
        self.assertEqual(self.run_notes(HELD, *fall), [])
        for holds in ('constraints=[{type="curve", on="bob", shape="circle", r=1.0}]',
                      'forces.potential=[{on=[1], energy="x^2 + y^2"}]',
                      "forces.springs=[{between=[0, 1], stiffness=1.0}]"):
            with self.subTest(holds):  # a spring to a particle that falls as well holds nothing
                expected = ["springs" in holds, "potential" in holds]
                loose = free.replace('[[constraints]]\ntype = "distance"\nbetween = [0, 1]\n', "")
                notes = self.run_notes(loose, *fall, "--set", holds)
                self.assertEqual(any("1 other particle" in note for note in notes), expected[0], notes)
                self.assertEqual(any("nothing holds particle 0 against gravity: it falls" in note for note in notes),
                                 not expected[0], notes)

    def test_momentum_that_no_thermostat_touches(self):
        bath = '[thermostat]\nmethod = "{}"\ntemperature = 1.0\ntime_constant = 1e-3\n'
        for method, noted in (("rescale", True), ("nose-hoover", True), ("andersen", False)):
            with self.subTest(method):
                notes = self.run_notes(PAIR + COULOMB + BOX + bath.format(method))
                self.assertEqual(any("the centre of mass moves at 0.5" in note for note in notes), noted, notes)
        at_rest = ("--set", "particles[1].velocity=[-1.0,0.0,0.0]")
        self.assertEqual(self.run_notes(PAIR + COULOMB + BOX + bath.format("rescale"), *at_rest), [])

    def test_drags_that_are_odd(self):
        self.write("dimer.toml", "dimension = 2\n[[chains]]\nbeads = 2\n")
        for name, rows, notes in (
            ("good", ((2, 0, 0, 0), (0, 1, 0, 0), (0, 0, 3, 0), (0, 0, 0, 4)), ()),
            ("odd", ((2, 0, 1, 0), (0, 1, 0, 0), (0, 0, 3, 0), (0, 0, 0, 4)), ("is not symmetric",)),
            ("driving", ((-2, 0, 0, 0), (0, -1, 0, 0), (0, 0, -3, 0), (0, 0, 0, -4)), ("is not positive definite",)),
        ):
            with self.subTest(name):
                self.write("drag.csv", "".join(",".join(map(str, row)) + "\n" for row in rows))
                report = json.loads(self.taut("response", "dimer.toml", "--drag-matrix", "drag.csv", "--json").stdout)
                found = [note for note in report["notes"] if "drag matrix" in note]
                self.assertEqual(len(found), len(notes), found)
                for note in notes:
                    self.assertIn(note, found[0])
        self.write("zero.csv", "0,0,0,0\n" * 4)
        self.assertIn("zero.csv: found a matrix of zeros", self.refusal("response", "dimer.toml", "--drag-matrix", "zero.csv"))

    def test_a_driven_mechanism_locks_and_runs_where_it_is_told_to_end(self):
        self.write("locking.toml", LOCKING)
        for method in ("rattle", "shake", "kahan-li8"):
            with self.subTest(method):
                choice = ("--quiet", "--force", "--set", f"integrator.method={method}")
                sentence = self.refusal("run", "locking.toml", *choice, code=1)
                self.assertRegex(sentence, r"at t = [0-9.]+ the mechanism locks: beyond, nothing satisfies")
                self.assertNotIn("integrator.step", sentence)
                locks = float(sentence.split("at t = ")[1].split(" ")[0])
                self.assertAlmostEqual(locks, math.sqrt(5.0) - 1.0, delta=1e-6)
                self.taut("run", "locking.toml", *choice, "--set", f"integrator.duration={locks - 0.05}")
        turned_back = ("--set", 'particles[2].path={x="1 + 1.2*sin(t)", y="0"}')
        self.taut("run", "locking.toml", "--quiet", "--force", *turned_back)  # another drive, as it says


if __name__ == "__main__":
    unittest.main()
