"""Two runs in one directory, directories that vanish, input made to break, and Ctrl-C."""

import os
import pathlib
import resource
import shutil
import signal
import subprocess
import sys
import time
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from support import PENDULUM, TAUT, CommandLineTest  # noqa: E402

ENDLESS = ("--quiet", "--set", "integrator.steps=1000000000", "--set", "output.every=100000", "--set", 'output.formats=["csv"]',
           "--set", "output.figures=false")  # fmt: skip


class WorkingTest(CommandLineTest):
    """Runs that are at work while something happens to them."""

    def start(self, *arguments, seen=None):
        """Taut at work, as soon as this file is there."""
        process = subprocess.Popen(
            [TAUT, *arguments], cwd=self.path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)  # fmt: skip
        self.addCleanup(lambda: (process.kill(), process.communicate()))
        while process.poll() is None and seen and not (self.path / seen).exists():
            time.sleep(0.005)
        return process

    def ends_within(self, process, seconds, number=signal.SIGINT):
        begun = time.monotonic()
        process.send_signal(number)
        printed, complaint = process.communicate(timeout=60)
        self.assertLess(time.monotonic() - begun, seconds)
        return process.returncode, printed, complaint


class LockTest(WorkingTest):
    def test_a_second_run_is_refused_with_the_number_of_the_first(self):
        first = self.start("run", "pendulum.toml", *ENDLESS, "--out", "a", seen="a/checkpoint.bin")
        before = self.content("a", "scenario.toml")
        for arguments in (("pendulum.toml", "--out", "a", "--force"), ("--resume", "a"), ("pendulum.toml", "--out", "a")):
            self.assertEqual(
                self.refusal("run", *arguments),
                f"a: process {first.pid} is writing into it; wait until it has ended, or choose another directory")
        self.assertEqual(self.content("a", "scenario.toml"), before)
        # A process that is gone holds nothing, however it ended.
        first.kill()
        first.wait()
        self.taut("run", "--resume", "a", "--quiet", "--set", "integrator.steps=200000")
        self.assertFalse(any("lock" in file.name for file in (self.path / "a").iterdir()))

    def test_other_commands_are_refused_as_well(self):
        first = self.start("run", "pendulum.toml", *ENDLESS, "--out", "a", seen="a/checkpoint.bin")
        for command in (("chaos", "pendulum.toml", "--twin", "1e-8", "--time", "1"), ("response", "pendulum.toml")):
            self.assertIn(f"process {first.pid}", self.refusal(*command, "--out", "a", "--force"))

    def test_a_directory_that_was_refused_is_as_before(self):
        (self.path / "mine").mkdir()
        self.write("mine/letter.txt", "mine")
        self.refusal("run", "pendulum.toml", "--out", "mine")
        self.assertEqual([file.name for file in (self.path / "mine").iterdir()], ["letter.txt"])


class VanishedDirectoryTest(WorkingTest):
    def test_a_directory_that_vanishes_is_a_failure(self):
        process = self.start("run", "pendulum.toml", *ENDLESS, "--out", "a", seen="a/checkpoint.bin")
        shutil.rmtree(self.path / "a")
        code, printed, complaint = self.ends_within(process, 5)
        self.assertEqual(code, 1, complaint)
        self.assertIn("a: the output directory was removed or replaced while the program wrote into it", complaint)
        self.assertEqual((printed, complaint.count("\n")), ("", 1))

    def test_a_directory_that_is_replaced_is_a_failure(self):
        process = self.start("run", "pendulum.toml", *ENDLESS, "--out", "a", seen="a/checkpoint.bin")
        (self.path / "a").rename(self.path / "b")
        (self.path / "a").mkdir()
        code, _, complaint = self.ends_within(process, 5)
        self.assertEqual(code, 1, complaint)
        self.assertIn("removed or replaced", complaint)
        self.assertEqual(list((self.path / "a").iterdir()), [])

    def test_a_file_that_vanishes_is_a_failure(self):
        process = self.start("run", "pendulum.toml", *ENDLESS, "--out", "a", seen="a/checkpoint.bin")
        (self.path / "a" / "trajectory.csv").unlink()
        code, _, complaint = self.ends_within(process, 5)
        self.assertEqual(code, 1, complaint)
        self.assertIn("a/trajectory.csv: was removed while it was written", complaint)
        self.assertFalse(self.summary("a")["complete"])


class FigureTest(CommandLineTest):
    def test_a_figure_that_fails_does_not_fail_the_run(self):
        self.taut("run", "pendulum.toml", "--quiet", "--out", "a", "--set", "integrator.steps=50")
        (self.path / "a" / "energy.svg").unlink()
        (self.path / "a" / "energy.svg").mkdir()
        printed = self.taut("run", "--resume", "a", "--set", "integrator.steps=100").stdout
        self.assertIn("a figure could not be drawn: a/energy.svg: cannot be replaced", printed)
        self.assertTrue(self.summary("a")["complete"])
        self.assertFalse((self.path / "a" / "energy.svg.part").exists())


