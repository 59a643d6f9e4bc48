"""taut response."""

import json
import unittest

from support import CommandLineTest

CHAIN = "[[chains]]\nbeads = 12\n"
RING = "[[rings]]\nbeads = 6\n"


class ResponseTest(CommandLineTest):
    def setUp(self):
        super().setUp()
        self.write("chain.toml", CHAIN)
        self.write("ring.toml", RING)

    def response(self, *arguments, code=0):
        return self.taut("response", *arguments, code=code)

    def test_a_load_moves_and_pulls(self):
        report = json.loads(self.response("pendulum.toml", "--matrix", "N", "--load", "bob2=0,-1", "--json").stdout)
        self.assertEqual((report["matrix"], report["coordinates"], report["rank"]), ("N", 4, 2))
        motion = report["answer"]["motion"]
        self.assertEqual(motion[0], [0.0, 0.0])
        self.assertAlmostEqual(motion[2][1], -1.0, delta=1e-14)  # across both rods, which lie along x
        self.assertAlmostEqual(motion[1][1], 0.0, delta=1e-14)
        self.assertEqual(len(report["entries"]), 4)
        self.assertEqual(
            sorted(file.name for file in (self.path / "out" / "pendulum-response").iterdir()),
            [
                "constraint_forces.csv", "matrix.csv", "matrix.svg", "motion.csv", "motion.svg", "response.json",
                "scenario.toml",
            ],
        )
        rows = self.content("out/pendulum-response", "motion.csv").decode().splitlines()
        self.assertEqual(rows[0], "particle,fx,fy,fz,x,y,z")
        self.assertEqual([float(value) for value in rows[3].split(",")[4:6]], motion[2])
        forces = self.content("out/pendulum-response", "constraint_forces.csv").decode().splitlines()
        self.assertEqual([float(row.split(",")[1]) for row in forces[1:]], report["answer"]["constraint_forces"])

    def test_normal_modes_of_a_hanging_pendulum(self):
        hang = ["--set", "particles[1].position=[0,-1]", "--set", "particles[2].position=[0,-2]"]
        report = json.loads(self.response("pendulum.toml", *hang, "--normal-modes", "2", "--json").stdout)
        slow, fast = (mode["value"] for mode in report["normal_modes"])
        self.assertAlmostEqual(slow, 9.81 * (2 - 2**0.5), delta=1e-12)
        self.assertAlmostEqual(fast, 9.81 * (2 + 2**0.5), delta=1e-12)

    def test_an_ensemble_agrees_with_the_exact_answer(self):
        report = json.loads(self.response("chain.toml", "--ensemble", "4e3", "--distance", "4", "--json").stdout)
        self.assertEqual(report["ensemble"]["samples"], 4000)
        for row in report["decay"][1:]:
            error = abs(row["value"]["mean"] - row["exact"])
            self.assertLess(error, 4 * row["value"]["error"])
        self.assertAlmostEqual(report["exact_factor"], 0.207819563052, delta=1e-12)
        exact = json.loads(self.response("chain.toml", "--exact", "--distance", "4", "--out", "exact", "--json").stdout)
        self.assertEqual([r["exact"] for r in exact["decay"]], [r["exact"] for r in report["decay"]])

    def test_chosen_pairs(self):
        pairs = ["--pair", "0:1", "--pair", "chain[3]:2"]
        one = json.loads(self.response("chain.toml", *pairs, "--distance", "1", "--json").stdout)
        self.assertEqual([(pair["i"], pair["j"]) for pair in one["pairs"]], [(0, 1), (3, 2)])
        block = [row[3:6] for row in one["entries"][0:3]]
        for found, expected in zip(one["pairs"][0]["block"], block):
            for a, b in zip(found, expected):
                self.assertAlmostEqual(a, b, delta=1e-15)
        self.assertEqual(len(one["blocks"]), 12 + 11)  # the diagonal and the neighbours
        mean = json.loads(self.response("chain.toml", *pairs, "--ensemble", "1000", "--json").stdout)["pair_means"]
        exact = json.loads(self.response("chain.toml", *pairs, "--exact", "--out", "x", "--json").stdout)["pair_means"]
        for sampled, known in zip(mean, exact):
            self.assertEqual(sampled["exact"], known["exact"])
            self.assertLess(abs(sampled["value"]["mean"] - known["exact"]), 4 * sampled["value"]["error"])
        self.assertIn("mean of E between two particles", self.response("chain.toml", *pairs, "--exact", "--out", "x").stdout)

    def test_long_lists_are_in_tables_only(self):
        self.write("long.toml", "[[chains]]\nbeads = 20001\n")
        report = json.loads(self.response("long.toml", "--load", "0=1,0,0", "--json").stdout)
        self.assertNotIn("answer", report)
        self.assertIsNone(report["blocks"])
        self.assertIn("lists are in CSV files only", report["notes"][-1])
        self.assertEqual(len(self.content("out/long-response", "motion.csv").splitlines()), 20002)
        self.assertFalse((self.path / "out/long-response/motion.svg").exists())
        self.assertFalse((self.path / "out/long-response/blocks.csv").exists())

    def test_threads_and_interruptions_change_no_digit(self):
        one = self.response("ring.toml", "--ensemble", "3000", "--out", "one", "--json").stdout
        two = self.response("ring.toml", "--ensemble", "3000", "--out", "two", "--threads", "2", "--json").stdout
        self.response("ring.toml", "--ensemble", "1500", "--out", "three")
        three = self.response("ring.toml", "--ensemble", "3000", "--out", "three", "--resume", "--json").stdout
        first = json.loads(one)["ensemble"]
        self.assertEqual(first, json.loads(two)["ensemble"])
        self.assertEqual(first, json.loads(three)["ensemble"])

    def test_an_ensemble_is_not_overwritten_unasked(self):
        self.response("ring.toml", "--ensemble", "100")
        self.assertIn("--force", self.response("ring.toml", "--ensemble", "100", code=2).stderr)
        self.response("ring.toml", "--ensemble", "100", "--force")

    def test_l_of_an_ensemble(self):
        tether = ["--set", 'forces.potential=[{on=[0], energy="x^2+y^2+z^2"}]', "--matrix", "L", "--ensemble", "100"]
        self.assertIn("motions meet no stiffness", self.response("chain.toml", *tether, code=1).stderr)
        self.write("dimer.toml", '[[chains]]\nbeads = 2\n[[forces.potential]]\non = [0, 1]\n'
                   'energy = "x1^2 + y1^2 + z1^2 + x2^2 + y2^2 + z2^2"\n')  # a stiffness of 2
        report = json.loads(self.response("dimer.toml", *tether[2:], "--json").stdout)
        self.assertAlmostEqual(report["decay"][0]["value"]["mean"], 5 / 12, delta=1e-12)
        self.assertIn("configurations are drawn without regard to the forces", report["notes"])

    # A rod along x between two particles in the plane: B v = 0 makes both velocities along x equal, and the equations
    # along x add up to (D00 + D02 + D20 + D22) v = F.
    def test_a_full_drag(self):
        self.write("dimer.toml", "dimension = 2\n[[chains]]\nbeads = 2\n")
        self.write("drag.csv", "2,0,0.5,0\n0,1,0,0\n-0.3,0,3,0\n0,0,0,4\n")
        report = json.loads(self.response("dimer.toml", "--drag-matrix", "drag.csv", "--load", "0=1,1", "--json").stdout)
        (ax, ay), (bx, by) = report["answer"]["motion"]
        for found, expected in zip((ax, ay, bx, by), (1 / 5.2, 1.0, 1 / 5.2, 0.0)):
            self.assertAlmostEqual(found, expected, delta=1e-15)
        self.assertAlmostEqual(report["answer"]["constraint_forces"][0], -2.7 / 5.2, delta=1e-15)  # it pushes
        self.write("short.csv", "2,0,0.5,0\n0,1,0,0\n")
        self.write("indefinite.csv", "1,0,0,0\n0,1,0,0\n0,0,-1,0\n0,0,0,1\n")
        for file, sentence in [
            ("short.csv", "short.csv: found 2 rows, expected 4"),
            ("indefinite.csv", "the drag leaves the velocity undetermined"),
            ("none.csv", "none.csv: cannot be read"),
        ]:
            self.assertIn(sentence, self.refusal("response", "dimer.toml", "--drag-matrix", file))

    def test_text(self):
        printed = self.response("chain.toml", "--load", "0=1,0,0").stdout
        self.assertIn("12 particles, 36 coordinates, rank of constraints 11, 25 degrees of freedom", printed)
        self.assertIn("the scenario has no drag: every free particle is given a drag of 1", printed)
        self.assertIn("velocity to a force in overdamped motion, the largest first", printed)
        self.assertRegex(printed, r"0\.9\d+  distance 0 \(chain\[0\]-chain\[1\]\)")  # 11 of 12 beads pull at it

    def test_refusals(self):
        for arguments, sentence in [
            (["chain.toml", "--load", "12=1,0,0"], "--load: found particle 12, expected 0 to 11"),
            (["chain.toml", "--load", "0=1,0"], '--load: expected 3 components, found "1,0"'),
            (["chain.toml", "--load", "bob"], 'such as bob=1,0, found "bob"'),
            (["chain.toml", "--ensemble", "0"], "--ensemble: expected at least one sample, found 0"),
            (["chain.toml", "--ensemble", "1.5"], "--ensemble"),
            (["chain.toml", "--distance", "-1"], "--distance: Value -1 not in range 0 to 1000000"),
            (["chain.toml", "--normal-modes", "26"], "--normal-modes: found 26 modes"),
            (["chain.toml", "--modes", "26"], "--modes: found 26 modes asked for, expected at most the 25 degrees of freedom"),
            (["chain.toml", "--matrix", "L"], "nothing resists a displacement; expected springs or potentials"),
            (["chain.toml", "--matrix", "Q"], "--matrix: Q not in {L,E,N}"),
            (["chain.toml", "--tension"], "--tension: belongs to --matrix L of one configuration"),
            (["chain.toml", "--window", "3:9"], "belongs to --ensemble"),
            (["chain.toml", "--exact", "--modes", "2"], "belongs to one configuration, not to averages"),
            (["ring.toml", "--exact"], "--exact knows the averages of one freely jointed chain"),
            (["chain.toml", "--histogram", "0:12", "--ensemble", "10"], "--histogram: found particle 12"),
            (["chain.toml", "--pair", "0"], '--pair: expected two particles such as 10:30, found "0"'),
            (["chain.toml", "--pair", "0:7", "--distance", "2", "--ensemble", "10"], "--pair: 0:7 is further apart"),
        ]:
            with self.subTest(arguments=arguments):
                done = self.response(*arguments, code=2)
                self.assertIn(sentence, done.stderr)
                self.assertEqual(len(done.stderr.splitlines()), 1)
        drag = ["--set", 'forces.drag=[{coefficient=1.0, on=["chain[0]"]}]']
        self.assertIn("is free and has no drag", self.response("chain.toml", *drag, code=2).stderr)


if __name__ == "__main__":
    unittest.main()
