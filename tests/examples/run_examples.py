"""Checks and runs every example, and holds it to what its comment claims.

    TAUT=build/taut python3 tests/examples/run_examples.py [ExampleTest.test_pendulum]
"""

import json
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from arm_expectations import ARM_EXPECTATIONS  # noqa: E402
from expectations import EXPECTATIONS  # noqa: E402
from program import EXAMPLES, Run, all_names, arm_names, example_names, reach, taut  # noqa: E402

CONSTRAINT_ERROR = 1e-11


class ExampleTest(unittest.TestCase):
    def test_every_example_has_an_expectation(self):
        self.assertEqual(example_names(), sorted(EXPECTATIONS))
        self.assertEqual(arm_names(), sorted(ARM_EXPECTATIONS))

    def test_every_example_begins_with_what_it_is(self):
        for name in all_names():
            with self.subTest(name):
                self.assertRegex((EXAMPLES / f"{name}.toml").read_text(), r"\A# .+\n(#.*\n)*# Look at: ")

    def hold(self, name):
        checked = taut("check", str(EXAMPLES / f"{name}.toml"), "--json")
        self.assertEqual(checked.returncode, 0, checked.stderr)
        self.assertLessEqual(json.loads(checked.stdout)["start"]["max_position_error"], CONSTRAINT_ERROR)

        expected = EXPECTATIONS[name]
        run = Run(name, *expected.settings)
        self.assertEqual(run.process.returncode, 0, run.process.stderr)
        self.assertTrue(run.summary["complete"])
        most = max(CONSTRAINT_ERROR, run.summary["tolerance"]["used"])  # a walk may ask for less
        self.assertLessEqual(run.summary["constraint_error"]["max_position"], most)
        self.assertLessEqual(run.summary["constraint_error"]["max_velocity"], most)
        self.assertEqual(run.summary["energy"]["conserved"], expected.drift is not None)
        if expected.drift is not None:
            self.assertLessEqual(run.summary["energy"]["max_relative_drift"], expected.drift)
        if expected.check:
            expected.check(self, run)


class ArmTest(unittest.TestCase):
    """Every arm does what its comment says."""

    def test_arms(self):
        for name, check in ARM_EXPECTATIONS.items():
            with self.subTest(name):
                found = reach(name)
                self.assertTrue(found["feasible"], found["message"])
                self.assertLessEqual(found["limb_error"], 1e-12)
                check(self, found)


def add_test(name):
    def test(self):
        self.hold(name)

    setattr(ExampleTest, "test_" + name.replace("/", "_"), test)


for example in EXPECTATIONS:
    add_test(example)

if __name__ == "__main__":
    unittest.main()
