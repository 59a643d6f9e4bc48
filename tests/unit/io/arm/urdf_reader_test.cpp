#include "io/arm/urdf_reader.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>

#include "taut/arm_problem.hpp"

namespace taut::io {
namespace {

namespace fs = std::filesystem;

class Urdf : public testing::Test {
 protected:
  void SetUp() override {
    file_ = fs::path(testing::TempDir()) /
            (std::string(testing::UnitTest::GetInstance()->current_test_info()->name()) + ".urdf");
  }
  void TearDown() override { fs::remove(file_); }

  std::string write(const std::string& text) const {
    std::ofstream(file_) << text;
    return file_.string();
  }
  // Without the folder.
  std::string refusal(const std::string& text) const {
    try {
      static_cast<void>(read_urdf(write(text)));
    } catch (const InputError& error) {
      const std::string sentence = error.what();
      return sentence.substr(sentence.rfind(".urdf:") + 1);
    }
    ADD_FAILURE() << "was accepted:\n" << text;
    return {};
  }
  fs::path file_;
};

std::string joint(const std::string& name, const std::string& type, const std::string& parent, const std::string& child,
                  const std::string& more) {
  return "<joint name=\"" + name + "\" type=\"" + type + "\"><parent link=\"" + parent + "\"/><child link=\"" + child +
         "\"/>" + more + "</joint>\n";
}

const std::string links = "<robot name=\"r\">\n<link name=\"a\"/>\n<link name=\"b\"/>\n<link name=\"c\"/>\n";

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  return text.replace(text.find(what), what.size(), by);
}

TEST_F(Urdf, JointsOfEveryKindBecomeThoseOfAnArm) {
  const UrdfArm arm =
      read_urdf(write(links + "<link name=\"d\"/><link name=\"e\"/>\n" +
                      joint("turn", "revolute", "a", "b",
                            "<axis xyz=\"0 1 0\"/><limit lower=\"-1\" upper=\"2\" effort=\"1\" velocity=\"1\"/>") +
                      joint("spin", "continuous", "b", "c",
                            "<origin xyz=\"1 0 0\" rpy=\"0 0 1.5707963267948966\"/><axis xyz=\"0 0 1\"/>") +
                      joint("push", "prismatic", "c", "d",
                            "<origin xyz=\"2 0 0\"/><axis xyz=\"1 0 0\"/><limit lower=\"0\" upper=\"0.5\" effort=\"1\" "
                            "velocity=\"1\"/>") +
                      joint("weld", "fixed", "d", "e", "<origin xyz=\"0 0 3\"/>") + "</robot>\n"));
  ASSERT_EQ(arm.joints.size(), 5u);
  EXPECT_EQ(arm.joints[1].kind, JointKind::hinge);
  EXPECT_EQ(arm.joints[1].lower, -1.0);
  EXPECT_EQ(arm.joints[1].upper, 2.0);
  EXPECT_TRUE(std::isinf(arm.joints[2].upper));
  EXPECT_NEAR(arm.joints[2].frame.turn.x.y, 1.0, 1e-15);
  EXPECT_EQ(arm.joints[3].kind, JointKind::slider);
  EXPECT_EQ(arm.joints[4].kind, JointKind::fixed);
  EXPECT_EQ(arm.joints[4].parent, 3);
  ASSERT_EQ(arm.limbs.size(), 3u);
  EXPECT_EQ(arm.limbs[1].name, "c");
  EXPECT_EQ(arm.limbs[1].to, (Vec3{2.0, 0.0, 0.0}));
  EXPECT_TRUE(arm.links.back().is_tip);
}

TEST_F(Urdf, FilesMayHaveAnyName) {
  file_ = fs::path(testing::TempDir()) / "it's \"mine\".urdf";
  write(links + joint("j", "fixed", "a", "b", "<origin xyz=\"0 0 1\"/>") +
        joint("k", "continuous", "b", "c", "<origin xyz=\"1 0 0\"/>") + "</robot>\n");
  EXPECT_EQ(read_arm_problem(file_).arm.value_count(), 1);
  const fs::path other = fs::path(testing::TempDir()) / "robot.xacro";
  fs::rename(file_, other);
  file_ = other;
  try {
    static_cast<void>(read_arm_problem(other));
    ADD_FAILURE();
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("robot.xacro:1: found XML, expected TOML"), std::string::npos);
  }
}

