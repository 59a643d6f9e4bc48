"""Bad input and bad luck: one sentence each, the right exit code, and nothing that looks complete."""

import os
import resource
import shutil
import signal
import subprocess
import time
import unittest

from support import PENDULUM, TAUT, CommandLineTest


class BadInputTest(CommandLineTest):
    def test_sentences(self):
        cases = {
            "unknown key": (
                ("length = 1.0", "lenght = 1.0"),
                "bad.toml:21: constraints[0].lenght: unknown key; did you mean `length`?"),
            "wrong dimension": (
                ("position = [2.0, 0.0]", "position = [2.0, 0.0, 0.0]"),
                "bad.toml:15: particles[2].position: expected a vector of 2 numbers because dimension = 2, found 3"),
            "unknown particle": (
                ('["bob1", "bob2"]', '["bob1", "bob3"]'),
                'bad.toml:25: constraints[1].between: no particle is called "bob3" (there are pivot, bob1, bob2)'),
            "duplicate name": (
                ('name = "bob2"', 'name = "bob1"'),
                'bad.toml:14: particles[2].name: "bob1" is already the name of particle 1; names must differ'),
            "not a number": (
                ("[2.0, 0.0]", "[nan, 0.0]"),
                "bad.toml:15: particles[2].position[0]: expected a finite number, found nan"),
            "mass": (
                ("position = [2.0, 0.0]", "position = [2.0, 0.0]\nmass = 0"),
                "bad.toml:16: particles[2].mass: found 0, expected a positive number"),
            "length": (
                ("length = 1.0", "length = -1.0"),
                "bad.toml:21: constraints[0].length: found -1, expected a positive number"),
            "fixed particles only": (
                ("position = [1.0, 0.0]", "position = [1.0, 0.0]\nfixed = true"),
                "bad.toml:21: constraints[0].between: the distance acts on fixed particles only (pivot, bob1), "
                "expected at least one that moves"),
            "start off the constraint": (
                ("length = 1.0", "length = 1.5"),
                "bad.toml:17: constraints[0]: upper rod: the start is off by 0.278 (relative); expected at most 1e-06, "
                "or project_initial = true in [solver]"),
            "no duration": (
                ("steps = 1000\n", ""),
                "bad.toml:30: integrator: expected duration or steps, found neither"),
            "verlet with constraints": (
                ('method = "rattle"', 'method = "verlet"'),
                "bad.toml:31: integrator.method: verlet knows no constraints, but there are 2; use rattle"),
        }  # fmt: skip
        for name, ((found, bad), sentence) in cases.items():
            with self.subTest(name):
                self.write("bad.toml", PENDULUM.replace(found, bad, 1))
                self.assertEqual(self.refusal("run", "bad.toml"), sentence)
                self.assertFalse((self.path / "out").exists())

    def test_formula(self):
        self.write("bad.toml", PENDULUM + '[[constraints]]\ntype = "implicit"\non = "bob1"\nequation = "x + foo"\n')
        sentence = self.refusal("run", "bad.toml")
        self.assertRegex(sentence, r'^bad\.toml:41: constraints\[2\]\.equation: .*foo')

    def test_unreadable_file(self):
        self.assertEqual(self.refusal("run", "none.toml"), "none.toml: cannot be read: no such file")
        self.assertEqual(self.refusal("run", "."), ".: expected a scenario file, found a directory")

    def test_usage(self):
        self.assertEqual(
            self.refusal("run"), "taut run: expected a scenario file, or --resume DIR (see taut run --help)")
        self.assertEqual(self.refusal(), "taut: A subcommand is required (see taut --help)")
        self.assertEqual(self.refusal("rnu"), 'taut: no command is called "rnu" (there are run, check, compare, response, chaos, reach, list)')
        self.assertIn("--bogus", self.refusal("run", "pendulum.toml", "--bogus"))
        self.assertIn("--threads", self.refusal("run", "pendulum.toml", "--threads", "0"))
        self.assertEqual(
            self.refusal("run", "pendulum.toml", "--set", "integrator.stpe=1"),
            "pendulum.toml (--set): integrator.stpe: unknown key; did you mean `step`?")


