#!/usr/bin/env python3
"""Checks that the documentation shows the files of tests/doc, word for word.

A page announces a file by a comment before the code block:

    <!-- snippet: tests/doc/double_pendulum.cpp -->
    ```cpp
    ...
    ```

usage: check_snippets.py [ROOT]
"""

import re
import sys
from pathlib import Path

SNIPPET = re.compile(r"^<!-- snippet: (\S+) -->\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)
ANNOUNCED = re.compile(r"^<!-- snippet: (\S+)", re.MULTILINE)


def pages(root):
    yield root / "README.md"
    yield from sorted((root / "docs").rglob("*.md"))


def faults_of(page, root, shown):
    text = page.read_text()
    blocks = SNIPPET.findall(text)
    for name in ANNOUNCED.findall(text):
        if name not in dict(blocks):
            yield f"{page.relative_to(root)}: {name} is announced, but no code block follows"
    for name, code in blocks:
        shown.add(name)
        if not (root / name).is_file():
            yield f"{page.relative_to(root)}: shows {name}, which does not exist"
        elif (root / name).read_text() != code:
            yield f"{page.relative_to(root)}: differs from {name}"


def main(arguments):
    root = Path(arguments[0]) if arguments else Path(__file__).resolve().parents[2]
    shown = set()
    faults = [fault for page in pages(root) for fault in faults_of(page, root, shown)]
    for path in sorted((root / "tests" / "doc").glob("*.*")):
        name = str(path.relative_to(root))
        if path.suffix in (".cpp", ".toml") and name not in shown:
            faults.append(f"{name}: no page shows it")
    for fault in faults:
        print(fault, file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