// Forward kinematics of the whole, put together by hand: out by 1, a quarter turn to y, out by 2 and a push, up by 3.
TEST_F(Urdf, HandIsWhereTheFileSays) {
  const std::string file =
      write(links + joint("spin", "continuous", "a", "b", "<origin xyz=\"0 0 1\"/><axis xyz=\"0 0 1\"/>") +
            joint("push", "prismatic", "b", "c",
                  "<origin xyz=\"2 0 0\"/><axis xyz=\"1 0 0\"/><limit lower=\"0\" upper=\"0.5\" effort=\"1\" "
                  "velocity=\"1\"/>") +
            "</robot>\n");
  const std::string text =
      "[arm]\nurdf = '" + file + "'\nstart = { spin = 90, push = 0.25 }\n[hand]\noffset = [0, 0, 3]\n";
  const ArmProblem problem = parse_arm_problem(text, "arm.toml");
  EXPECT_NEAR(norm(hand_frame(problem.arm, problem.start).place - Vec3{0.0, 2.25, 4.0}), 0.0, 1e-12);
  EXPECT_EQ(read_arm_problem(file).arm.value_count(), 2);
}

TEST_F(Urdf, RefusalsHaveFileAndLine) {
  EXPECT_EQ(refusal("<robot name=\"r\">\n<link name=\"a\">\n</robot>\n").substr(0, 22), "urdf:3: not valid XML:");
  EXPECT_EQ(refusal("<robt/>\n"), "urdf:1: found no element <robot>, expected one that holds links and joints");
  // The messages are urdfdom's own; the line is that of the joint.
  const std::string unknown =
      refusal(links + joint("j", "fixed", "a", "b", "") + joint("k", "fixed", "b", "x", "") + "</robot>\n");
  EXPECT_EQ(unknown.substr(0, 24), "urdf:6: not valid URDF: ") << unknown;
  const std::string unlimited =
      refusal(links + joint("j", "revolute", "a", "b", "") + joint("k", "fixed", "b", "c", "") + "</robot>\n");
  EXPECT_EQ(unlimited.substr(0, 24), "urdf:5: not valid URDF: ") << unlimited;
  EXPECT_NE(unlimited.find("; expected <limit lower="), std::string::npos) << unlimited;
  const std::string xacro = refusal(links + joint("j", "fixed", "a", "b", "<origin xyz=\"${l} 0 0\"/>") +
                                    joint("k", "fixed", "b", "c", "") + "</robot>\n");
  EXPECT_NE(xacro.find("; expected what the program xacro makes of this file"), std::string::npos) << xacro;
  EXPECT_EQ(refusal(links + joint("j", "fixed", "a", "b", "") +
                    joint("k", "revolute", "b", "c", "<limit lower=\"1\" upper=\"0\" effort=\"1\" velocity=\"1\"/>") +
                    "</robot>\n"),
            "urdf:6: joint \"k\": found limits 1 to 0, expected the lower one first");
  EXPECT_EQ(refusal("<robot name=\"r\">\n<link name=\"a\"/>\n</robot>\n"),
            "urdf:1: there are no joints; expected an arm");
  EXPECT_EQ(refusal(links + joint("j", "fixed", "a", "b", "") + joint("k", "floating", "b", "c", "") + "</robot>\n"),
            "urdf:1: no joint can move; expected one that is not fixed");
  EXPECT_THROW(static_cast<void>(read_urdf("none.urdf")), InputError);
  EXPECT_EQ(refusal(links + joint("j", "fixed", "a", "b", "") +
                    joint("k", "continuous", "b", "c", "<axis xyz=\"0 0 0\"/>") + "</robot>\n"),
            "urdf:6: joint \"k\": found an axis of zeros, expected a direction");
  EXPECT_EQ(refusal("").substr(0, 7), "urdf:1:");
}

