"""The reference checker must notice a citation without an entry."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

CHECKER = Path(__file__).resolve().parents[2] / "scripts" / "check_references.py"


WHOLE = "@book{smith2001,\n  title = {T}\n}\n"


def check(comment, bibliography=WHOLE):
    """Runs the checker over a tree with one entry, smith2001, and one source with this comment."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        (root / "docs").mkdir()
        (root / "docs" / "references.bib").write_text(bibliography)
        (root / "src").mkdir()
        (root / "src" / "file.cpp").write_text(f"// {comment}\n")
        return subprocess.run([sys.executable, CHECKER, root], capture_output=True, text=True)


class CheckReferences(unittest.TestCase):
    def test_known_key(self):
        self.assertEqual(check("as in [smith2001, eq. 3]").returncode, 0)

    def test_unknown_key(self):
        result = check("as in [smith2001, jones1999, chapter 4]")
        self.assertEqual(result.returncode, 1)
        self.assertIn("src/file.cpp: cites [jones1999]", result.stderr)

    def test_entry_without_its_last_brace(self):
        for broken in ("@book{jones1999,\n  title = {T}\n" + WHOLE, WHOLE + "@book{jones1999,\n  title = {T}\n"):
            result = check("nothing", broken)
            self.assertEqual(result.returncode, 1, broken)
            self.assertIn("the braces of jones1999 do not close", result.stderr)

    def test_entry_twice(self):
        self.assertIn("smith2001 is there twice", check("nothing", WHOLE + WHOLE).stderr)

    def test_index_is_no_citation(self):
        self.assertEqual(check("constraints[2] and position[i]").returncode, 0)


if __name__ == "__main__":
    unittest.main()
