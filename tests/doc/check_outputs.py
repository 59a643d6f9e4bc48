#!/usr/bin/env python3
"""Checks that what the documentation prints is what the program prints.

A page announces the command whose output a code block shows, or why no test makes it again:

    <!-- output: taut reach three_hinges -->
    ```
    ...
    ```
    <!-- output by hand: a minute of work -->

Every line of the block must be the end of a line that the command prints, in that order; there may be others between
them. Lines that begin with "$ " repeat the command. Times that the work took match any other. In the guides, a block
without a language that looks like output must be announced.

usage: check_outputs.py [--update] [ROOT]     TAUT is the program, TAUT_DOC the folder of the compiled snippets
With --update, lines that are printed no more are replaced by those most like them; look at the difference before you
commit it.
"""

import difflib
import os
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

BLOCK = re.compile(r"(?:^<!-- (output|output by hand): (.+?) -->\n)?^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LOOKS_PRINTED = re.compile(r"^\$ .*\n(?!```)\S|^ {2,}[a-z][a-z ]*? {2,}\S|^at t = ", re.MULTILINE)
TIMES = re.compile(r"\bin [\d.e+-]+ s\b|[\d.e+-]+ ns\b|\bin \d+ s\b")


def pages(root):
    yield root / "README.md"
    yield from sorted((root / "docs").rglob("*.md"))


def timeless(line):
    return TIMES.sub("(time)", line.rstrip())


def printed_by(command, root):
    """What a command prints, on a copy of the scenarios that the pages begin with."""
    program, *arguments = shlex.split(command)
    programs = {"taut": os.environ["TAUT"], "build/taut": os.environ["TAUT"]}
    path = programs.get(program) or str(Path(os.environ["TAUT_DOC"]) / program)
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "pendulum.toml").write_text((root / "tests/doc/first_pendulum.toml").read_text())
        (Path(folder) / "double_pendulum.toml").write_text((root / "examples/double_pendulum.toml").read_text())
        done = subprocess.run([path, *arguments], cwd=folder, capture_output=True, text=True)
    return (done.stdout + done.stderr).splitlines()


def missing(block, lines):
    """The first line of the block that is not printed in its turn; None where all are."""
    rest = iter([timeless(line) for line in lines])  # what was found is behind us
    for shown in block.splitlines():
        if shown.startswith("$ ") or shown.strip() in ("", "..."):
            continue
        if not any(line.endswith(timeless(shown).lstrip()) for line in rest):
            return shown
    return None


def updated(block, lines):
    """The block with each line replaced by the one most like it among those printed after the line before."""
    result = []
    for shown in block.splitlines():
        like = difflib.get_close_matches(shown, lines, n=1, cutoff=0.4)
        if shown.startswith("$ ") or shown.strip() in ("", "...") or not like:
            result.append(shown)
            continue
        lines = lines[lines.index(like[0]) + 1 :]
        result.append(like[0] if like[0].startswith(shown[:2]) else shown)
    return "\n".join(result) + "\n"


def update(page, root):
    text = page.read_text()
    for kind, command, _, block in BLOCK.findall(text):
        if kind == "output":
            lines = printed_by(command, root)
            if missing(block, lines) is not None:
                text = text.replace(block, updated(block, lines))
    page.write_text(text)


def faults_of(page, root):
    for kind, command, language, block in BLOCK.findall(page.read_text()):
        where = page.relative_to(root)
        if kind == "output":
            lines = printed_by(command, root)
            line = missing(block, lines)
            if line is not None:
                found = "\n".join("    " + each for each in lines)
                yield f"{where}: {command} does not print\n    {line}\n  but\n{found}"
            elif not block.strip():
                yield f"{where}: {command}: the block is empty"
        elif "guide" in page.parts and not kind and not language and LOOKS_PRINTED.search(block):
            yield f"{where}: nothing says which command prints\n    {block.splitlines()[0]}"


def main(arguments):
    is_update, arguments = "--update" in arguments, [each for each in arguments if each != "--update"]
    root = Path(arguments[0]) if arguments else Path(__file__).resolve().parents[2]
    for page in pages(root) if is_update else ():
        update(page, root)
    faults = [fault for page in pages(root) for fault in faults_of(page, root)]
    for fault in faults:
        print(fault, file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
