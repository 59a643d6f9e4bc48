"""What the examples with a heat bath, of liquids and of random motion claim."""

import json
import re
import tempfile
from pathlib import Path

from checks import close
from program import EXAMPLES, Run, taut


def arcsine(test, run):
    x, square = run.summary["measurements"]
    test.assertEqual(x["samples"], 10001)
    # 160 turns less a part: what the last one leaves out changes the sums by ten values at most
    test.assertLessEqual(abs(x["mean"]), 10 / 10001)
    test.assertLessEqual(abs(square["mean"] - 0.5), 10 / 10001)


def thermal(temperature, tolerance, balance):
    """In the last fifth of the run, the mean temperature; throughout, the total energy less heat and work of the baths."""

    def check(test, run):
        column = lambda table, name: [float(row[name]) for row in table]  # noqa: E731
        found = column(run.thermodynamics, "temperature")
        later = found[len(found) * 4 // 5 :]
        test.assertLessEqual(abs(sum(later) / len(later) - temperature), tolerance * temperature)
        heat = [sum(both) for both in zip(column(run.thermodynamics, "heat"), column(run.thermodynamics, "work"))]
        kept = [total - given for total, given in zip(column(run.observables, "total"), heat)]
        test.assertLessEqual(max(kept) - min(kept), balance * (max(heat) - min(heat)))

    return check


def pressed(pressure, thermal_energy, others):
    """In the second half of the run the mean pressure, with the kT/V that the centre of mass lacks, within its error."""

    def check(test, run):
        others(test, run)
        found = [float(row["pressure"]) + thermal_energy / float(row["volume"]) for row in run.thermodynamics]
        later = found[len(found) // 2 :]
        mean, blocks = sum(later) / len(later), 10
        size = len(later) // blocks
        off = [sum(later[k * size : (k + 1) * size]) / size - mean for k in range(blocks)]
        error = (sum(x * x for x in off) / (blocks * (blocks - 1))) ** 0.5
        test.assertLess(error, 0.1 * pressure)
        test.assertLessEqual(abs(mean - pressure), 5 * error)

    return check


def flexible_butane(test, run):
    with tempfile.TemporaryDirectory() as folder:
        scenario, out = str(EXAMPLES / "flexible_butane.toml"), f"{folder}/run"
        taut("run", scenario, "--quiet", "--out", out)
        asked = ["--trajectory", out, "--normal-modes", "12", "--zero", "0.1", "--out", f"{folder}/response"]
        report = json.loads(taut("response", scenario, *asked, "--json").stdout)
        held = without_springs(Path(scenario).read_text())
        held += "\n[solver]\nproject_initial = true\n" + Path(f"{folder}/response/implied_constraints.toml").read_text()
        Path(f"{folder}/held.toml").write_text(held)
        asked = ["--normal-modes", "4", "--out", f"{folder}/held", "--json"]
        torsion = json.loads(taut("response", f"{folder}/held.toml", *asked).stdout)["normal_modes"][3]["value"]
    found = report["trajectory"]
    test.assertGreater(found["variances"][0], 0.95 * found["variance"])
    close(test, found["normal_mode_variances"][6:7], found["variances"][:1], 1e-4 * found["variance"])
    test.assertEqual([relation["type"] for relation in found["implied"]], ["linear"] + 5 * ["distance"])
    close(test, [torsion], [report["normal_modes"][6]["value"]], 0.02 * torsion)


def without_springs(text):
    text = re.sub(r"\[forces\]\nsprings = \[.*?\n\]\n", "", text, flags=re.S)
    return re.sub(r"\[\[forces.angles\]\].*?stiffness = 519.66\n", "", text, flags=re.S)


def mean(values):
    values = list(values)
    return sum(values) / len(values)


def by_frame(run, particles):
    """Positions frame by frame from the table, which has a line a particle."""
    places = [(float(row["x"]), float(row["y"])) for row in run.table]
    return [places[k : k + particles] for k in range(particles, len(places), particles)]  # after the start


def cosine_of_double(a, b, c):
    first, second = (b[0] - a[0], b[1] - a[1]), (c[0] - b[0], c[1] - b[1])
    return 2 * (first[0] * second[0] + first[1] * second[1]) ** 2 - 1


def kramers_trimer(test, run):
    moves = run.summary["heat"]["moves"]
    test.assertEqual(moves["made"], 250000)
    test.assertLess(moves["rejected"], 250)
    found = mean(cosine_of_double(*frame) for frame in by_frame(run, 3))
    test.assertLess(abs(found + 0.0358 + 0.0045), 4 * 0.0085)  # small kicks, these kicks; 10,000 frames, some alike


def kramers_chain(test, run):
    moves = run.summary["heat"]["moves"]
    test.assertLess(moves["rejected"], 0.02 * moves["made"])
    wild = Run("kramers_chain", "integrator.kick=0.2", "integrator.steps=1000").summary["heat"]["moves"]
    test.assertGreater(wild["rejected"], 0.5 * wild["made"])


def diffusion(test, run):
    """D = kT / (sum of drags) by displacements and by velocities, which forget at the rate of drag over mass."""
    displacement, velocity, _ = run.summary["lag_functions"]
    for found in (displacement["diffusion"]["coefficient"], velocity["diffusion"]["coefficient"]):
        test.assertLess(abs(found["value"] - 0.5), 4 * found["error"])
        test.assertLess(found["error"], 0.02)
    time = velocity["correlation_time"]
    test.assertLess(abs(time["value"] - 1.0), 4 * time["error"])
    test.assertAlmostEqual(velocity["value"][0], 1.5, delta=4 * velocity["error"][0])


def hot_pendulum(test, run):
    test.assertLess(abs(run.summary["heat"]["kinetic_temperature"] - 1.0), 0.04)  # 10,000 frames of three squares


def double_well(test, run):
    moves = run.summary["heat"]["moves"]
    test.assertLess(abs(moves["rejected"] / moves["made"] - 0.36), 0.03)
    found = mean(2 * (y * y - x * x) for ((x, y),) in by_frame(run, 1))
    test.assertLess(abs(found + 1.3955493), 4 * 0.0085)  # the spread is 0.7; frames are nearly independent
