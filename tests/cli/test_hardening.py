"""The program as a file: what it loads, from where, and how it was compiled. Built and installed."""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from support import TAUT, CommandLineTest  # noqa: E402

BUILD = pathlib.Path(TAUT).parent


def dynamic_section(program):
    return subprocess.run(["readelf", "-dW", program], capture_output=True, text=True, check=True).stdout


def search_path(program):
    """Where the program looks for libraries before the system's own places."""
    return [part for path in re.findall(r"\((?:RUNPATH|RPATH)\).*\[(.*)\]", dynamic_section(program))
            for part in path.split(":")]  # fmt: skip


class HardeningTest(CommandLineTest):
    def programs(self):
        """The program as it was built and as it is installed."""
        yield TAUT
        if shutil.which("cmake") and (BUILD / "cmake_install.cmake").exists():
            prefix = self.path / "prefix"
            for part in (BUILD / "apps" / "cli", BUILD):
                done = subprocess.run(
                    ["cmake", "--install", part, "--prefix", prefix], capture_output=True, text=True)  # fmt: skip
                if (prefix / "bin" / "taut").exists():
                    yield prefix / "bin" / "taut"
                    return
            self.fail(done.stdout + done.stderr)

    def test_no_library_is_looked_for_in_a_directory_that_depends_on_where_it_is_called(self):
        for program in self.programs():
            with self.subTest(program=str(program)):
                for place in search_path(program):
                    self.assertTrue(place.startswith("/"), search_path(program))

    def test_a_library_planted_in_the_working_directory_is_not_loaded(self):
        names = re.findall(r"\(NEEDED\).*\[(lib(?:png|hdf5|fmt|tinyxml|z)\S*)\]", dynamic_section(TAUT))
        self.assertTrue(names)
        for program in self.programs():
            for name in names:
                (self.path / name).write_bytes(b"no library")
            done = subprocess.run([program, "--version"], cwd=self.path, capture_output=True, text=True)
            self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_symbols_are_bound_at_the_start(self):
        for program in self.programs():
            self.assertRegex(dynamic_section(program), r"BIND_NOW|FLAGS_1.*NOW")

    @unittest.skipIf("sanitize" in TAUT, "sanitizers look for more")
    def test_stacks_and_buffers_are_guarded(self):
        symbols = subprocess.run(["readelf", "-sW", "--dyn-syms", TAUT], capture_output=True, text=True).stdout
        self.assertIn("__stack_chk_fail", symbols)
        self.assertRegex(symbols, r"__\w+_chk@")


if __name__ == "__main__":
    unittest.main()