class NestingTest(CommandLineTest):
    def test_deep_toml(self):
        sentence = "deep.toml:1: tables and arrays are nested too deep; expected at most 100 levels"
        for text in (".".join(["a"] * 10001) + " = 1", f"[{'.'.join(['a'] * 10001)}]", "a = " + "[" * 100000,
                     "a = " + "{b = " * 100000):  # fmt: skip
            self.write("deep.toml", text + "\n")
            for command in ("run", "check", "response", "reach"):
                self.assertEqual(self.refusal(command, "deep.toml"), sentence)

    def test_deep_keys_on_the_command_line(self):
        key = ".".join(["a"] * 10001)
        self.assertIn("the key has 10001 parts; expected at most 100", self.refusal("run", "pendulum.toml", "--set", f"{key}=1"))
        deep = "[" * 20000 + "]" * 20000
        self.assertIn("title", self.refusal("run", "pendulum.toml", "--set", f"title=1{deep}", "--set", "title.a=1"))

    def test_deep_urdf(self):
        self.write("deep.urdf", '<robot name="r">\n' + "<a>" * 100000 + "</a>" * 100000 + "</robot>")
        self.assertTrue(
            self.refusal("reach", "deep.urdf", "--to", "1,0,0").endswith(
                "deep.urdf:2: elements are nested too deep; expected at most 100 levels"))


def little_memory():
    resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))


class ThreadsTest(CommandLineTest):
    def test_more_threads_than_there_is_memory_for(self):
        self.write("gas.toml", "[[chains]]\nbeads = 100000\nshape = \"zigzag\"\n[integrator]\nsteps = 2\n[output]\nfigures = false\n")
        self.write("chain.toml", "[[chains]]\nbeads = 6\n[integrator]\nsteps = 1\n")
        runs = (("run", "gas.toml"), ("response", "chain.toml", "--ensemble", "1e4"),
                ("chaos", "pendulum.toml", "--lyapunov", "--copies", "2000", "--time", "0.1"))  # fmt: skip
        for arguments in runs:
            with self.subTest(arguments[0]):
                done = subprocess.run([TAUT, *arguments, "--quiet", "--threads", "4096"], cwd=self.path, capture_output=True,
                                      text=True, preexec_fn=little_memory)  # fmt: skip
                self.assertIn(done.returncode, (0, 1), done.stderr)
                self.assertNotIn("internal", done.stderr)


class CountsTest(CommandLineTest):
    """Numbers too large for what they count."""

    def test_times_and_durations(self):
        for arguments, sentence in [
            (("chaos", "pendulum.toml", "--twin", "1e-8", "--time", "1e17"),
             "--time: found 1e+17, which is 1e+20 steps of 0.001; expected at most 1000000000000000 steps"),
            (("run", "pendulum.toml", "--set", "integrator.duration=1e300"),
             "integrator.duration: found 1e+300, which is 1e+303 steps of 0.001; expected at most 1000000000000000 steps"),
            (("run", "pendulum.toml", "--set", "integrator.steps=9000000000000000000"),
             "integrator.steps: expected at most 1000000000000000, found 9000000000000000000"),
            (("run", "pendulum.toml", "--set", "output.every=9000000000000000000"),
             "output.every: expected at most 1000000000000000, found 9000000000000000000"),
            (("run", "pendulum.toml", "--set", "integrator.max_subdivisions=4000000000"),
             "integrator.max_subdivisions: expected at most 1000, found 4000000000"),
            (("run", "pendulum.toml", "--set", "solver.max_iterations=4000000000"),
             "solver.max_iterations: expected at most 1000000000, found 4000000000"),
        ]:  # fmt: skip
            with self.subTest(arguments=arguments):
                self.assertIn(sentence, self.refusal(*arguments))

    def test_cells(self):
        box = '[box]\nlengths = [6.0, 6.0, 6.0]\n[[molecules]]\ncount = 8\ncells = {}\n[[molecules.atoms]]\nposition = [0.0, 0.0, 0.0]\n[integrator]\nsteps = 1\n'
        self.write("box.toml", box.format("[4294967296, 4294967296, 1]"))
        self.assertIn(
            "molecules[0].cells: expected 3 whole numbers from 1 to 100000000, found the number 4294967296",
            self.refusal("run", "box.toml"))
        self.write("box.toml", box.format("[100000000, 100000000, 100000000]"))
        self.taut("run", "box.toml", "--quiet", "--set", "integrator.method=verlet")

    def test_lags(self):
        measure = '\n[[measure]]\ntype = "mean-square-displacement"\non = ["bob2"]\nevery = 1\n'
        for longest, out in (("1e300", "a"), ("1e-300", "b")):
            self.write("lags.toml", PENDULUM + measure + f"longest = {longest}\n")
            self.taut("run", "lags.toml", "--quiet", "--out", out)
        self.assertGreater(len(self.summary("a")["lag_functions"][0]["lag"]), 20)
        self.write("fit.toml", PENDULUM + measure + "fit = [0.1, 1e300]\n")
        self.taut("run", "fit.toml", "--quiet", "--out", "c")


