"""The checker of printed outputs must notice a line that the program does not print, and a block that nobody makes."""

import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

CHECKER = Path(__file__).resolve().parents[1] / "doc" / "check_outputs.py"
TAUT = "#!/bin/sh\necho '  energy   1.5 at the start'\necho 'note: 3 steps in 0.12 s'\n"


def check(block, announcement="<!-- output: taut run it -->\n"):
    """Runs the checker over a guide with this block, with a program that prints two lines."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        for path in ("docs/guide", "tests/doc", "examples"):
            (root / path).mkdir(parents=True)
        for path in ("README.md", "tests/doc/first_pendulum.toml", "examples/double_pendulum.toml"):
            (root / path).write_text("")
        (root / "docs/guide/page.md").write_text(f"{announcement}```\n{block}```\n")
        (root / "taut").write_text(TAUT)
        (root / "taut").chmod(0o755)
        environment = {**os.environ, "TAUT": str(root / "taut"), "TAUT_DOC": folder}
        return subprocess.run([sys.executable, CHECKER, root], env=environment, capture_output=True, text=True)


class CheckOutputs(unittest.TestCase):
    def test_what_is_printed(self):
        for block in ("  energy   1.5 at the start\n", "$ taut run it\n...\n3 steps in 7 s\n"):
            self.assertEqual(check(block).returncode, 0, block)

    def test_what_is_not(self):
        for block in ("  energy   1.6 at the start\n", "3 steps in 7 s\n  energy   1.5 at the start\n", ""):
            self.assertEqual(check(block).returncode, 1, block)

    def test_output_that_nobody_makes(self):
        self.assertIn("nothing says which command", check("  energy   2\n", "").stderr)
        self.assertEqual(check("  energy   2\n", "<!-- output by hand: takes a day -->\n").returncode, 0)
        self.assertEqual(check("a = b\n", "").returncode, 0)


if __name__ == "__main__":
    unittest.main()