// What urdfdom says of a value names no joint; the value itself tells the line.
TEST_F(Urdf, RefusalsOfValuesHaveTheirLine) {
  const std::string limits =
      refusal(links + joint("j", "fixed", "a", "b", "") +
              joint("k", "revolute", "b", "c", "\n<limit lower=\"low\" upper=\"0\" effort=\"1\" velocity=\"1\"/>") +
              "</robot>\n");
  EXPECT_EQ(limits, "urdf:7: joint \"k\": <limit> lower: found \"low\", expected a finite number");
  const std::string origin = refusal(links + joint("j", "fixed", "a", "b", "<origin xyz=\"1 2\"/>") +
                                     joint("k", "fixed", "b", "c", "") + "</robot>\n");
  EXPECT_EQ(origin.substr(0, 7), "urdf:5:") << origin;
  const std::string ghost =
      refusal(links + joint("j", "fixed", "a", "b", "") + joint("k", "fixed", "ghost", "c", "") + "</robot>\n");
  EXPECT_EQ(ghost.find("  "), std::string::npos) << ghost;  // one sentence, without advice
}

const std::string turning = "<axis xyz=\"0 0 1\"/>";

TEST_F(Urdf, NumbersThatAreNoneAreRefusedWhereverTheyAre) {
  const auto with = [&](const std::string& in_link, const std::string& in_joint) {
    return refusal("<robot name=\"r\">\n<link name=\"a\"/>\n<link name=\"b\">" + in_link + "</link>\n" +
                   joint("j", "continuous", "a", "b", turning + in_joint) + "</robot>\n");
  };
  const auto inertial = [&](const std::string& mass, const std::string& ixx, const std::string& xyz = "0 0 0") {
    return with("<inertial><origin xyz=\"" + xyz + "\"/><mass value=\"" + mass + "\"/><inertia ixx=\"" + ixx +
                    "\" ixy=\"0\" ixz=\"0\" iyy=\"1\" iyz=\"0\" izz=\"1\"/></inertial>",
                "");
  };
  const std::string of_link = "urdf:3: link \"b\": ", of_joint = "urdf:4: joint \"j\": ";
  EXPECT_EQ(inertial("heavy", "1"), of_link + "<mass> value: found \"heavy\", expected a finite number");
  EXPECT_EQ(inertial("nan", "1"), of_link + "<mass> value: found \"nan\", expected a finite number");
  EXPECT_EQ(inertial("1", "inf"), of_link + "<inertia> ixx: found \"inf\", expected a finite number");
  EXPECT_EQ(inertial("1", "1e999"), of_link + "<inertia> ixx: found \"1e999\", expected a finite number");
  EXPECT_EQ(inertial("1", "1", "0 nan 0"), of_link + "<origin> xyz: found \"0 nan 0\", expected three finite numbers");
  EXPECT_EQ(with("", "<origin rpy=\"0 0\"/>"), of_joint + "<origin> rpy: found \"0 0\", expected three finite numbers");
  EXPECT_EQ(with("", "<dynamics damping=\"-inf\"/>"),
            of_joint + "<dynamics> damping: found \"-inf\", expected a finite number");
}

// Found by fuzzing: TinyXML read behind the end of the first.
TEST_F(Urdf, BytesThatAreNoTextAreRefused) {
  const std::string good = "<robot name=\"r\">\n<link name=\"\xC3\xA9\"/>\n";
  EXPECT_EQ(refusal(good + "<link name=\"0.\xD6"), "urdf:3: found a byte that is no text, expected UTF-8");
  EXPECT_EQ(refusal(good + std::string("</robot>\0<more>", 15)),
            "urdf:3: found a byte that is no text, expected UTF-8");
  for (const char* bytes : {"\xFF", "\xA9", "\xC3(", "\xE2\x82", "\xF0\x9F\x98"})
    EXPECT_EQ(refusal("<robot><!-- " + std::string(bytes) + " --></robot>"),
              "urdf:1: found a byte that is no text, expected UTF-8");
  EXPECT_EQ(refusal(good + "</robot>"), "urdf:1: there are no joints; expected an arm");
}

