#!/usr/bin/env python3
"""Runs the benchmarks and prints them as one table, ours and the peers'; --save keeps them and renews their page."""

import argparse
import datetime
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import bench_page

ROOT = Path(__file__).resolve().parent.parent
INSTRUCTION_SETS = ("sse4_2", "avx", "avx2", "fma", "avx512f", "avx512dq", "avx512vl", "neon", "asimd", "sve")
WIDEST_FIRST = ("avx512f", "avx2", "avx", "sse4_2", "sve", "asimd", "neon")  # processors of one name differ in it


def main():
    options = parsed()
    runs = [measured(options) for _ in range(options.repeat)]
    results = fastest([results for results, _ in runs])
    print_table(results)
    if options.save:
        save(results)
    return min(code for _, code in runs)


def parsed():
    parser = argparse.ArgumentParser(prog="bench", description=__doc__)
    parser.add_argument("--peers", action="store_true", help="measure other engines as well")
    parser.add_argument("--save", action="store_true", help="write bench/results and docs/benchmarks.md")
    parser.add_argument("--build", type=Path, default=ROOT / "build", help="where taut_bench and peers/ were built")
    parser.add_argument("--repeat", type=int, default=1, metavar="N", help="N runs; keep the fastest of each case")
    parser.add_argument("names", nargs="*", metavar="NAME", help="groups of taut_bench; all unless told")
    options = parser.parse_args()
    if options.repeat < 1:
        parser.error(f"--repeat: found {options.repeat}, expected 1 or more")
    if options.save and options.names:
        parser.error("--save keeps whole runs; found names of groups beside it")
    return options


def measured(options):
    """The results, and the exit code of our own benchmarks: 1 if a limit is not met."""
    results = machine()
    ours = subprocess.run([options.build / "taut_bench", "--json", *options.names], stdout=subprocess.PIPE, text=True)
    if not ours.stdout:
        sys.exit(ours.returncode)
    printed = json.loads(ours.stdout)
    results["compiler"] = printed["machine"].rpartition(", ")[2]
    results["cases"] = [{"engine": "Taut", **case} for case in printed["cases"]]
    results["missing"] = []
    if options.peers:
        theirs = peers(options.build / "peers")
        results["cases"] += theirs["cases"]
        results["missing"] += theirs["missing"]
    return results, ours.returncode


def fastest(runs):
    """The first run, with each case from the run in which it was fastest: ratios stay those of one run."""
    best = {}
    for case in (case for results in runs for case in results["cases"]):
        key = (case["engine"], case["name"])
        best[key] = min(best.get(key, case), case, key=lambda one: one["ns"])
    return {**runs[0], "cases": list(best.values())}


def peers(programs):
    return json.loads(subprocess.check_output([sys.executable, "-B", ROOT / "bench" / "peers" / "run.py", programs]))


def machine():
    info = Path("/proc/cpuinfo").read_text()
    model = re.search(r"^model name\s*: (.+)$", info, re.MULTILINE)
    flags = re.search(r"^(?:flags|Features)\s*: (.+)$", info, re.MULTILINE)
    return {
        "date": datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds"),
        "processor": model.group(1).strip() if model else "unknown processor",
        "instruction_sets": [name for name in INSTRUCTION_SETS if flags and name in flags.group(1).split()],
        "load_before": os.getloadavg()[0],  # of the last minute: a busy machine measures slowly
    }


def print_table(results):
    for case in results["cases"]:
        time = f"{case['ns']:12.1f} ns a {case['unit']:<14}"
        print(f"{case['engine']:<50} {case['name']:<58} {time} error {case['error']:.1e}")
    for peer in results["missing"]:
        print(f"{peer['engine']:<50} not available: {peer['reason']}")


def save(results):
    folder = ROOT / "bench" / "results"
    processor = re.sub(r"[^a-z0-9]+", "-", results["processor"].lower()).strip("-")
    widest = next((name for name in WIDEST_FIRST if name in results["instruction_sets"]), "scalar")
    path = folder / f"{results['date'][:10]}-{processor}-{widest}.json"
    folder.mkdir(exist_ok=True)
    path.write_text(json.dumps(results, indent=1) + "\n")
    print(f"Results: {path.relative_to(ROOT)}")
    bench_page.renew(ROOT)


if __name__ == "__main__":
    sys.exit(main())
