#!/usr/bin/env python3
"""Checks that every [key] cited in the sources and the documentation is in docs/references.bib, and that its entries
are whole: each begins at the start of a line, closes its braces before the next one, and has a key of its own.

usage: check_references.py [ROOT]
"""

import re
import sys
from pathlib import Path

# [andersen1983], [davis2006, chapter 4], [bailey2008, andersen1983]
BRACKET = re.compile(r"\[([^\[\]]*)\]")
KEY = re.compile(r"\b[A-Za-z]+(?:19|20)\d\d[a-z]?\b")
ENTRY = re.compile(r"^@\w+\{([^,]+),", re.MULTILINE)


def broken_entries(text):
    """What is wrong with the entries of a bibliography, in sentences."""
    starts = list(re.finditer(r"^@", text, re.MULTILINE))
    keys = set()
    for number, start in enumerate(starts):
        end = starts[number + 1].start() if number + 1 < len(starts) else len(text)
        entry = re.sub(r"^%.*\n?", "", text[start.start() : end], flags=re.MULTILINE)  # without comments
        line = text.count("\n", 0, start.start()) + 1
        key = ENTRY.match(entry)
        if not key:
            yield f"docs/references.bib:{line}: expected @kind{{key,"
            continue
        braces = re.sub(r"\\[{}]", "", entry)
        if braces.count("{") != braces.count("}") or not entry.rstrip().endswith("}"):
            yield f"docs/references.bib:{line}: the braces of {key.group(1)} do not close"
        if key.group(1) in keys:
            yield f"docs/references.bib:{line}: {key.group(1)} is there twice"
        keys.add(key.group(1))


def citations(text):
    for bracket in BRACKET.finditer(text):
        yield from KEY.findall(bracket.group(1))


def citing_files(root):
    for folder in ("include", "src", "apps", "bench", "tests"):
        yield from sorted((root / folder).rglob("*.[ch]pp"))
    yield from sorted((root / "docs").rglob("*.md"))


def main(arguments):
    root = Path(arguments[0]) if arguments else Path(__file__).resolve().parent.parent
    bibliography = (root / "docs" / "references.bib").read_text()
    known = set(ENTRY.findall(bibliography))
    missing = list(broken_entries(bibliography)) + [
        f"{path.relative_to(root)}: cites [{key}], which is not in docs/references.bib"
        for path in citing_files(root)
        for key in sorted(set(citations(path.read_text())) - known)
    ]
    for fault in missing:
        print(fault, file=sys.stderr)
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
