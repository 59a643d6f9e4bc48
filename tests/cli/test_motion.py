"""taut run with the closed form, with drag alone and from equilibrium to equilibrium; taut compare."""

import unittest

from support import TRAJECTORIES, CommandLineTest


def setting(**keys):
    """--set integrator.method=closed-form … for method="closed-form" …"""
    return [word for key, value in keys.items() for word in ("--set", f"integrator.{key}={value}")]


DRAG = ("--set", "forces.drag=1")


class MotionTest(CommandLineTest):
    def run_with(self, name, *arguments):
        self.taut("run", "pendulum.toml", "--quiet", "--out", name, *arguments)
        return self.summary(name)

    def test_closed_form_drifts_and_says_so(self):
        rattle = self.run_with("rattle", *setting(step=0.01))
        closed = self.run_with("closed", *setting(method="closed-form", step=0.01))
        self.assertLess(rattle["constraint_error"]["max_position"], 1e-12)
        self.assertGreater(closed["constraint_error"]["max_position"], 1e-8)
        self.assertTrue(closed["energy"]["conserved"])
        self.assertEqual(closed["scenario"]["integrator"]["order"], 4)  # defaults, filled in
        self.assertEqual(closed["scenario"]["integrator"]["stabilisation"], "none")

    def test_certificate_knows_the_order(self):
        closed = setting(method="closed-form", order=8, step=0.005, steps=200)
        summary = self.run_with("closed", "--certify", *closed)
        found = summary["final"]["positions"][2]
        reference = (-1.444818849943, -1.321794461381)
        error = max(abs(a - b) for a, b in zip(found, reference))
        self.assertLess(summary["certificate"]["position_error"], 1e-10)
        self.assertLess(error, summary["certificate"]["position_error"] + 1e-12)  # the reference has twelve digits

    def test_resumed_runs_leave_the_same_files(self):
        for name, keys in (
            ("closed", setting(method="closed-form", stabilisation="baumgarte")),
            ("slow", [*setting(method="overdamped"), *DRAG]),
            ("still", setting(method="quasistatic", step=0.01)),
        ):
            with self.subTest(name):
                self.run_with(name, *keys, *setting(steps=70))
                self.run_with(f"{name}-cut", *keys, *setting(steps=40))
                self.taut("run", "--resume", f"{name}-cut", "--quiet", *setting(steps=70))
                for file in TRAJECTORIES:
                    self.assertEqual(self.content(name, file), self.content(f"{name}-cut", file), file)

    def test_without_inertia_energy_is_not_claimed_to_be_conserved(self):
        summary = self.run_with("slow", *setting(method="overdamped"), *DRAG)
        self.assertFalse(summary["energy"]["conserved"])
        self.assertLess(summary["energy"]["final"], summary["energy"]["initial"])
        self.assertIn("energy change", self.content("slow", "energy.svg").decode())
        rows = self.content("slow", "observables.csv").decode().splitlines()[1:]
        totals = [float(row.split(",")[3]) for row in rows]
        self.assertEqual(totals, sorted(totals, reverse=True))

    def test_quasistatic_hangs(self):
        summary = self.run_with("still", *setting(method="quasistatic", steps=3))
        self.assertAlmostEqual(summary["final"]["positions"][2][1], -2.0, delta=1e-12)
        self.assertAlmostEqual(summary["final"]["constraint_forces"][0], 2 * 9.81, delta=1e-10)

    def test_refusals(self):
        method = "pendulum.toml (--set): integrator.method: "
        self.assertEqual(
            self.refusal("run", "pendulum.toml", *setting(method="overdamped")),
            method + "overdamped motion needs drag on every particle that can move, but bob1 has none; give drag in "
            "[forces]")
        self.assertEqual(
            self.refusal("run", "pendulum.toml", *setting(method="closed-form", order=3)),
            "pendulum.toml (--set): integrator.order: found 3, but closed-form is of order 2, 4 or 8")
        self.assertEqual(
            self.refusal("run", "pendulum.toml", *setting(stabilisation="projection")),
            "pendulum.toml (--set): integrator.stabilisation: rattle keeps its constraints; only closed-form drifts")
        self.assertEqual(
            self.refusal("run", "pendulum.toml", *setting(method="quasistatic"), "--set", "forces.gravity=[0, 0]"),
            method + "nothing holds bob1, which can move without resistance, so that the equilibrium is not "
            "determined; hold it by a spring, a constraint or a load, or use overdamped")


class CompareTest(CommandLineTest):
    def test_draws_runs_in_one_figure(self):
        for name, method in (("one", "rattle"), ("two", "closed-form")):
            self.taut("run", "pendulum.toml", "--quiet", "--out", name, *setting(method=method, step=0.01))
        printed = self.taut("compare", "one", "two/").stdout
        self.assertEqual(printed.split(), ["out/compare/constraint_errors.svg", "out/compare/energy_changes.svg"])
        for file in printed.split():
            svg = (self.path / file).read_text()
            self.assertIn(">one<", svg)
            self.assertIn(">two<", svg)

    def test_refusals(self):
        self.taut("run", "pendulum.toml", "--quiet", "--out", "one")
        self.assertEqual(self.refusal("compare", "one", "none"), "none/observables.csv: cannot be read: no such file")
        self.assertIn("2", self.refusal("compare", "one"))
        observables = self.path / "one" / "observables.csv"
        observables.write_text(observables.read_text() + "1,2,x\n")
        self.assertRegex(self.refusal("compare", "one", "one"), r"observables.csv:\d+: expected 7 numbers, found \"1,2,x\"")


if __name__ == "__main__":
    unittest.main()