// urdfdom logs an error and leaves the rest of the link out.
TEST_F(Urdf, WhatTheParserOnlyLogsIsRefused) {
  const std::string found = refusal(
      "<robot name=\"r\">\n<link name=\"a\"/>\n<link name=\"b\"><inertial><mass value=\"1\"/></inertial></link>\n" +
      joint("j", "continuous", "a", "b", turning) + "</robot>\n");
  EXPECT_EQ(found.substr(0, 24), "urdf:3: not valid URDF: ") << found;
  EXPECT_NE(found.find("inertia"), std::string::npos) << found;
}

TEST_F(Urdf, RobotsThatAreNoTreesAreRefusedByTheirLinks) {
  const std::string first = joint("j", "continuous", "a", "b", turning) + joint("k", "continuous", "b", "c", turning);
  EXPECT_EQ(refusal(links + first + joint("again", "fixed", "a", "c", "") + "</robot>\n"),
            "urdf:7: joint \"again\": link \"c\" has two parents, \"b\" by joint \"k\" and \"a\" by joint \"again\"; "
            "expected a tree, in which every link has one");
  EXPECT_EQ(refusal(links + first + joint("back", "fixed", "c", "b", "") + "</robot>\n"),
            "urdf:7: joint \"back\": link \"b\" has two parents, \"a\" by joint \"j\" and \"c\" by joint \"back\"; "
            "expected a tree, in which every link has one");
  // Beside a tree, where nothing leads to it.
  EXPECT_EQ(refusal(links + joint("j", "continuous", "a", "b", turning) + joint("k", "fixed", "c", "d", "") +
                    joint("l", "fixed", "d", "c", "") + "<link name=\"d\"/></robot>\n"),
            "urdf:7: joint \"l\": link \"d\" bears \"c\", which bears it in turn, in a circle; expected a tree, which "
            "begins at one link");
  std::string row = "<robot name=\"r\">\n<link name=\"0\"/>";
  for (int k = 0; k <= 10'000; ++k)
    row += "<link name=\"" + std::to_string(k + 1) + "\"/>" +
           joint("j" + std::to_string(k), "continuous", std::to_string(k), std::to_string(k + 1), turning);
  EXPECT_NE(refusal(row + "</robot>").find("found more than 10000 joints"), std::string::npos);
}

// Sliders without lengths carry points: of mass 1, and in the way of obstacles.
TEST_F(Urdf, GantriesHaveAShape) {
  const std::string slides = "<axis xyz=\"1 0 0\"/><limit lower=\"0\" upper=\"2\" effort=\"1\" velocity=\"1\"/>";
  const std::string gantry = links + joint("x", "prismatic", "a", "b", slides) +
                             joint("y", "prismatic", "b", "c", replaced(slides, "1 0 0", "0 1 0")) + "</robot>\n";
  const UrdfArm arm = read_urdf(write(gantry));
  ASSERT_EQ(arm.limbs.size(), 2u);
  for (const LimbSpec& limb : arm.limbs) EXPECT_EQ(norm(limb.to - limb.from), 0.0);
  EXPECT_EQ(arm.limbs[1].name, "c");
  EXPECT_EQ(arm.limbs[1].mass, 1.0);
  const ArmProblem problem = parse_arm_problem(
      "[arm]\nurdf = '" + file_.string() + "'\nthickness = 0.2\n[hand]\noffset = [0, 0, -0.5]\n", "arm.toml");
  ASSERT_EQ(problem.arm.limbs().size(), 3u);
  EXPECT_EQ(problem.arm.limbs()[2].name, "hand offset");
  EXPECT_EQ(problem.arm.limbs()[2].radius, 0.1);
  EXPECT_EQ(problem.arm.limbs()[2].mass, 0.0);
}

TEST_F(Urdf, LoopsOfAnArmFileDoNotGoWithIt) {
  const std::string file = write(links + joint("j", "continuous", "a", "b", turning) +
                                 joint("k", "fixed", "b", "c", "<origin xyz=\"1 0 0\"/>") + "</robot>\n");
  EXPECT_THROW(parse_arm_problem("[arm]\nurdf = '" + file + "'\n[[loops]]\nbetween = [\"b\", \"c\"]\n", "arm.toml"),
               InputError);
}

// A gripper on a wrist: both fingers slide, the right one as the left one says.
std::string gripper() {
  const std::string slide =
      "<dynamics damping=\"1\"/><axis xyz=\"0 2 0\"/><limit lower=\"0\" upper=\"0.04\" effort=\"1\" velocity=\"1\"/>";
  return "<robot name=\"r\">\n<link name=\"a\"/><link name=\"palm\"/><link name=\"left\"/><link name=\"right\"/>\n" +
         joint("wrist", "continuous", "a", "palm", "<origin xyz=\"1 0 0\"/><axis xyz=\"0 0 1\"/>") +
         joint("left slide", "prismatic", "palm", "left", "<origin xyz=\"0.5 0 0\"/>" + slide) +
         joint(
             "right slide", "prismatic", "palm", "right",
             "<origin xyz=\"0.5 0 0\"/>" + slide + "<mimic joint=\"left slide\" multiplier=\"-2\" offset=\"0.001\"/>") +
         "</robot>\n";
}

ArmProblem arm_on(const std::string& file, const std::string& link, const std::string& more = "") {
  return parse_arm_problem("[arm]\nurdf = '" + file + "'\n" + more + "[hand]\non = \"" + link + "\"\n", "arm.toml");
}

TEST_F(Urdf, FingersThatGoTogetherAreHeldWhereTheyStart) {
  const std::string file = write(gripper());
  const ArmProblem palm = arm_on(file, "palm");
  EXPECT_EQ(palm.arm.value_count(), 1);
  for (const JointSpec& held : palm.arm.joints()) EXPECT_EQ(held.damping, 0.0);  // nothing moves that could be damped
  ASSERT_FALSE(palm.notes.empty());
  EXPECT_EQ(palm.notes[0], "joints that go together are held where they start: right slide, left slide");
  const ArmProblem right = arm_on(file, "right", "start = { \"left slide\" = 0.03 }\n");
  EXPECT_EQ(right.arm.value_count(), 1);
  EXPECT_NEAR(norm(hand_frame(right.arm, right.start).place - Vec3{1.5, -0.059, 0.0}), 0.0, 1e-15);
  // What moves the hand by itself goes on doing so.
  EXPECT_EQ(arm_on(file, "left").arm.value_count(), 2);
}

TEST_F(Urdf, JointsThatGoTogetherAndBothMoveTheHandAreRefused) {
  const std::string file =
      write(links + joint("j", "continuous", "a", "b", "<origin xyz=\"1 0 0\"/>") +
            joint("k", "continuous", "b", "c", "<origin xyz=\"1 0 0\"/><mimic joint=\"j\"/>") + "</robot>\n");
  const auto refused = [](const auto& read) -> std::string {
    try {
      read();
    } catch (const InputError& error) {
      const std::string sentence = error.what();
      return sentence.substr(sentence.rfind(".urdf:") + 1);
    }
    return "accepted";
  };
  EXPECT_EQ(refused([&] { static_cast<void>(arm_on(file, "c")); }),
            "urdf:6: joint \"k\" mimics \"j\", and both move the hand, which arms do not; expected [hand] on a link "
            "that one of them does not move");
  EXPECT_EQ(refused([&] { static_cast<void>(arm_on(file, "b")); }), "accepted");
  EXPECT_EQ(refusal(links + joint("j", "continuous", "a", "b", "<mimic joint=\"k\"/>") +
                    joint("k", "continuous", "b", "c", "<mimic joint=\"j\"/>") + "</robot>\n"),
            "urdf:5: joint \"j\": mimics itself; expected another joint");
  EXPECT_EQ(refusal(links + joint("j", "continuous", "a", "b", "<mimic joint=\"x\"/>") +
                    joint("k", "continuous", "b", "c", "") + "</robot>\n"),
            "urdf:5: joint \"j\": mimics \"x\", expected the name of a joint that moves");
}

TEST_F(Urdf, FloatingJointsAreHeld) {
  const std::string file = write(links + joint("root", "floating", "a", "b", "<origin xyz=\"0 0 1\"/>") +
                                 joint("k", "continuous", "b", "c", "<origin xyz=\"1 0 0\"/>") + "</robot>\n");
  const ArmProblem problem = read_arm_problem(file);
  EXPECT_EQ(problem.arm.value_count(), 1);
  EXPECT_NE(std::find(problem.notes.begin(), problem.notes.end(), "joints that float are held: root"),
            problem.notes.end());
  EXPECT_NEAR(norm(hand_frame(problem.arm, problem.start).place - Vec3{1.0, 0.0, 1.0}), 0.0, 1e-15);
}

// Files of real robots have such; for where the hand is they do not matter at all, and the base is not moved.
TEST_F(Urdf, MomentsThatNoMassesHaveAreMendedAndSaid) {
  const std::string wrong =
      "<inertial><mass value=\"1\"/><inertia ixx=\"1\" ixy=\"0\" ixz=\"0\" iyy=\"1\" iyz=\"0\" "
      "izz=\"2.01\"/></inertial>";
  const auto robot = [](const std::string& base, const std::string& moved) {
    return "<robot name=\"r\">\n<link name=\"a\">" + base + "</link>\n<link name=\"b\">" + moved +
           "</link><link name=\"c\"/>\n" + joint("j", "continuous", "a", "b", "") +
           joint("k", "fixed", "b", "c", "<origin xyz=\"1 0 0\"/>") + "</robot>\n";
  };
  const UrdfArm base = read_urdf(write(robot(wrong, "")));
  EXPECT_TRUE(base.bodies.empty());
  EXPECT_TRUE(base.mended.empty());
  const UrdfArm moved = read_urdf(write(robot("", wrong)));
  ASSERT_EQ(moved.mended.size(), 1u);
  EXPECT_EQ(moved.mended[0].substr(0, 6), "b (by ");
  EXPECT_EQ(inertia_refusal(moved.bodies[0]), "");
  EXPECT_EQ(refusal(robot("", replaced(wrong, "mass value=\"1\"", "mass value=\"-1\""))),
            "urdf:3: link \"b\": found mass -1, expected zero or more");
  EXPECT_EQ(refusal(robot("", replaced(wrong, "mass value=\"1\"", "mass value=\"1e308\""))),
            "urdf:3: link \"b\": found 1e+308 in <inertial>, expected less than 1e+100");
}

// What is welded to the base is no end of the arm.
TEST_F(Urdf, EndsAreLinksThatMove) {
  const std::string more = joint("k", "continuous", "a", "c", "<origin xyz=\"1 0 0\"/>");
  const Arm welded =
      read_arm_problem(write(links + joint("weld", "fixed", "a", "b", "<origin xyz=\"1 0 0\"/>") +
                             joint("j", "continuous", "a", "c", "<origin xyz=\"1 0 0\"/>") + "</robot>\n"))
          .arm;
  EXPECT_EQ(welded.joint_name(welded.hands()[0].joint), "j");
  const std::string file =
      write(links + joint("j", "continuous", "a", "b", "<origin xyz=\"1 0 0\"/>") + more + "</robot>\n");
  try {
    static_cast<void>(read_arm_problem(file));
    ADD_FAILURE();
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what())
                  .find("the arm has 2 ends (b, c); expected [hand] with on = one of its links, "
                        "or --set hand.on=b"),
              std::string::npos)
        << error.what();
  }
}

}  // namespace
}  // namespace taut::io
