"""The comparisons that docs/benchmarks.md shows, from one file of results."""

import json
import re
from dataclasses import dataclass

OURS, TEXTBOOK, PEER = "Taut", "textbook kernel, written by hand", "other engine"


@dataclass(frozen=True)
class Section:
    title: str
    peers: str  # the name of a peer's case
    ours: str  # a pattern of the names of our cases
    error_of: str = "length"
    kernels: bool = True  # whether our ratios are those to kernels that did the same


SECTIONS = (
    Section("10,000 rigid waters", "10,000 rigid waters", r"10,000 rigid waters, positions.*"),
    Section("5 chains of 1,000 bonds", "5 chains x 1,000 bonds, alkane angle", r"5 chains x 1,000 bonds, .*"),
    *(
        Section(f"Pendulum of {links} links, steps of 1 ms", f"pendulum of {links} links", pattern)
        for links, pattern in (
            (2, r"pendulum of 2 links, RATTLE, \d+ steps|.*double pendulums.*"),
            (10, r"pendulum of 10 links, RATTLE, \d+ steps"),
            (100, r"pendulum of 100 links, RATTLE, \d+ steps"),
        )
    ),
    *(
        Section(f"Liquid water, 4,000 molecules: {what}", f"4,000 SPC/E waters in a box: {what}", pattern, kernels=False)
        for what, pattern in (
            ("pair forces", r"4,000 SPC/E waters in a box: pair forces"),
            ("a step", r"4,000 SPC/E waters in a box: a step, .*"),
        )
    ),
    *(
        Section(f"{arm}: {what}", f"{arm}, {what}", rf"{arm}, {what}, .*", "position", kernels=False)
        for arm in ("plane arm of 6 limbs", "plane arm of 20 limbs", "six-axis arm", "seven-axis arm")
        for what in ("reach a point", "a point at 99.99 % of its reach")
    ),
    Section("six-axis arm in motion, steps of 1 ms", "six-axis arm (UR5e)", r"six-axis arm \(UR5e\), \d+ rows", kernels=False),
    Section("Response of random chains", "E of a random chain of 40 beads to distance 12", r"E of a random chain.*", "mean"),
)


@dataclass(frozen=True)
class Row:
    kind: str
    label: str
    ns: float
    unit: str
    error: float | None = None
    error_of: str = "length"


def newest(root):
    """The results with the latest date, and their path."""
    paths = sorted((root / "bench" / "results").glob("*.json"))
    if not paths:
        raise FileNotFoundError("bench/results holds no results; expected a file written by ./dev bench --save")
    dated = [(json.loads(path.read_text()), path) for path in paths]
    return max(dated, key=lambda pair: pair[0]["date"])


def rows(section, results):
    """Ours, then the kernels that our benchmark runs beside it, then the peers; the fastest of each kind first."""
    found = []
    for case in results["cases"]:
        if case["engine"] == OURS and re.fullmatch(section.ours, case["name"]):
            found += our_rows(case, section)
        elif case["engine"] != OURS and case["name"] == section.peers:
            found.append(Row(PEER, case["engine"], case["ns"], case["unit"], case["error"], case["error_of"]))
    order = (OURS, TEXTBOOK, PEER)
    return sorted(found, key=lambda row: (order.index(row.kind), row.ns))


def our_rows(case, section):
    variant = case["name"].removeprefix(section.peers).removeprefix(", ")
    yield Row(OURS, ", ".join(filter(None, ["Taut", variant])), case["ns"], case["unit"], case["error"], section.error_of)
    if not section.kernels or not case["name"].startswith(section.peers):  # many at once: no kernel did the same
        return
    for name, ratio in case["ratios"].items():
        kernel = "textbook" if name == "textbook" else f"textbook, {name}"
        yield Row(TEXTBOOK, kernel, case["ns"] / ratio, case["unit"])


def others(results):
    """Our cases that no section shows."""
    return [
        case
        for case in results["cases"]
        if case["engine"] == OURS and not any(re.fullmatch(section.ours, case["name"]) for section in SECTIONS)
    ]


def in_words(ns):
    return f"{ns:.1f}" if ns < 99.95 else f"{ns:,.0f}"
