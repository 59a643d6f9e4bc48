#!/usr/bin/env python3
"""Makes docs/benchmarks.md and its figure from the newest file in bench/results.

usage: bench_page.py [--check]   (--check: only say whether they agree with it)
"""

import sys
from pathlib import Path

from bench_figure import figure
from bench_sections import SECTIONS, in_words, newest, others, rows

PAGE, FIGURE = Path("docs/benchmarks.md"), Path("docs/images/benchmarks.svg")

HEAD = """\
# Benchmarks

<!-- Made by scripts/bench_page.py from {source}; do not edit. -->

One core of {processor} ({instruction_sets}), {compiler}, {day}; load of the machine before: {load:.1f}. To measure on
yours:

```
./dev bench                  # Taut and the textbook kernels
./dev bench --peers          # the other engines as well, as Debian packages them
./dev bench --peers --save   # keep the results in bench/results and renew this page
```

![Time of Taut and of other engines on a logarithmic axis]({figure})

Times are the smallest of several, errors the largest relative error of a length unless it says "energy": the largest
error of the energy, relative to what the pendulum gains between horizontal and hanging. Ratios are to the first row.

- Every molecular case is in double precision and starts with lengths wrong by 0.8 % in the mean; LAMMPS instead takes
  steps of 2 fs at 300 K.
- OpenMM: processor time of `applyConstraints` alone. GROMACS: wall-clock time of the row "Constraints" of `mdrun`, with
  the velocities. LAMMPS: wall-clock time of the row "Modify" less the same run without `fix shake`; it takes no chains.
  Of liquid water it is the row "Pair", and the loop.
- MuJoCo and Simbody: processor time of whole steps, in their own joint coordinates; the lengths are exact there.
- Arms: the median of 10,000 random targets for Taut, of 2,000 of the same for Orocos KDL's fastest solver
  (Levenberg and Marquardt), which knows no limits; errors of the position, relative to the arm's size.
- NumPy: the formula of the response matrix with dense matrices, one chain after the other. Errors there are standard
  errors of the mean at distance 1, of 100,000 chains for Taut and of 200 for NumPy.
- Textbook: the algorithm as textbooks give it, written by hand for this case alone and run beside Taut
  (`bench/textbook_*.cpp`).
"""


def main(arguments):
    root = Path(__file__).resolve().parent.parent
    if arguments not in ([], ["--check"]):
        print(__doc__.strip(), file=sys.stderr)
        return 2
    if arguments == []:
        renew(root)
        return 0
    stale = stale_files(root)
    for path in stale:
        print(f"{path}: does not agree with the newest results; run scripts/bench_page.py", file=sys.stderr)
    return 1 if stale else 0


def renew(root):
    for path, text in made(root).items():
        (root / path).write_text(text)
        print(f"Renewed {path}")


def stale_files(root):
    def agrees(path, text):
        return (root / path).exists() and (root / path).read_text() == text

    return [path for path, text in made(root).items() if not agrees(path, text)]


def made(root):
    results, source = newest(root)
    return {PAGE: page(results, source.relative_to(root).as_posix()), FIGURE: figure(results)}


def page(results, source):
    head = HEAD.format(
        source=source,
        figure=FIGURE.relative_to(PAGE.parent).as_posix(),
        processor=results["processor"],
        compiler=results["compiler"],
        instruction_sets=", ".join(results["instruction_sets"]),
        day=results["date"][:10],
        load=results["load_before"],
    )
    sections = [section_text(section, results) for section in SECTIONS]
    return "\n".join(filter(None, [head, *sections, others_text(results), missing_text(results)]))


def section_text(section, results):
    found = rows(section, results)
    if not found:
        return ""
    lines = [f"## {section.title}", "", f"| | ns a {found[0].unit} | ratio | error |", "| --- | ---: | ---: | ---: |"]
    lines += [f"| {row.label} | {in_words(row.ns)} | {ratio(row, found)} | {error(row)} |" for row in found]
    return "\n".join(lines) + "\n"


def ratio(row, found):
    return "1" if row is found[0] else f"{row.ns / found[0].ns:.3g}"


def error(row):
    if row.error is None:
        return ""
    return f"{row.error:.1e}" + (f" {row.error_of}" if row.error_of.startswith("energy") else "")


def others_text(results):
    lines = ["## Taut's other cases", ""]
    lines += ["| | time | error | iterations | ratios |", "| --- | ---: | ---: | ---: | --- |"]
    for case in others(results):
        against = "; ".join(f"{value:.2g} × {name}" for name, value in case["ratios"].items())
        time = f"{in_words(case['ns'])} ns a {case['unit']}"
        lines.append(f"| {case['name']} | {time} | {case['error']:.1e} | {case['iterations']:.3g} | {against} |")
    return "\n".join(lines) + "\n" if len(lines) > 4 else ""


def missing_text(results):
    lines = [f"- {peer['engine']} was not available: {peer['reason']}." for peer in results["missing"]]
    return "\n".join(["## Left out", "", *lines]) + "\n" if lines else ""


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
