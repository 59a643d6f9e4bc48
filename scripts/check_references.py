#!/usr/bin/env python3
"""Checks that every [key] cited in the sources and the documentation is in docs/references.bib.

usage: check_references.py [ROOT]
"""

import re
import sys
from pathlib import Path

# [andersen1983], [davis2006, chapter 4], [bailey2008, andersen1983]
BRACKET = re.compile(r"\[([^\[\]]*)\]")
KEY = re.compile(r"\b[A-Za-z]+(?:19|20)\d\d[a-z]?\b")
ENTRY = re.compile(r"^@\w+\{([^,]+),", re.MULTILINE)


def citations(text):
    for bracket in BRACKET.finditer(text):
        yield from KEY.findall(bracket.group(1))


def citing_files(root):
    for folder in ("include", "src", "apps", "bench", "tests"):
        yield from sorted((root / folder).rglob("*.[ch]pp"))
    yield from sorted((root / "docs").rglob("*.md"))


def main(arguments):
    root = Path(arguments[0]) if arguments else Path(__file__).resolve().parent.parent
    known = set(ENTRY.findall((root / "docs" / "references.bib").read_text()))
    missing = [
        f"{path.relative_to(root)}: cites [{key}], which is not in docs/references.bib"
        for path in citing_files(root)
        for key in sorted(set(citations(path.read_text())) - known)
    ]
    for fault in missing:
        print(fault, file=sys.stderr)
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
