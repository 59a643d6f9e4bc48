"""docs/benchmarks.md and its figure are those of the newest results, and of nothing else."""

import json
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))

import bench  # noqa: E402
import bench_page  # noqa: E402

CHAINS = "5 chains x 1,000 bonds, alkane angle"


def results(date, ours, theirs, missing=()):
    return {
        "date": f"{date}T12:00:00+00:00",
        "processor": "Abacus",
        "instruction_sets": ["beads"],
        "load_before": 0.25,
        "compiler": "g++ 12",
        "cases": [
            {"engine": "Taut", "name": CHAINS, "unit": "constraint", "ns": ours, "error": 2e-13, "iterations": 3,
             "ratios": {"scalar Newton": 0.25}},
            {"engine": "Rival 1.0", "name": CHAINS, "unit": "constraint", "ns": theirs, "error": 3e-6,
             "error_of": "length"},
        ],
        "missing": list(missing),
    }  # fmt: skip


class BenchPage(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        for path in ("bench/results", "docs/images"):
            (self.root / path).mkdir(parents=True)

    def keep(self, name, kept):
        (self.root / "bench" / "results" / f"{name}.json").write_text(json.dumps(kept))

    def page(self):
        return bench_page.made(self.root)[bench_page.PAGE]

    def test_of_this_repository(self):
        self.assertEqual(bench_page.stale_files(ROOT), [])

    def test_rows(self):
        self.keep("a", results("2026-01-01", 12.5, 100.0))
        self.assertIn("| Taut | 12.5 | 1 | 2.0e-13 |", self.page())
        self.assertIn("| textbook, scalar Newton | 50.0 | 4 |  |", self.page())
        self.assertIn("| Rival 1.0 | 100 | 8 | 3.0e-06 |", self.page())

    def test_newest_date_wins(self):
        self.keep("a", results("2026-03-01", 12.5, 100.0))
        self.keep("b", results("2026-02-01", 99.9, 100.0))
        self.assertIn("bench/results/a.json", self.page())
        self.assertNotIn("99.9", self.page())

    def test_results_without_a_new_page_are_noticed(self):
        self.keep("a", results("2026-01-01", 12.5, 100.0))
        for path, text in bench_page.made(self.root).items():
            (self.root / path).write_text(text)
        self.assertEqual(bench_page.stale_files(self.root), [])
        self.keep("b", results("2026-01-02", 11.5, 100.0))
        self.assertEqual(bench_page.stale_files(self.root), [bench_page.PAGE, bench_page.FIGURE])

    def test_longer_bar_for_longer_time(self):
        self.keep("a", results("2026-01-01", 10.0, 100.0))
        figure = bench_page.made(self.root)[bench_page.FIGURE]
        self.assertIn('width="92.0" height="13" fill="#0072b2"', figure)  # one decade from 1 ns
        self.assertIn('width="184.0" height="13" fill="#e69f00"', figure)

    def test_missing_peer(self):
        self.keep("a", results("2026-01-01", 12.5, 100.0, [{"engine": "Ghost", "reason": "it is not installed"}]))
        self.assertIn("Ghost was not available: it is not installed.", self.page())

    def test_repeated_runs_keep_the_fastest_of_each_case(self):
        fastest = bench.fastest([results("2026-01-01", 12.5, 90.0), results("2026-01-01", 11.5, 100.0)])
        self.assertEqual([case["ns"] for case in fastest["cases"]], [11.5, 90.0])


if __name__ == "__main__":
    unittest.main()
