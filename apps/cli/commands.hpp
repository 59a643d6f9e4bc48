// The commands of `taut`, after their arguments were parsed. Each returns the exit code; bad input is thrown.
#pragma once

#include <string>
#include <vector>

#include "taut/arm_trials.hpp"
#include "taut/reach_run.hpp"
#include "taut/respond.hpp"
#include "taut/run.hpp"
#include "taut/study.hpp"

namespace taut::cli {

enum ExitCode { done = 0, work_failed = 1, bad_input = 2, interrupted = 130 };

enum class Form { text, json };

struct RunArguments {
  std::string scenario, resume;
  std::vector<std::string> overrides;
  RunOptions options;
  Form form = Form::text;
};
int run_command(const RunArguments& arguments);

struct CheckArguments {
  std::string scenario;
  std::vector<std::string> overrides;
  Form form = Form::text;
};
int check_command(const CheckArguments& arguments);

struct CompareArguments {
  std::vector<std::string> runs;
  std::string out = "out/compare";
};
int compare_command(const CompareArguments& arguments);

struct ResponseArguments {
  std::string scenario, matrix = "E";
  std::string fit = "auto";
  std::vector<std::string> overrides;
  RespondOptions options;
  Form form = Form::text;
};
int response_command(const ResponseArguments& arguments);

struct ChaosArguments {
  std::string scenario, resume;
  std::string lyapunov;  // how many exponents, or "all"
  // Keys of [chaos.section] and [chaos.map] that are typed here; empty: as in the scenario.
  std::string section, where, direction, x, y;
  std::vector<std::string> plot, events;
  std::vector<std::string> overrides;
  StudyOptions options;
  Form form = Form::text;
};
int chaos_command(const ChaosArguments& arguments);

struct ReachArguments {
  std::string arm;
  ArmSettings settings;
  ReachRunOptions options;
  Form form = Form::text;
};
int reach_command(const ReachArguments& arguments);

struct JudgeArguments {
  std::string arm, joints;
  ArmSettings settings;
  Form form = Form::text;
};
int judge_command(const JudgeArguments& arguments);

struct RandomArmArguments {
  int limbs = 6;
  std::uint64_t seed = 0;
  std::string out;  // empty: standard output
  bool force = false;
};
int random_arm_command(const RandomArmArguments& arguments);

struct ArmBenchmarkArguments {
  std::vector<int> limbs = {6, 20};
  ArmTrialsOptions options;
  Form form = Form::text;
};
int arm_benchmark_command(const ArmBenchmarkArguments& arguments);

struct ListArguments {
  std::string section;  // empty: all
  Form form = Form::text;
};
int list_command(const ListArguments& arguments);

// To stdout. Throws OutputError when it cannot be written.
void print(const std::string& text);

}  // namespace taut::cli
