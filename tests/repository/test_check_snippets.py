"""The snippet checker must notice a page that no longer shows what is compiled."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

CHECKER = Path(__file__).resolve().parents[1] / "doc" / "check_snippets.py"
CODE = "int main() {}\n"
ANNOUNCEMENT = "<!-- snippet: tests/doc/a.cpp -->\n"


def check(page):
    """Runs the checker over a tree with tests/doc/a.cpp and one page."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        (root / "README.md").write_text("")
        (root / "docs").mkdir()
        (root / "docs" / "page.md").write_text(page)
        (root / "tests" / "doc").mkdir(parents=True)
        (root / "tests" / "doc" / "a.cpp").write_text(CODE)
        return subprocess.run([sys.executable, CHECKER, root], capture_output=True, text=True)


class CheckSnippets(unittest.TestCase):
    def expect_fault(self, page, sentence):
        result = check(page)
        self.assertEqual(result.returncode, 1)
        self.assertIn(sentence, result.stderr)

    def test_equal(self):
        self.assertEqual(check(f"{ANNOUNCEMENT}```cpp\n{CODE}```\n").returncode, 0)

    def test_different(self):
        self.expect_fault(f"{ANNOUNCEMENT}```cpp\nint main() {{ }}\n```\n", "docs/page.md: differs from tests/doc/a.cpp")

    def test_missing_block(self):
        self.expect_fault(f"{ANNOUNCEMENT}\nText.\n", "tests/doc/a.cpp is announced, but no code block follows")

    def test_missing_file(self):
        page = f"{ANNOUNCEMENT}```cpp\n{CODE}```\n" + ANNOUNCEMENT.replace("a.cpp", "b.cpp") + "```cpp\n```\n"
        self.expect_fault(page, "shows tests/doc/b.cpp, which does not exist")

    def test_not_shown(self):
        self.expect_fault("Text.\n", "tests/doc/a.cpp: no page shows it")


if __name__ == "__main__":
    unittest.main()