class PathsTest(CommandLineTest):
    """Nothing that is wrong with a path is an internal error."""

    def setUp(self):
        super().setUp()
        (self.path / "loop").symlink_to("loop")
        (self.path / "folder").mkdir()
        self.long_name = "x" * 300

    def sentences(self, *commands, code=2):
        for arguments in commands:
            with self.subTest(arguments=arguments):
                done = self.taut(*arguments, code=code)
                self.assertNotIn("internal error", done.stderr)
                self.assertEqual(done.stderr.count("\n"), 1, done.stderr)

    def test_input(self):
        for bad in ("loop", "folder", "nowhere/file.toml", "pendulum.toml/file", self.long_name):
            self.sentences(("run", bad), ("check", bad), ("response", bad), ("chaos", bad, "--lyapunov"), ("reach", bad),
                           ("reach", "judge", bad, bad), ("compare", bad, bad), ("run", "--resume", bad),
                           ("chaos", "--resume", bad), ("response", "pendulum.toml", "--trajectory", bad))  # fmt: skip

    def test_output(self):
        for bad in ("loop", "loop/deeper", "pendulum.toml", "pendulum.toml/deeper", self.long_name):
            self.sentences(("run", "pendulum.toml", "--out", bad), ("response", "pendulum.toml", "--out", bad),
                           ("chaos", "pendulum.toml", "--twin", "1e-8", "--time", "1", "--out", bad))  # fmt: skip
        self.taut("run", "pendulum.toml", "--quiet", "--out", "a")
        self.taut("run", "pendulum.toml", "--quiet", "--out", "b")
        for bad in ("loop", "pendulum.toml", self.long_name):
            self.sentences(("compare", "a", "b", "--out", bad), code=1)
            self.sentences(("reach", "random", "--out", bad + "/file"), code=1)

    @unittest.skipIf(os.geteuid() == 0, "nothing is forbidden to root")
    def test_forbidden(self):
        (self.path / "folder").chmod(0)
        self.addCleanup((self.path / "folder").chmod, 0o700)
        self.sentences(("run", "folder/a.toml"), ("run", "pendulum.toml", "--out", "folder/a"), ("run", "--resume", "folder/a"))


class InterruptTest(WorkingTest):
    """Ctrl-C ends anything within a second; a little more is granted to a busy machine."""

    SOON = 3.0

    def test_long_steps(self):
        self.write("hmc.toml", PENDULUM.replace('method = "rattle"', 'method = "hmc"\ntemperature = 1.0\nsubsteps = 1000000'))
        process = self.start("run", "hmc.toml", "--quiet", "--out", "a", seen="a/checkpoint.bin")
        time.sleep(0.2)
        code, _, complaint = self.ends_within(process, self.SOON)
        self.assertEqual((code, complaint), (130, "taut: interrupted; what was saved before is kept\n"))
        self.assertFalse(self.summary("a")["complete"])
        self.taut("run", "--resume", "a", "--quiet", "--force-change", "--set", "integrator.substeps=2", "--set", "integrator.steps=2")

    def test_a_large_system_that_is_being_planned(self):
        self.write("large.toml", '[[lattices]]\nkind = "cubic"\nsize = [100, 100, 100]\n[integrator]\nsteps = 1\n')
        for command in ("check", "run"):
            process = self.start(command, "large.toml")
            time.sleep(0.5)
            self.assertEqual(self.ends_within(process, self.SOON)[0], 130)

    def test_studies(self):
        for study in (("--lyapunov", "--copies", "2"), ("--twin", "1e-8")):
            out = study[0].strip("-")
            process = self.start("chaos", "pendulum.toml", *study, "--time", "1e6", "--out", out, "--quiet",
                                 seen=f"{out}/checkpoint.bin")  # fmt: skip
            time.sleep(0.3)
            code, _, complaint = self.ends_within(process, self.SOON)
            self.assertEqual(code, 130, complaint)
            self.assertIn("taut chaos --resume", complaint)
            self.assertTrue(pathlib.Path(self.path / out / "chaos.json").exists())

    def test_ensembles(self):
        self.write("chain.toml", "[[chains]]\nbeads = 300\n[integrator]\nsteps = 1\n")
        process = self.start("response", "chain.toml", "--ensemble", "1e9", "--quiet", "--out", "a", seen="a/scenario.toml")
        time.sleep(0.2)
        self.assertEqual(self.ends_within(process, self.SOON)[0], 130)


if __name__ == "__main__":
    unittest.main()
