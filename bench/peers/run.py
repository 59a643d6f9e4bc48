#!/usr/bin/env python3
"""Measures the peers that are installed and prints their cases as JSON; one line to stderr for each that is left out.

usage: run.py PROGRAMS   (the folder in which bench/peers was built)
"""

import importlib
import json
import os
import sys
import tempfile
from pathlib import Path

PEERS = ("OpenMM", "GROMACS", "LAMMPS", "LAMMPS liquid", "MuJoCo", "Simbody", "KDL", "dense NumPy")
ONE_THREAD = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "OPENMM_CPU_THREADS")


def main(arguments):
    if len(arguments) != 1:
        print(__doc__.strip(), file=sys.stderr)
        return 2
    on_one_core()
    cases, missing = [], []
    for peer in PEERS:
        print(f"measuring {peer}", file=sys.stderr)
        try:
            cases += cases_of(peer, Path(arguments[0]).resolve())
        except Exception as reason:  # whatever goes wrong with one peer must not cost the others
            print(f"{peer} is left out: {reason}", file=sys.stderr)
            missing.append({"engine": peer, "reason": str(reason)})
    json.dump({"cases": cases, "missing": missing}, sys.stdout, indent=1)
    print()
    return 0


def on_one_core():
    """For this process and all it starts."""
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    for variable in ONE_THREAD:
        os.environ[variable] = "1"


def cases_of(peer, programs):
    with tempfile.TemporaryDirectory(prefix="taut-peers-") as scratch:
        return importlib.import_module(peer.lower().replace(" ", "_")).cases(programs, Path(scratch))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
