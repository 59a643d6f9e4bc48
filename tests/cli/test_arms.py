"""Arms in scenarios: joint values over time, the same arm in taut reach and taut run."""

import csv
import json
import math
import os
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from support import CommandLineTest  # noqa: E402

SPUN = """dimension = 2
[[arms]]
[[arms.limbs]]
name = "crank"
length = 1.0
[[arms.joints]]
joint = "crank"
torque = "8"
[integrator]
step = 0.001
duration = 2.0
[output]
every = 100
formats = ["csv"]
"""

BOX = """<robot name="r">
  <link name="wall"/>
  <link name="box">
    <inertial>
      <origin xyz="0 0.1 -0.4" rpy="0 1.5707963267948966 0"/>
      <mass value="3"/>
      <inertia ixx="0.0325" ixy="0" ixz="0" iyy="0.0725" iyz="0" izz="0.085"/>
    </inertial>
  </link>
  <joint name="hinge" type="continuous">
    <parent link="wall"/><child link="box"/><axis xyz="0 1 0"/>
  </joint>
  <link name="tip"/>
  <joint name="end" type="fixed"><parent link="box"/><child link="tip"/><origin xyz="0 0 -0.5"/></joint>
</robot>
"""

SWING = """[[arms]]
file = "box.urdf"
start = { hinge = 0.01 }
[forces]
gravity = [0, 0, -9.81]
[integrator]
step = 0.001
duration = 3.0
[output]
formats = []
"""


