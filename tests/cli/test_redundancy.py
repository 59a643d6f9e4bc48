"""Redundant, contradictory and singular constraints, as a user meets them."""

import itertools
import json
import math
import unittest

from support import CommandLineTest

OCTAHEDRON = [(1.0, 0.0, 0.0), (-1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, -1.0, 0.0), (0.0, 0.0, 1.0), (0.0, 0.0, -1.0)]
HEXAGON = [(math.cos(k * math.pi / 3), math.sin(k * math.pi / 3), 0.0) for k in range(6)]
LINE = [(-1.0, 0.0, 0.0), (0.0, 0.0, 0.0), (1.2, 0.0, 0.0)]


def framework(places, rods=None, more=""):
    """A scenario with a rod between these pairs, or all; each particle has a velocity that turns the whole."""
    text = "dimension = 3\n"
    for x, y, z in places:
        text += f"[[particles]]\nposition = [{x!r}, {y!r}, {z!r}]\nvelocity = [{-y!r}, {x!r}, {0.3 * y!r}]\n"
    for i, j in rods or itertools.combinations(range(len(places)), 2):
        text += f'[[constraints]]\ntype = "distance"\nbetween = [{i}, {j}]\n'
    return text + more + "[integrator]\nstep = 1e-3\nsteps = 200\n"


class RedundantTest(CommandLineTest):
    def setUp(self):
        super().setUp()
        self.write("octahedron.toml", framework(OCTAHEDRON))

    def test_check_counts_and_names(self):
        report = json.loads(self.taut("check", "octahedron.toml", "--json").stdout)
        self.assertEqual((report["constraints"], report["rank"], report["degrees_of_freedom"]), (15, 12, 6))
        self.assertEqual(report["redundant"], ["distance 9 (2-3)", "distance 13 (3-5)", "distance 14 (4-5)"])
        self.assertEqual((report["contradictory"], report["singular"], report["refusal"]), ([], [], None))
        self.assertEqual(report["components"][0]["constraints"], 15)
        self.assertEqual(report["components"][0]["rank"], 12)
        self.assertGreater(report["condition_number"], 1.0)
        self.assertIn("distance 9 (2-3) is redundant: it follows from distance 0 (0-1)", report["advice"][0])

    def test_check_in_words(self):
        printed = self.taut("check", "octahedron.toml").stdout
        self.assertIn("15 constraints of rank 12, 6 degrees of freedom", printed)
        self.assertIn("redundant     distance 9 (2-3), distance 13 (3-5), distance 14 (4-5)", printed)

    def test_runs_and_says_so(self):
        printed = self.taut("run", "octahedron.toml", "--out", "out").stdout
        self.assertIn("distance 9 (2-3) is redundant", printed)
        summary = self.summary("out")
        self.assertEqual((summary["rank"], summary["degrees_of_freedom"]), (12, 6))
        self.assertLess(summary["constraint_error"]["max_position"], 1e-11)  # of all fifteen
        self.assertLess(summary["energy"]["max_relative_drift"], 1e-11)

    def test_nearly_dependent_constraints_are_named(self):
        bent = [(0.0, 0.0, 0.0), (1.0, 1e-5, 0.0), (2.0, 0.0, 0.0)]
        self.write("bent.toml", framework(bent))
        report = json.loads(self.taut("check", "bent.toml", "--json").stdout)
        self.assertGreater(report["condition_number"], 1e8)
        advice = " ".join(report["advice"])
        self.assertIn("distance 0 (0-1), distance 1 (0-2), distance 2 (1-2) nearly depend on one another", advice)


