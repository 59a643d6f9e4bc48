"""taut reach: targets, paths, obstacles, what it writes and what it refuses."""

import csv
import json
import math
import os
import subprocess
import sys
import unittest
import xml.etree.ElementTree as xml
from pathlib import Path

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from support import TAUT, CommandLineTest  # noqa: E402

ARM = """title = "Four links"
dimension = 2

[arm]
limits = 150

[[limbs]]
name = "link"
length = 1.0
count = 4
angle = 25
"""


class ReachTest(CommandLineTest):
    def setUp(self):
        super().setUp()
        self.write("arm.toml", ARM)

    def reach(self, *arguments, code=0, out="out"):
        return json.loads(self.taut("reach", "arm.toml", "--out", out, "--json", *arguments, code=code).stdout)

    def taut_to(self, stdout, *arguments):
        return subprocess.run([TAUT, *arguments], cwd=self.path, stdout=stdout, stderr=subprocess.PIPE, text=True)

    def table(self, name):
        with (self.path / name).open(newline="") as lines:
            return list(csv.DictReader(lines))

    def test_target(self):
        report = self.reach("--to", "1.5,-1")
        self.assertTrue(report["feasible"])
        self.assertEqual(report["verdict"], "reached")
        self.assertLessEqual(report["hand_error"]["at_points"], 4e-9)  # the tolerance times the length of the arm
        # The posture in the summary, put together by hand, ends at the target.
        x = y = angle = 0.0
        for value in report["final"]["posture"].values():
            angle += math.radians(value)
            x, y = x + math.cos(angle), y + math.sin(angle)
        self.assertLess(math.hypot(x - 1.5, y + 1), 1e-8)
        turned = math.radians(report["final"]["rotations"]["hand"]) - angle
        self.assertLess(abs(math.remainder(turned, math.tau)), 1e-8)

    def test_pose_in_space(self):
        pose = "target={position=[0.5,0.2,0.4],rotation=[170,-10,20]}"
        report = json.loads(
            self.taut("reach", "seven_axis", "--set", pose, "--set", "obstacles=[]", "--out", "out", "--json").stdout
        )
        self.assertEqual(report["verdict"], "reached")
        for found, wanted in zip(report["final"]["rotations"]["hand"], (170, -10, 20)):
            self.assertAlmostEqual(found, wanted, 6)

    def test_as_points_and_constraints(self):
        report = self.reach("--line-to", "2,2", "--method", "constraints", "--seconds", "0")
        self.assertTrue(report["feasible"])
        self.assertEqual(report["method"], "constraints")
        self.assertLess(report["hand_error"]["at_points"], 1e-9)
        self.assertLess(report["limb_error"], 1e-12)
        by_joints = self.reach("--line-to", "2,2", "--seconds", "0", out="joints")
        self.assertNotAlmostEqual(
            report["final"]["posture"]["link 1"], by_joints["final"]["posture"]["link 1"], places=1
        )
        self.assertTrue(self.reach("--to", "1.5,-1", "--method", "constraints", out="target")["feasible"])
        straight = self.taut(
            "reach", "arm.toml", "--set", "limbs[0].angle=0", "--line-to", "2,0", "--method", "constraints", code=1
        )
        self.assertIn("does not get to point 2 of", straight.stderr)
        self.assertIn("expected another start, or --method auto", straight.stderr)
        for number, helps in enumerate((("limbs[0].angle=5", "constraints"), ("limbs[0].angle=0", "auto"))):
            bent = ("--set", helps[0], "--line-to", "2,0", "--method", helps[1])
            self.assertTrue(self.reach(*bent, out=f"helped {number}")["feasible"], helps)
        refused = self.taut("reach", "arm.toml", "--line-to", "2,0", "--method", "ccd", code=2)
        self.assertIn("ccd is for a target; expected auto or constraints for a path", refused.stderr)

    def test_several_hands(self):
        trunk = '[[limbs]]\nname = "trunk"\nlength = 1\nangle = 90\n'
        arms = "".join(
            f'[[limbs]]\nname = "{side} arm"\non = "trunk"\nlength = 1\ncount = 3\nangle = {angle}\n'
            f'[[hands]]\nname = "{side}"\non = "{side} arm"\n'
            for side, angle in (("left", 60), ("right", -60))
        )
        self.write("arm.toml", "dimension = 2\n" + trunk + arms)
        targets = 'targets=[{hand="left", position=[-1, 1]}, {hand="right", position=[1, 0.5]}]'
        report = self.reach("--set", targets)
        self.assertTrue(report["feasible"])
        self.assertAlmostEqual(report["final"]["hands"]["left"][0], -1.0, places=7)
        self.assertAlmostEqual(report["final"]["hands"]["right"][1], 0.5, places=7)
        paths = 'paths=[{hand="left", type="line", to=[-1, 1]}, {hand="right", type="line", to=[1, 0.5]}]'
        self.assertTrue(self.reach("--set", paths, out="paths")["feasible"])
        rows = self.table("paths/points.csv")
        self.assertEqual({row["what"] for row in rows if "arm" not in row["what"]},
                         {"trunk", "left", "wanted left", "right", "wanted right"})  # fmt: skip
        last = rows[-1]["point"]
        ends = {row["what"]: row for row in rows if row["point"] == last}
        self.assertAlmostEqual(float(ends["right"]["y"]), 0.5, places=7)
        self.assertAlmostEqual(float(ends["left"]["x"]), -1.0, places=7)
        apart = self.taut("reach", "arm.toml", "--set", targets.replace("1, 0.5", "9, 0.5"), code=1)
        self.assertIn("of left and [9, 0.5] of right is out of reach", apart.stderr)
        self.assertIn("or as --hand NAME", self.refusal("reach", "arm.toml", "--to", "1,1"))
        for side, x in (("left", -1), ("right", 1)):
            report = self.reach("--to", f"{x},1", "--hand", side, out=f"one {side}")
            self.assertEqual(list(report["final"]["hands"]), [side])
            self.assertAlmostEqual(report["final"]["hands"][side][0], x, places=7)
        self.assertTrue(self.reach("--line-to", "-1,1", "--hand", "left", out="line")["feasible"])
        self.assertIn("did you mean `left`?", self.refusal("reach", "arm.toml", "--to", "1,1", "--hand", "lefd"))
        self.assertIn("--set paths[0].hand=", self.refusal("reach", "two_hands", "--hand", "left"))
        self.assertIn("one hand", self.taut("reach", "arm.toml", "--set", targets, "--method", "ccd", code=2).stderr)

    # The last link of a robot begins at its joint, and there is its hand.
    def test_a_robot_without_a_tip(self):
        hinge = (
            '<link name="{0}"/><joint name="{1}" type="continuous"><parent link="{2}"/><child link="{0}"/>'
            '<origin xyz="{3} 0 0"/><axis xyz="0 1 0"/></joint>'
        )
        first, second = hinge.format("upper", "shoulder", "base", 0.2), hinge.format("fore", "elbow", "upper", 0.5)
        self.write("stuck.urdf", f'<robot name="r"><link name="base"/>{first}</robot>')
        self.write("bare.urdf", f'<robot name="r"><link name="base"/>{first}{second}</robot>')
        stuck = self.refusal("reach", "stuck.urdf", "--to", "0.3,0,0.1")
        self.assertIn('on joint "shoulder", and nothing moves it', stuck)
        self.assertIn("--set 'hand.offset=[0.1,0,0]'", stuck)
        self.assertFalse((self.path / "out").exists())
        bare = self.taut("reach", "bare.urdf", "--to", "0.3,0,0.1", "--json", code=1)
        self.assertIn('on joint "elbow", which does not move it', " ".join(json.loads(bare.stdout)["notes"]))
        for robot in ("stuck", "bare"):
            report = self.taut("reach", f"{robot}.urdf", "--to", "0.2,0,0.1", "--set", "hand.offset=[0.1,0,0]",
                               "--json", "--force", code=0 if robot == "stuck" else 1)  # fmt: skip
            self.assertNotIn("link begins", report.stdout)

    # Carriages without lengths, 2 by 1 by 0.5, and a box in the middle of their way.
    GANTRY = """<robot name="g"><link name="base"/><link name="x"/><link name="y"/><link name="z"/>
{}{}{}</robot>
"""
    BOX = '[[obstacles]]\nname = "crate"\ntype = "box"\ncenter = [1, 0.5, -0.25]\nsize = [0.5, 0.5, 0.4]\n'

    def gantry(self, limit=None):
        slide = (
            '<joint name="j{1}" type="prismatic"><parent link="{0}"/><child link="{1}"/><axis xyz="{2}"/>'
            '<limit lower="{3}" upper="{4}" effort="100" velocity="1"/></joint>\n'
        )
        ways = (("base", "x", "1 0 0", 2), ("x", "y", "0 1 0", 1), ("y", "z", "0 0 -1", 0.5))
        self.write("gantry.urdf", self.GANTRY.format(
            *(slide.format(a, b, axis, -limit if limit else 0, limit or way) for a, b, axis, way in ways)))  # fmt: skip

    def test_a_gantry_does_not_pass_through_a_box(self):
        self.gantry()
        start = '[arm]\nurdf = "gantry.urdf"\nstart = { jx = 0.2, jy = 0.5, jz = 0.25 }\n'
        line = '[path]\ntype = "line"\nto = [1.8, 0.5, -0.25]\n'
        self.write("through.toml", start + line + self.BOX)
        through = self.taut("reach", "through.toml", "--json", code=1)
        self.assertIn('limb "z" is too near to obstacle "crate"', through.stderr)
        self.assertIn("what carries jx, jy, jz was not looked at", " ".join(json.loads(through.stdout)["notes"]))
        # To a target it goes round.
        self.write("round.toml", start + "[target]\nposition = [1.8, 0.5, -0.25]\n" + self.BOX)
        report = json.loads(self.taut("reach", "round.toml", "--json", "--set", "search.rounds=20").stdout)
        self.assertTrue(report["feasible"] and report["way"]["feasible"])
        self.assertGreaterEqual(report["least_clearance"], 0)
        judged = self.taut("reach", "judge", "round.toml", "out/round-reach/joints.csv").stdout
        self.assertIn("rails have no shape", judged)

    # Limits that stand for none leave a size that tolerances cannot follow: the note says so, and what it advises helps.
    def test_limits_that_stand_for_none(self):
        self.gantry(999999)
        place = (0.123456789, 0.5, -0.25)
        to = ",".join(map(str, place))
        found = json.loads(self.taut("reach", "gantry.urdf", "--to", to, "--json").stdout)
        self.assertIn("a smaller search.tolerance", " ".join(found["notes"]))
        strict = ("--set", "search.tolerance=1e-15", "--json", "--force")
        found = json.loads(self.taut("reach", "gantry.urdf", "--to", to, *strict).stdout)
        self.assertEqual(found["notes"], [note for note in found["notes"] if "search.tolerance" not in note])
        self.assertLess(found["hand_error"]["at_points"], 3.1e-9)

    def test_robots_that_are_no_trees(self):
        hinge = (
            '<joint name="{0}" type="continuous"><parent link="{1}"/><child link="{2}"/><origin xyz="1 0 0"/>'
            '<axis xyz="0 0 1"/></joint>'
        )
        links = '<robot name="r"><link name="a"/><link name="b"/><link name="c"/>'
        row = hinge.format("j", "a", "b") + hinge.format("k", "b", "c")
        for name, parent, child in (("circle", "c", "b"), ("two parents", "a", "c")):
            self.write("no_tree.urdf", links + row + hinge.format(name, parent, child) + "</robot>")
            found = self.refusal("reach", "no_tree.urdf", "--to", "1,1,0")
            self.assertIn(f'link "{child}" has two parents', found)
            self.assertIn(f'"{parent}" by joint "{name}"', found)

    def test_files_without_an_end(self):
        for command in ("reach", "run", "check"):
            found = self.refusal(command, "/dev/zero")
            self.assertIn("found more, expected", found)
            self.assertIn("of at most 256 MB", found)

    def test_summary_for_people(self):
        text = self.taut("reach", "arm.toml", "--to", "1.5,-1").stdout
        self.assertIn("reached", text)
        self.assertIn("out/arm-reach", text)
        self.assertEqual(self.taut("reach", "arm.toml", "--to", "1.5,-1", "--force", "--quiet").stdout, "")
        self.assertIn("already holds a run", self.refusal("reach", "arm.toml", "--to", "1,1"))

    def test_out_of_reach(self):
        done = self.taut("reach", "arm.toml", "--to", "5,0", "--quiet", code=1)
        self.assertIn("arm.toml: the target [5, 0] is out of reach by 1", done.stderr)

    def test_path_and_files(self):
        report = self.reach("--line-to", "1,2", "--set", "path.step=0.1", "--set", "path.duration=3")
        self.assertTrue(report["feasible"], report["message"])
        self.assertEqual(report["verdict"], "followed")
        rows = self.table("out/joints.csv")
        self.assertEqual(len(rows), report["points"])
        self.assertEqual(float(rows[-1]["time"]), 3.0)
        self.assertEqual(float(rows[0]["link 1"]), 25.0)
        # The velocity is that of the values: the mean of all differences is the change over the time.
        change = float(rows[-1]["link 2"]) - float(rows[0]["link 2"])
        times = [float(row["time"]) for row in rows]
        speeds = [float(row["link 2 velocity"]) for row in rows]
        integral = sum((b - a) * (u + v) / 2 for a, b, u, v in zip(times, times[1:], speeds, speeds[1:]))
        self.assertLess(abs(integral - change), 1e-2 * abs(change))
        points = self.table("out/points.csv")
        hand = [row for row in points if row["what"] == "hand"][-1]
        self.assertLess(math.hypot(float(hand["x"]) - 1, float(hand["y"]) - 2), 1e-8)
        for name in ("arm.svg", "animation.svg"):
            xml.fromstring(self.content("out", name))
        self.assertIn("path", (self.path / "out" / "arm.toml").read_text())

    def test_the_written_arm_gives_the_same_result(self):
        first = self.reach("--path", "2,2 1,2", "--set", "search.rounds=3")
        second = json.loads(self.taut("reach", "out/arm.toml", "--out", "again", "--json").stdout)
        self.assertEqual(first["final"], second["final"])
        self.assertEqual(self.content("out", "joints.csv"), self.content("again", "joints.csv"))

    def test_obstacles(self):
        self.write(
            "arm.toml",
            ARM + '[[obstacles]]\ntype = "disc"\nname = "post"\ncenter = [1.2, -0.3]\nradius = 0.3\n'
            "[goals]\nclearance = 0.05\n[search]\nrounds = 20\n",
        )
        report = self.reach("--to", "2,-0.3")
        self.assertTrue(report["feasible"], report["message"])
        self.assertGreaterEqual(report["least_clearance"], 0.05 - 1e-9)
        # The way there is a motion that the judge lets pass.
        rows = self.table("out/joints.csv")
        self.assertEqual(report["way"], {"feasible": True, "points": len(rows), "reason": ""})
        self.assertEqual([float(rows[0][f"link {k}"]) for k in (1, 2, 3, 4)], [25.0] * 4)
        self.taut("reach", "judge", "out/arm.toml", "out/joints.csv")
        blocked = self.reach("--to", "2,-0.3", "--set", "obstacles[0].center=[1.0,0.3]", code=1, out="blocked")
        self.assertEqual(blocked["verdict"], "no way")
        self.assertIn('at the start limb "link 1" is too near to obstacle "post"', blocked["message"])
        missed = self.reach("--to", "1.2,-0.3", code=1, out="missed")
        self.assertFalse(missed["feasible"])
        self.assertIn('obstacle "post"', missed["message"])
        self.assertEqual(missed["verdict"], "goal missed")

    def test_every_key_of_the_summary_is_documented(self):
        self.write("arm.toml", ARM)
        found = json.loads(self.taut("reach", "arm.toml", "--to", "1,1", "--out", "out", "--json").stdout)
        guide = (Path(__file__).parents[2] / "docs/guide/arms.md").read_text()
        section = guide.split("### summary.json")[1].split("Examples:")[0]
        self.assertEqual([key for key in found if f"`{key}`" not in section], [])

    def test_targets_beyond_all_postures_are_proved_so(self):
        self.write("arm.toml", ARM)
        found = json.loads(self.taut("reach", "arm.toml", "--to", "90,0", "--out", "out", "--json", code=1).stdout)
        self.assertEqual((found["verdict"], found["proved_impossible"]), ("out of reach", True))
        found = json.loads(self.taut("reach", "arm.toml", "--line-to", "90,0", "--out", "line", "--json", code=1).stdout)
        self.assertTrue(found["proved_impossible"])
        self.assertGreater(found["unreachable_point"], 0)

    def test_motion_that_is_proved_impossible(self):
        done = self.taut("reach", "six_links", "--set", "obstacles[1].center=[2.8,1.1]", "--json", code=1)
        report = json.loads(done.stdout)
        self.assertEqual((report["verdict"], report["proved_impossible"]), ("impossible", True))
        self.assertIn("a string to point", done.stderr)

    def test_posture_without_negative_zeros(self):
        text = self.taut("reach", "arm.toml", "--to", "5,0", code=1).stdout  # stretched, to many digits
        self.assertIn("posture", text)
        self.assertNotRegex(text, r"-0\.0000")

    def test_what_a_script_forgot_to_fill_in(self):
        for option in ("--to", "--line-to", "--path", "--hand", "--direction"):
            self.assertIn(f"{option}: found nothing behind it", self.refusal("reach", "six_links", option, ""))

    def test_an_example_is_found_beside_a_directory_of_its_name(self):
        (self.path / "three_hinges").mkdir()
        self.taut("reach", "three_hinges", "--quiet")

    def test_nothing_is_left_of_a_run_that_could_not_be_written(self):
        self.write("file", "")
        self.assertIn("expected a directory", self.refusal("reach", "arm.toml", "--to", "1,1", "--out", "file"))
        with open("/dev/full", "w") as full:
            done = self.taut_to(full, "reach", "arm.toml", "--to", "1,1", "--json")
        self.assertEqual(done.returncode, 1)
        self.assertIn("standard output cannot be written", done.stderr)

    def test_path_that_leaves_the_workspace(self):
        done = self.taut("reach", "arm.toml", "--path", "3,0 5,0", "--quiet", code=1)
        self.assertRegex(done.stderr, r"leaves what the arm reaches at its point \d+ of \d+, \[4\.\d+, 0\]")
        self.assertEqual(done.stderr.count("\n"), 1)

    def test_tolerances_that_say_nothing(self):
        found = self.refusal("reach", "arm.toml", "--to", "1,1", "--set", "search.tolerance=1")
        self.assertIn("search.tolerance: found 1, expected at most 0.01", found)

    def test_refusals(self):
        self.assertEqual(
            self.refusal("reach", "arm.toml"),
            "arm.toml:1: the hand has nowhere to go; expected [target] or [path], or --to, --line-to or --path",
        )
        self.assertIn("reach.toml: cannot be read", self.refusal("reach", "reach.toml"))
        self.assertIn("search.method: expected one of auto", self.refusal("reach", "arm.toml", "--method", "magic"))
        self.assertIn("limbs[0].length", self.refusal("reach", "arm.toml", "--set", "limbs[0].length=0"))
        self.assertIn(
            "obstacles[0]: contains the base",
            self.refusal("reach", "arm.toml", "--to", "1,1", "--set",
                         'obstacles=[{type = "disc", center = [0, 0.1], radius = 0.2}]'),
        )
        self.assertFalse((self.path / "out").exists())

    def test_list(self):
        self.assertIn("dls", self.taut("list", "reach").stdout)
        self.assertIn("slider", self.taut("list", "joints").stdout)
        self.assertIn("capsule", self.taut("list", "obstacles").stdout)
        self.assertIn("svg", self.taut("list", "paths").stdout)

    def test_judge_accepts_what_was_found(self):
        self.reach("--line-to", "1,2", "--set", "path.step=0.1")
        text = self.taut("reach", "judge", "out/arm.toml", "out/joints.csv").stdout
        self.assertIn("all goals are met", text)
        report = json.loads(self.taut("reach", "judge", "out/arm.toml", "out/joints.csv", "--json").stdout)
        self.assertTrue(report["feasible"])
        self.assertEqual(report["violations"], [])
        self.reach("--to", "1.5,-1", out="target")
        self.taut("reach", "judge", "arm.toml", "target/joints.csv", "--to", "1.5,-1")

    def test_judge_of_every_example(self):
        for name in ("three_hinges", "six_links", "snake", "six_axis", "seven_axis", "scara"):
            self.taut("reach", name, "--out", name, "--quiet", "--seconds", "60")  # it ends when it is found
            self.taut("reach", "judge", name, f"{name}/joints.csv")

    def test_judge_rejects_a_motion_that_was_spoilt(self):
        self.reach("--line-to", "1,2", "--set", "path.step=0.1")
        rows = self.table("out/joints.csv")
        for name, change, said in (("link 3", 0.01, "the hand is off by"), ("link 1", 360, "exceeds its limit by")):
            spoilt = [dict(row) for row in rows]
            spoilt[4][name] = float(spoilt[4][name]) + change
            with (self.path / "spoilt.csv").open("w", newline="") as file:
                table = csv.DictWriter(file, fieldnames=list(rows[0]))
                table.writeheader()
                table.writerows(spoilt)
            done = self.taut("reach", "judge", "out/arm.toml", "spoilt.csv", "--json", code=1)
            report = json.loads(done.stdout)
            self.assertFalse(report["feasible"])
            self.assertTrue(any(said in sentence for sentence in report["violations"]), report["violations"])
            self.assertEqual(done.stderr.count("\n"), 1)
            self.assertIn("spoilt.csv: ", done.stderr)
            self.assertIn("at point 5 of", done.stderr)

    def test_judge_refusals(self):
        self.write("joints.csv", "link 1,link 2,link 3\n1,2,3\n")
        judge = ("reach", "judge", "arm.toml")
        self.assertIn('joints.csv:1: no column is called "link 4"', self.refusal(*judge, "joints.csv", "--to", "1,1"))
        self.write("joints.csv", "link 1,link 2,link 3,link 4\n1,2,3,nan\n")
        self.assertIn('joints.csv:2: link 4: found "nan"', self.refusal(*judge, "joints.csv", "--to", "1,1"))
        self.write("joints.csv", "link 1,link 2,link 3,link 4\n")
        self.assertIn("joints.csv: found 0 rows, expected 1", self.refusal(*judge, "joints.csv", "--to", "1,1"))
        self.assertIn("nothing to judge by", self.refusal(*judge, "joints.csv"))
        self.assertIn("missing.csv: cannot be read", self.refusal(*judge, "missing.csv", "--to", "1,1"))
        self.assertIn("found a directory", self.refusal(*judge, ".", "--to", "1,1"))
        self.assertIn("JOINTS is required (see taut reach judge --help)", self.refusal(*judge))
        self.assertIn("found --quiet before judge", self.refusal("reach", "--quiet", "judge", "arm.toml", "joints.csv"))

    def test_random_problem(self):
        first = self.taut("reach", "random", "--limbs", "6", "--seed", "3").stdout
        self.assertEqual(self.taut("reach", "random", "--seed", "3", "--out", "a.toml").stdout, "")
        self.assertEqual((self.path / "a.toml").read_text(), first)
        self.assertNotEqual(self.taut("reach", "random", "--seed", "4").stdout, first)
        self.taut("reach", "a.toml", "--out", "found", "--quiet", "--seconds", "60")
        self.taut("reach", "judge", "a.toml", "found/joints.csv")
        self.assertIn("a.toml: is there already", self.refusal("reach", "random", "--out", "a.toml"))
        self.taut("reach", "random", "--out", "a.toml", "--force")
        self.assertNotEqual((self.path / "a.toml").read_text(), first)
        self.assertIn("not in range 2 to 200", self.refusal("reach", "random", "--limbs", "1"))
        self.assertIn("no ordinary file", self.refusal("reach", "random", "--out", ".", "--force"))
        self.refusal("reach", "random", "--out", "nowhere/a.toml", code=1)

    def test_benchmark(self):
        report = json.loads(
            self.taut("reach", "benchmark", "--limbs", "4,6", "--problems", "5", "--milliseconds", "20", "--json").stdout
        )
        self.assertEqual([trial["limbs"] for trial in report["trials"]], [4, 6])
        for trial in report["trials"]:
            counts = [trial[what] for what in ("solved", "impossible", "undecided", "mistaken")]
            self.assertEqual(sum(counts), trial["problems"])
            self.assertEqual(trial["problems"], 5)
            self.assertEqual(trial["mistaken"], 0)
            self.assertEqual(len(trial["undecided_seeds"]), trial["undecided"])
        text = self.taut("reach", "benchmark", "--problems", "2", "--milliseconds", "0").stdout
        self.assertEqual([line.split()[0] for line in text.splitlines()[:3]], ["limbs", "6", "20"])
        self.assertIn("--milliseconds", self.refusal("reach", "benchmark", "--milliseconds", "-1"))


if __name__ == "__main__":
    unittest.main()