class ArmsTest(CommandLineTest):
    def table(self, name):
        with (self.path / name).open(newline="") as lines:
            return [{key: float(value) for key, value in row.items()} for row in csv.DictReader(lines)]

    def test_values_are_unwrapped(self):
        # A rod of mass 1 and length 1 about its end: inertia 1/3, so 24 radians a second squared; in the end it
        # turns by 4.7 from one frame to the next, which only its rate can tell from -1.6.
        self.write("spun.toml", SPUN)
        self.taut("run", "spun.toml", "--out", "out")
        rows = self.table("out/joints.csv")
        self.assertEqual(list(rows[0]), ["time", "crank", "crank rate"])
        for row in rows:
            # RATTLE turns by asin(w h) where it should by w h: (24 t h)^3 / 6 more, step by step.
            turned = 12.0 * row["time"] ** 2 + 576.0 * 0.001**2 * row["time"] ** 4
            self.assertAlmostEqual(math.radians(row["crank"]), turned, delta=1e-4)
            self.assertAlmostEqual(math.radians(row["crank rate"]), 24.0 * row["time"], delta=2e-2)
        for figure in ("joints.svg", "arm.svg", "animation.svg"):
            self.assertTrue((self.path / "out" / figure).exists(), figure)

    # A motor that turns the crank one way and back, by tens of turns between two frames, at whose rates it rests.
    def test_turns_are_counted_at_every_step(self):
        to_and_fro = SPUN.replace('"8"', '"100*sin(2*pi*t)"').replace("duration = 2.0", "duration = 3.0")
        self.write("spun.toml", to_and_fro)
        last = {}
        for every in (1, 1000, 3000):
            self.taut("run", "spun.toml", "--out", f"out{every}", "--set", f"output.every={every}")
            last[every] = self.table(f"out{every}/joints.csv")[-1]
        # The rate is r (1 - cos 2 pi t) with r = 300 / (2 pi), so that it turns by r t, and by the error of RATTLE, the
        # mean of (rate h)^3 / 6, step by step.
        r = 300 / (2 * math.pi)
        turned = 3 * r + 3 * 2.5 * r**3 * 0.001**2 / 6
        self.assertAlmostEqual(math.radians(last[1]["crank"]), turned, delta=2e-3)
        self.assertEqual(last[1000], last[1])
        self.assertEqual(last[3000], last[1])

    def test_a_continued_run_counts_on_between_frames(self):
        self.write("spun.toml", SPUN)
        whole = ("--set", "output.every=1500", "--set", "integrator.steps=1900")
        self.taut("run", "spun.toml", "--out", "whole", *whole)
        self.taut("run", "spun.toml", "--out", "part", "--set", "output.every=1500", "--set", "integrator.steps=1200")
        self.taut("run", "spun.toml", "--resume", "part", *whole)
        self.assertEqual(self.table("part/joints.csv"), self.table("whole/joints.csv"))

    def test_a_slider_on_a_base_that_moves_stays_where_it_is(self):
        rail = 'dimension = 2\n[[arms]]\nbase_path = { x = "0.1*sin(3*t)", y = "1" }\n[[arms.limbs]]\nname = "rail"\n'
        rail += 'joint = "slider"\nlength = 0.2\nshift = 0.3\n[integrator]\nstep = 0.001\nduration = 2.0\n'
        self.write("rail.toml", rail)
        self.taut("run", "rail.toml", "--out", "out")
        for row in self.table("out/joints.csv"):
            self.assertAlmostEqual(row["rail"], 0.3 - 0.1 * math.sin(3.0 * row["time"]), delta=1e-10)
            self.assertAlmostEqual(row["rail rate"], -0.3 * math.cos(3.0 * row["time"]), delta=1e-10)

    def test_a_continued_run_counts_on(self):
        self.write("spun.toml", SPUN)
        self.taut("run", "spun.toml", "--out", "whole")
        self.taut("run", "spun.toml", "--out", "parts", "--set", "integrator.duration=1.0")
        self.taut("run", "--resume", "parts", "--set", "integrator.duration=2.0")
        self.assertEqual((self.path / "whole/joints.csv").read_text(), (self.path / "parts/joints.csv").read_text())

    def test_a_box_from_urdf_is_a_physical_pendulum(self):
        # A box of 0.2 x 0.3 x 0.5 whose tensor is given along turned axes: about y it has 3/12 (0.2^2 + 0.5^2).
        self.write("box.urdf", BOX)
        self.write("swing.toml", SWING)
        self.taut("run", "swing.toml", "--out", "out")
        rows = self.table("out/joints.csv")
        down = [
            a["time"] + a["hinge"] / (a["hinge"] - b["hinge"]) * (b["time"] - a["time"])
            for a, b in zip(rows, rows[1:])
            if a["hinge"] > 0.0 >= b["hinge"]
        ]
        inertia = 3.0 * (0.2**2 + 0.5**2) / 12.0 + 3.0 * 0.4**2
        frequency = math.sqrt(3.0 * 9.81 * 0.4 / inertia)
        period = 0.001 * math.pi / math.asin(0.0005 * frequency)  # that of RATTLE: 2 pi / frequency (1 - 9e-7)
        self.assertAlmostEqual(down[1] - down[0], period, delta=1e-7)

    def test_an_impossible_inertia_is_mended_and_said(self):
        self.write("box.urdf", BOX.replace("0.0325", "0.2"))
        self.write("swing.toml", SWING)
        found = self.taut("run", "swing.toml", "--out", "out").stdout
        self.assertIn("no masses have the moments of inertia of box (by 13 %); the nearest that some have are taken", found)
        self.write("box.urdf", BOX.replace('mass value="', 'mass value="-'))
        found = self.taut("run", "swing.toml", "--out", "out", "--force", code=2).stderr
        self.assertIn('box.urdf:3: link "box": found mass -3, expected zero or more', found)

    def test_fingers_that_go_together_are_held_in_motion(self):
        finger = (
            '<link name="{0}"/><joint name="{0}" type="prismatic"><parent link="box"/><child link="{0}"/>'
            '<dynamics damping="1"/><limit lower="0" upper="1" effort="1" velocity="1"/>{1}</joint>'
        )
        fingers = finger.format("left", "") + finger.format("right", '<mimic joint="left"/>')
        self.write("box.urdf", BOX.replace("</robot>", fingers + "</robot>"))
        self.write("swing.toml", SWING + '[arms.hand]\non = "box"\n')
        found = self.taut("run", "swing.toml", "--out", "out").stdout
        self.assertIn("joints that go together are held where they start: right, left", found)

    def test_reach_says_what_motors_need_and_run_agrees(self):
        # Two rods that hold a posture: the torque in the elbow is m g l/2 cos, and a motor of that torque holds it.
        arm = 'dimension = 2\n[[limbs]]\nname = "a"\nlength = 1\n[[limbs]]\nname = "b"\nlength = 1\nangle = 30\n'
        self.write("two.toml", arm)
        self.taut("reach", "two.toml", "--to", "1.2,0.7", "--out", "reach")
        row = self.table("reach/joints.csv")[0]
        summary = json.loads((self.path / "reach/summary.json").read_text())
        tip = math.cos(math.radians(row["a"] + row["b"]))
        self.assertAlmostEqual(row["b torque"], 0.5 * 9.81 * tip, places=9)
        self.assertAlmostEqual(row["a torque"], 9.81 * (1.5 * math.cos(math.radians(row["a"])) + 0.5 * tip), places=9)
        self.assertEqual(summary["peak_torques"]["a"], abs(row["a torque"]))
        swing = (self.path / "reach/swing.toml").read_text()
        for joint in "ab":
            swing += f'[[arms.joints]]\njoint = "{joint}"\ntorque = "{row[joint + " torque"]!r}"\n'
        (self.path / "reach/hold.toml").write_text(swing)
        self.taut("run", "reach/hold.toml", "--out", "held", "--set", "integrator.duration=0.5")
        last = self.table("held/joints.csv")[-1]
        self.assertAlmostEqual(last["a"], row["a"], delta=1e-6)
        self.assertAlmostEqual(last["b"], row["b"], delta=1e-6)

    def test_what_a_motor_lacks_and_what_is_left_out_is_said(self):
        self.write("weak.toml", 'dimension = 2\n[[limbs]]\nname = "a"\nlength = 1\neffort = 2\n')
        self.taut("reach", "weak.toml", "--to", "1,0", "--out", "reach")
        notes = json.loads((self.path / "reach/summary.json").read_text())["notes"]
        self.assertEqual(notes, ["a needs 4.905, its effort is 2"])
        self.write("box.urdf", BOX.replace("<axis", '<dynamics damping="0.5" friction="0.1"/><axis'))
        self.write("swing.toml", SWING)
        printed = self.taut("run", "swing.toml", "--out", "out").stdout
        self.assertIn("arm: dry friction of hinge is left out", printed)
        energies = [row["total"] for row in self.table("out/observables.csv")]
        self.assertLess(energies[-1], energies[0])  # the damping is not

    def test_loops_leave_torques_undetermined(self):
        bars = """dimension = 2
[[limbs]]
name = "crank"
length = 1
angle = 90
[[limbs]]
name = "coupler"
length = 2
angle = -90
[[limbs]]
name = "ground"
on = "base"
joint = "fixed"
length = 2
[[limbs]]
name = "rocker"
length = 1
angle = 90
[[loops]]
between = ["coupler", "rocker"]
[hand]
on = "coupler"
"""
        self.write("bars.toml", bars)
        self.taut("reach", "bars.toml", "--to", f"{2.0 + math.sin(0.3)!r},{math.cos(0.3)!r}", "--out", "reach")
        self.assertIsNone(json.loads((self.path / "reach/summary.json").read_text())["peak_torques"])


if __name__ == "__main__":
    unittest.main()