class ContradictoryTest(CommandLineTest):
    def test_two_lengths_for_one_pair(self):
        longer = '[[constraints]]\ntype = "distance"\nbetween = [1, 0]\nlength = 1.5\nname = "longer"\n'
        self.write("twice.toml", framework(LINE, [(0, 1)], longer))
        done = self.taut("check", "twice.toml", "--json", code=2)
        report = json.loads(done.stdout)
        self.assertEqual(report["contradictory"], ["distance 0 (0-1)", "longer"])
        self.assertEqual(done.stderr, report["refusal"] + "\n")
        self.assertEqual(
            self.refusal("run", "twice.toml"),
            "twice.toml:14: constraints[1]: longer contradicts distance 0 (0-1): they cannot hold together")
        self.assertFalse((self.path / "out").exists())

    def test_projection_cannot_mend_it(self):
        impossible = '[[constraints]]\ntype = "distance"\nbetween = [0, 2]\nlength = 5.0\nname = "too long"\n'
        self.write("triangle.toml", framework(LINE, [(0, 1), (1, 2)], impossible))
        sentence = self.refusal("run", "triangle.toml", "--set", "solver.project_initial=true")
        self.assertIn("too long contradicts distance 0 (0-1), distance 1 (1-2)", sentence)


class SingularTest(CommandLineTest):
    def setUp(self):
        super().setUp()
        self.write("line.toml", framework(LINE))
        self.write("benzene.toml", framework(HEXAGON))

    def test_is_refused_with_the_remedy(self):
        done = self.taut("check", "line.toml", "--json", code=2)
        report = json.loads(done.stdout)
        self.assertEqual(report["singular"], ["distance 0 (0-1)", "distance 1 (0-2)", "distance 2 (1-2)"])
        self.assertEqual(report["redundant"], [])
        self.assertEqual(
            self.refusal("run", "line.toml"),
            "line.toml:17: constraints[2]: distance 2 (1-2) is singular at the start: it depends on distance 0 (0-1), "
            "distance 1 (0-2) there and only there; where they lie in a plane or on a line, hold three or two of the "
            "particles by distances and the others by linear relations, which regularise = true in [solver] does; "
            "otherwise start elsewhere")

    def test_singular_and_redundant_are_told_apart(self):
        report = json.loads(self.taut("check", "benzene.toml", "--json", code=2).stdout)
        self.assertEqual(report["rank"], 9)
        self.assertEqual(len(report["redundant"]), 3)
        self.assertEqual(len(report["singular"]), 12)

    def test_the_regular_formulation_on_request(self):
        for name, freedom in (("line", 5), ("benzene", 6)):
            with self.subTest(name):
                self.taut("run", f"{name}.toml", "--out", name, "--set", "solver.regularise=true")
                summary = self.summary(name)
                self.assertEqual(summary["degrees_of_freedom"], freedom)
                self.assertIn("are singular there; replaced by the distances of", " ".join(summary["notes"]))
                self.assertLess(summary["energy"]["max_relative_drift"], 1e-11)

    def test_what_has_no_regular_formulation_is_refused(self):
        rods = [(k, (k + 1) % 6) for k in range(6)] + [(k, k + 3) for k in range(3)]
        self.write("crossed.toml", framework(HEXAGON, rods))
        sentence = self.refusal("run", "crossed.toml", "--set", "solver.regularise=true")
        self.assertIn("that is no rigid plane or line: it may bend; start it bent", sentence)


class PassageTest(CommandLineTest):
    def test_a_change_point_is_passed_and_noted(self):
        places = [(0.0, 0.0), (2.0, 0.0), (0.0, 1.0), (2.0, 1.0)]
        text = "dimension = 2\n"
        for k, (x, y) in enumerate(places):
            text += f"[[particles]]\nposition = [{x}, {y}]\n"
            text += "fixed = true\n" if k < 2 else "velocity = [-1.0, 0.0]\n"
        for i, j in ((0, 2), (1, 3), (2, 3)):
            text += f'[[constraints]]\ntype = "distance"\nbetween = [{i}, {j}]\n'
        self.write("parallelogram.toml", text + "[integrator]\nstep = 0.01\nsteps = 200\n")
        self.taut("run", "parallelogram.toml", "--out", "out", "--quiet")
        summary = self.summary("out")
        self.assertRegex(" ".join(summary["notes"]), r"at t = 1\.5[78]\d* the constraints were singular, or nearly so, at distance \d")
        turned = 200 * math.asin(0.01) + math.pi / 2
        self.assertAlmostEqual(summary["final"]["positions"][2][0], math.cos(turned), delta=1e-6)
        self.assertAlmostEqual(summary["final"]["positions"][3][0], 2.0 + math.cos(turned), delta=1e-6)


if __name__ == "__main__":
    unittest.main()
