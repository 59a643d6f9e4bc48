#!/usr/bin/env python3
"""Lyapunov exponents of the double pendulum to their demanded digits, against independent computations.

usage: soak_chaos.py PROGRAM; exit code 1 where one is off. A minute or two on two cores; docs/guide/chaos.md quotes it.
"""

import json
import math
import os
import subprocess
import sys
import tempfile

# Angles from the vertical in degrees, time, exponent and its error; None: regular, below 0.003 /s.
CASES = [((90, 90), 12000, 0.928, 0.004), ((120, 120), 12000, 1.412, 0.005), ((30, 45), 3000, None, None)]
LARGEST_ERROR, REGULAR = 0.005, 0.003


def place(angle, origin):
    return [origin[0] + math.sin(math.radians(angle)), origin[1] - math.cos(math.radians(angle))]


def study(taut, angles, time, out):
    upper = place(angles[0], [0.0, 0.0])
    lower = place(angles[1], upper)
    command = [taut, "chaos", "examples/chaos/double_pendulum.toml", "--lyapunov", "--time", str(time), "--out", out, "--json",
               "--threads", str(os.cpu_count())]
    for particle, position in ((1, upper), (2, lower)):
        command += ["--set", f"particles[{particle}].position={json.dumps(position)}"]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)["lyapunov"]


def main():
    right = True
    with tempfile.TemporaryDirectory() as scratch:
        for angles, time, expected, error in CASES:
            found = study(sys.argv[1], angles, time, os.path.join(scratch, f"{angles[0]}"))
            exponent, name = found["exponents"][0], f"{angles[0]} and {angles[1]} degrees, t = {time}"
            if expected is None:
                holds = exponent["finite_time"] < REGULAR and not found["exponential_growth"]
                print(f"{name}: {exponent['finite_time']:.5f} /s from the start on, expected below {REGULAR}: {'holds' if holds else 'OFF'}")
            else:
                apart = abs(exponent["mean"] - expected) / math.hypot(exponent["error"], error)
                holds = apart <= 2.0 and exponent["error"] <= LARGEST_ERROR and exponent["converged"]
                print(f"{name}: {exponent['mean']:.4f} +- {exponent['error']:.4f} /s, expected {expected} +- {error}: "
                      f"{apart:.2f} standard errors apart, {'holds' if holds else 'OFF'}")
            right = right and holds
    return 0 if right else 1


if __name__ == "__main__":
    sys.exit(main())