class OutputDirectoryTest(CommandLineTest):
    def test_a_run_is_replaced_only_by_force(self):
        self.taut("run", "pendulum.toml", "--quiet")
        before = self.content("out/pendulum", "summary.json")
        self.assertEqual(
            self.refusal("run", "pendulum.toml"),
            "out/pendulum: already holds a run; choose another directory with --out, or replace it with --force")
        self.assertEqual(self.content("out/pendulum", "summary.json"), before)
        self.taut("run", "pendulum.toml", "--quiet", "--force", "--set", 'output.formats=["csv"]')
        self.assertFalse((self.path / "out/pendulum/trajectory.h5").exists())

    def test_files_of_others_are_never_deleted(self):
        (self.path / "precious").mkdir()
        self.write("precious/thesis.txt", "years of work")
        for force in ((), ("--force",)):
            self.assertEqual(
                self.refusal("run", "pendulum.toml", "--out", "precious", *force),
                "precious: holds files that are not a run of taut; expected a new or an empty directory")
        self.assertEqual((self.path / "precious/thesis.txt").read_text(), "years of work")
        self.taut("run", "pendulum.toml", "--quiet", "--out", "a")
        self.write("a/notes.txt", "mine")
        self.taut("run", "pendulum.toml", "--quiet", "--out", "a", "--force")
        self.assertEqual((self.path / "a/notes.txt").read_text(), "mine")

    def test_a_file_in_the_way(self):
        self.write("file", "")
        self.assertEqual(
            self.refusal("run", "pendulum.toml", "--out", "file"),
            "file: expected a directory for the output, found a file")

    def test_not_writable(self):
        (self.path / "locked").mkdir()
        (self.path / "locked").chmod(0o555)
        options = {}
        if os.geteuid() == 0:  # root may write everywhere: be nobody, who may at least read here
            self.path.chmod(0o755)
            program = shutil.copy(TAUT, self.path)
            options = {"executable": program, "preexec_fn": lambda: os.setuid(65534)}
        done = self.taut("run", "pendulum.toml", "--out", "locked", code=2, **options)
        self.assertEqual(done.stderr, "locked: the output directory is not writable\n")

    def test_cannot_be_made(self):
        sentence = self.refusal("run", "pendulum.toml", "--out", "/proc/taut")
        self.assertRegex(sentence, r"^/proc/taut: the output directory cannot be made: ")


class BadLuckTest(CommandLineTest):
    def test_a_step_that_cannot_be_solved(self):
        settings = ("--set", "integrator.step=5", "--set", "integrator.max_subdivisions=0")
        sentence = self.refusal("run", "pendulum.toml", *settings, code=1)
        self.assertRegex(sentence, r"^pendulum\.toml: at t = .*(upper rod|bob1).*out/pendulum\)$")
        summary = self.summary("out/pendulum")
        self.assertFalse(summary["complete"])
        self.assertTrue(summary["message"])
        self.assertTrue((self.path / "out/pendulum/checkpoint.bin").exists())
        self.assertTrue(self.content("out/pendulum", "trajectory.csv").endswith(b"\n"))

    def test_disk_full(self):
        def limit():  # a file that may not grow fails like a full disk
            resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, 200_000))

        settings = ("--set", "integrator.steps=20000", "--set", "output.every=1")
        for formats in ('["csv"]', '["h5md"]', '["xyz"]'):
            with self.subTest(formats):
                done = self.taut(
                    "run", "pendulum.toml", "--force", *settings, "--set", f"output.formats={formats}",
                    code=1, preexec_fn=limit)  # fmt: skip
                self.assertRegex(done.stderr, r"^pendulum\.toml: out/pendulum/\S+: .*File too large.*\n$")
                self.assertFalse(self.summary("out/pendulum")["complete"])
                rows = self.content("out/pendulum", "observables.csv").decode()
                self.assertTrue(rows.endswith("\n"))
                self.assertTrue(all(len(row.split(",")) == 7 for row in rows.splitlines()))

    def test_interrupt_kill_and_resume(self):
        settings = ("--set", "integrator.steps=5000000", "--set", "output.every=10000", "--quiet")
        self.taut("run", "pendulum.toml", *settings, "--out", "whole")
        code, printed = self.stopped(signal.SIGINT, "run", "pendulum.toml", *settings, "--out", "part")
        self.assertEqual(code, 130, printed)
        self.assertRegex(
            printed, r"^pendulum\.toml: interrupted at step \d+; continue with: taut run --resume part\n$")
        self.assertFalse(self.summary("part")["complete"])
        # Killed without a chance to save: the files are ahead of the checkpoint, and are cut back to it.
        code, printed = self.stopped(signal.SIGKILL, "run", "--resume", "part", "--quiet")
        self.assertEqual((code, printed), (-signal.SIGKILL, ""))
        self.assertFalse(self.summary("part")["complete"])
        self.taut("run", "--resume", "part", "--quiet")
        for name in ("observables.csv", "trajectory.csv", "trajectory.h5", "energy.svg"):
            self.assertEqual(self.content("whole", name), self.content("part", name), name)
        self.assertEqual(self.summary("whole")["final"], self.summary("part")["final"])

    def stopped(self, number, *arguments):
        """Sends the signal a moment after the run has opened its files."""
        process = subprocess.Popen([TAUT, *arguments], cwd=self.path, stderr=subprocess.PIPE, text=True)
        while process.poll() is None and not (self.path / "part/trajectory.csv").exists():
            time.sleep(0.001)
        time.sleep(0.05)
        process.send_signal(number)
        _, printed = process.communicate(timeout=60)
        return process.returncode, printed

    def test_standard_output_that_is_full(self):
        with open("/dev/full", "w") as full:
            done = subprocess.run([TAUT, "list"], stdout=full, stderr=subprocess.PIPE, text=True)
        self.assertEqual(done.returncode, 1)
        self.assertEqual(done.stderr, "standard output cannot be written: No space left on device\n")


if __name__ == "__main__":
    unittest.main()
