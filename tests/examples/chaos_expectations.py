"""What the chaotic examples claim."""

import json
import tempfile

from program import EXAMPLES, taut


def chaos(name, *arguments):
    with tempfile.TemporaryDirectory() as folder:
        done = taut("chaos", str(EXAMPLES / f"{name}.toml"), "--json", "--out", f"{folder}/out", *arguments)
        return json.loads(done.stdout)


def exponent_between(low, high, *arguments):
    def check(test, run):
        found = chaos(run.name, "--lyapunov", *arguments)["lyapunov"]
        test.assertTrue(found["exponential_growth"])
        test.assertTrue(low < found["exponents"][0]["mean"] < high, found)

    return check


def chaotic_pendulum(test, run):
    exponent_between(0.75, 1.1, "--time", "500", "--copies", "2")(test, run)  # 0.928, uncertain by 0.04
    report = chaos(run.name, "--section", "--map", "--time", "2", "--pixels", "24")
    test.assertLess(report["section"]["energy"][1] - report["section"]["energy"][0], 1e-9)
    test.assertGreater(report["map"]["events"], 100)
