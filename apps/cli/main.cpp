// The only file that sees CLI11: arguments in, a command out.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <functional>
#include <new>
#include <stdexcept>

#include "commands.hpp"
#include "interrupt.hpp"
#include "taut/error.hpp"
#include "taut/output.hpp"

namespace taut::cli {
namespace {

constexpr const char* examples_of_use =
    "Examples:\n"
    "  taut run pendulum.toml                            simulate; results in out/pendulum\n"
    "  taut run pendulum.toml --set integrator.step=1e-4 the same with a finer step\n"
    "  taut run pendulum.toml --certify                  with error bars from a second run at half the step\n"
    "  taut run --resume out/pendulum --set integrator.duration=20\n"
    "                                                    continue to t = 20\n"
    "  taut check pendulum.toml                          what would be solved, and how\n"
    "  taut response freely_jointed --load 0=1,0,0       how it answers a force\n"
    "  taut response freely_jointed --ensemble 1e5       averaged over random configurations\n"
    "  taut response pendulum.toml --trajectory out/pendulum\n"
    "                                                    principal components of a run, and what it keeps\n"
    "  taut chaos double_pendulum --lyapunov             how fast starts nearby part\n"
    "  taut reach arm.toml --to 1.5,0.5                  bring the hand of an arm to a point\n"
    "  taut reach benchmark                              random problems for arms, solved and judged\n"
    "  taut list surfaces                                built-in surfaces\n"
    "\n"
    "Exit codes: 0 done, 1 the work failed, 2 bad usage or input, 130 interrupted.";

constexpr const char* examples_of_reach =
    "Examples:\n"
    "  taut reach six_links                              past three discs; results in out/six_links-reach\n"
    "  taut reach arm.toml --to 1.5,0.5                  to a point\n"
    "  taut reach arm.toml --line-to 1,2 --seconds 10    along a line, with a longer search\n"
    "  taut reach two_hands --to 0.5,1.5 --hand right    one of several hands\n"
    "  taut reach robot.urdf --to 0.4,0.1,0.3            an arm of URDF\n"
    "  taut reach judge arm.toml joints.csv              a motion from anywhere\n"
    "  taut reach random --limbs 20 --seed 3 --out arm.toml\n"
    "                                                    a random problem as a file\n"
    "  taut reach benchmark --limbs 6,20 --milliseconds 50\n"
    "\n"
    "Exit codes: 0 done, 1 out of reach or a goal is missed, 2 bad usage or input, 130 interrupted.";

using Command = std::function<int()>;

void add_overrides(CLI::App& app, std::vector<std::string>& overrides,
                   const char* what = "Set a key of the scenario: integrator.step=1e-4, particles[0].mass=2") {
  app.add_option("--set", overrides, what)->type_name("KEY=VALUE")->allow_extra_args(false);
}

void add_json(CLI::App& app, Form& form) {
  app.add_flag_callback(
      "--json", [&form] { form = Form::json; }, "Print JSON");
}

void add_run(CLI::App& app, RunArguments& arguments, Command& command) {
  CLI::App& run = *app.add_subcommand("run", "Simulate a scenario");
  RunOptions& options = arguments.options;
  run.add_option("SCENARIO", arguments.scenario, "A scenario file, or the name of an example");
  CLI::Option* out =
      run.add_option("--out", options.out, "Output directory (default: out/<scenario name>)")->type_name("DIR");
  add_overrides(run, arguments.overrides);
  run.add_flag("--quiet", options.quiet, "Print nothing but errors");
  run.add_flag("--force", options.force, "Replace the run that the output directory holds");
  run.add_option("--resume", arguments.resume, "Continue the run in this directory")->type_name("DIR")->excludes(out);
  run.add_flag("--force-change", options.force_change,
               "With --resume: also with another scenario than it was begun with");
  run.add_option("--threads", options.threads, "Threads to use (the result does not depend on it)")
      ->type_name("N")
      ->check(CLI::Range(1, 4096));
  run.add_flag("--certify", options.certify, "Error bars, from the same system at half the step beside it");
  run.add_flag("--accept", options.accept, "Take a result whose energy or constraints are off (exit code 0)");
  add_json(run, arguments.form);
  run.callback([&] { command = [&] { return run_command(arguments); }; });
}

void add_check(CLI::App& app, CheckArguments& arguments, Command& command) {
  CLI::App& check = *app.add_subcommand("check", "Look at a scenario without simulating it");
  check.add_option("SCENARIO", arguments.scenario, "A scenario file, or the name of an example")->required();
  add_overrides(check, arguments.overrides);
  add_json(check, arguments.form);
  check.callback([&] { command = [&] { return check_command(arguments); }; });
}

void add_compare(CLI::App& app, CompareArguments& arguments, Command& command) {
  CLI::App& compare = *app.add_subcommand("compare", "Draw the errors of several runs in one figure");
  compare.add_option("DIR", arguments.runs, "Output directories of runs")->required()->expected(2, 8);
  compare.add_option("--out", arguments.out, "Where the figures go (default: out/compare)")->type_name("DIR");
  compare.callback([&] { command = [&] { return compare_command(arguments); }; });
}

// 1e5 as 100000; what is no whole number stays as it was typed, and is refused as such.
std::string whole_number(const std::string& text) {
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  const bool whole = !text.empty() && *end == '\0' && std::abs(value) < 1e15 && value == std::floor(value);
  return whole ? std::to_string(static_cast<long long>(value)) : text;
}

void add_response(CLI::App& app, ResponseArguments& arguments, Command& command) {
  CLI::App& response = *app.add_subcommand("response", "How a system answers a force: the matrices L, E and N");
  RespondOptions& options = arguments.options;
  response.add_option("SCENARIO", arguments.scenario, "A scenario file, or the name of an example")->required();
  response.add_option("--matrix", arguments.matrix, "L: displacement, E: velocity (the default), N: acceleration")
      ->type_name("L|E|N")
      ->check(CLI::IsMember({"L", "E", "N"}));
  response.add_option("--load", options.loads, "A force to be answered: bob=1,0")
      ->type_name("PARTICLE=FORCE")
      ->allow_extra_args(false);
  response.add_option("--pair", options.pairs, "How I answers a force on J, or that on average: 0:1")
      ->type_name("I:J")
      ->allow_extra_args(false);
  response.add_option("--group", options.group, "Particles that share a force: their mobility, or inverse mass")
      ->type_name("PARTICLE");
  response.add_option("--modes", options.modes, "So many eigenvalues of the matrix, or components of the trajectory")
      ->type_name("K");
  response.add_option("--normal-modes", options.normal_modes, "So many vibrations about the start")->type_name("K");
  response.add_flag("--tension", options.tension, "L: with the stiffness of constraints that carry a load");
  response.add_option("--drag-matrix", options.drag_matrix, "E: the drag as a full matrix, comma-separated")
      ->type_name("FILE");
  response.add_option("--trajectory", options.trajectory, "A finished run, for its principal components")
      ->type_name("DIR");
  response.add_option("--fit", arguments.fit, "Whether its frames are laid onto their mean: auto, none or rigid")
      ->type_name("auto|none|rigid")
      ->check(CLI::IsMember({"auto", "none", "rigid"}));
  response.add_option("--zero", options.zero, "Amplitude, of the whole, below which its components imply constraints")
      ->type_name("PART");
  response.add_flag("--moduli", options.moduli, "L: Poisson's ratios and moduli of a plane network");
  response.add_option("--ensemble", options.ensemble, "Average over so many random configurations: 1e5")
      ->type_name("N")
      ->transform(whole_number);
  response.add_flag("--exact", options.exact, "The average of a freely jointed chain without sampling");
  response
      .add_option("--distance", options.distance, "Pairs up to so many constraints apart: their blocks, or means (12)")
      ->type_name("D")
      ->check(CLI::Range(0, 1000000));
  response.add_option("--window", options.window, "Means by distance take these particles only: 10:30")
      ->type_name("FIRST:LAST");
  response.add_option("--histogram", options.histograms, "The distribution of a pair: 0:1")
      ->type_name("I:J")
      ->allow_extra_args(false);
  response.add_option("--threads", options.threads, "Threads to use (the result does not depend on it)")
      ->type_name("N")
      ->check(CLI::Range(1, 4096));
  add_overrides(response, arguments.overrides);
  response.add_option("--out", options.out, "Output directory (default: out/<scenario name>-response)")
      ->type_name("DIR");
  response.add_flag("--force", options.force, "Replace the ensemble that the output directory holds");
  response.add_flag("--resume", options.resume, "Continue the ensemble in the output directory");
  response.add_flag("--quiet", options.quiet, "Print nothing but errors");
  add_json(response, arguments.form);
  response.callback([&] { command = [&] { return response_command(arguments); }; });
}

// A study goes on as it was begun.
void refuse_all_but(const CLI::App& command, const std::vector<std::string>& allowed) {
  for (const CLI::Option* option : command.get_options())
    if (option->count() > 0 && std::find(allowed.begin(), allowed.end(), option->get_name()) == allowed.end())
      throw InputError("taut " + command.get_name() + ": found " + option->get_name() +
                       " with --resume, which goes on with what was asked for at the start; expected it without");
}

void add_chaos(CLI::App& app, ChaosArguments& arguments, Command& command) {
  CLI::App& chaos = *app.add_subcommand("chaos", "Lyapunov exponents, sections, twins and maps of starts");
  StudyOptions& options = arguments.options;
  chaos.add_option("SCENARIO", arguments.scenario, "A scenario file, or the name of an example");
  chaos.add_option("--lyapunov", arguments.lyapunov, "So many of the largest exponents (1 when K is left out), or all")
      ->type_name("K|all")
      ->expected(0, 1);
  chaos.add_flag("--energy-surface", options.on_energy_surface, "Exponents of starts of equal energy only");
  chaos.add_option("--copies", options.copies, "Trajectories that exponents are averaged over (8)")
      ->type_name("N")
      ->check(CLI::Range(1, 100000));
  chaos
      .add_option("--section", arguments.section,
                  "Where the motion crosses a surface: of this formula, or of [chaos.section]")
      ->type_name("FORMULA")
      ->expected(0, 1);
  chaos.add_option("--plot", arguments.plot, "Two formulas: what is drawn of a section")->type_name("U V")->expected(2);
  chaos.add_option("--where", arguments.where, "Only crossings where this formula is positive")->type_name("FORMULA");
  chaos.add_option("--direction", arguments.direction, "How the formula of a section changes (up)")
      ->type_name("up|down|both")
      ->check(CLI::IsMember({"up", "down", "both"}));
  chaos.add_option("--twin", options.twin, "How two starts at this distance part")->type_name("EPS");
  chaos.add_flag("--map", options.map, "The time to the first event over the starts of [chaos.map]");
  chaos.add_option("--event", arguments.events, "Map: an event is where this formula is zero; may be given again")
      ->type_name("FORMULA")
      ->allow_extra_args(false);
  chaos.add_option("--x", arguments.x, "Map: the axis, any number of the scenario: particles[1].mass=0.1:10")
      ->type_name("KEY=FROM:TO");
  chaos.add_option("--y", arguments.y, "Map: the other axis")->type_name("KEY=FROM:TO");
  chaos.add_option("--pixels", options.pixels, "Starts along each side of the map (512)")
      ->type_name("N")
      ->check(CLI::Range(1, 16384));
  chaos.add_option("--check", options.check, "Compute so many pixels of the map anew by a method of order 8")
      ->type_name("N")
      ->check(CLI::Range(0, 1000000));
  chaos.add_option("--time", options.time, "How long to follow the motion (default: the scenario's duration)")
      ->type_name("T");
  chaos.add_option("--threads", options.threads, "Threads to use (the result does not depend on it)")
      ->type_name("N")
      ->check(CLI::Range(1, 4096));
  add_overrides(chaos, arguments.overrides);
  chaos.add_option("--out", options.out, "Output directory (default: out/<scenario name>-chaos)")->type_name("DIR");
  chaos.add_option("--resume", arguments.resume, "Continue the study in this directory, with what was asked for there")
      ->type_name("DIR");
  chaos.add_flag("--force", options.force, "Replace what the output directory holds");
  chaos.add_flag("--quiet", options.quiet, "Print nothing but errors");
  chaos.add_flag("--accept", options.accept, "Take a result whose energy is off (exit code 0)");
  add_json(chaos, arguments.form);
  chaos.callback([&] {
    options.section = chaos.count("--section") > 0;
    if (chaos.count("--lyapunov") > 0 && arguments.lyapunov.empty()) arguments.lyapunov = "1";
    if (!arguments.resume.empty()) refuse_all_but(chaos, {"--resume", "--threads", "--quiet", "--json", "--accept"});
    command = [&] { return chaos_command(arguments); };
  });
}

// An empty text, such as that of a variable which a script forgot to set, is not the same as no option.
std::string refuse_empty(const std::string& text) { return text.empty() ? "found nothing behind it" : ""; }

void add_arm_settings(CLI::App& app, ArmSettings& settings) {
  app.add_option("--to", settings.to, "Where the hand is to go")->type_name("X,Y[,Z]")->check(refuse_empty);
  app.add_option("--line-to", settings.line_to, "Where the hand is to go on a straight line")
      ->type_name("X,Y[,Z]")
      ->check(refuse_empty);
  app.add_option("--path", settings.path, "Points to go through, \"1,0 1,1\", or a path of SVG, \"M 1 0 L 1 1\"")
      ->type_name("PATH")
      ->check(refuse_empty);
  app.add_option("--hand", settings.hand, "Which of several hands it is for")->type_name("NAME")->check(refuse_empty);
  app.add_option("--direction", settings.direction, "Where the hand is to point")
      ->type_name("X,Y[,Z]")
      ->check(refuse_empty);
  add_overrides(app, settings.overrides, "Set a key of the arm file: goals.clearance=0.1, limbs[0].length=2");
}

void add_judge(CLI::App& reach, JudgeArguments& arguments, Command& command) {
  CLI::App& judge = *reach.add_subcommand("judge", "Judge a motion from anywhere: limits, obstacles, the hand");
  judge.add_option("ARM", arguments.arm, "An arm file, or the name of an example")->required();
  judge
      .add_option("JOINTS", arguments.joints,
                  "A CSV file: a row for each point of the path, a column for each joint, in degrees and lengths")
      ->required();
  add_arm_settings(judge, arguments.settings);
  add_json(judge, arguments.form);
  judge.callback([&] { command = [&] { return judge_command(arguments); }; });
}

const CLI::Range limbs_of_random_arms(2, 200);

void add_random_arm(CLI::App& reach, RandomArmArguments& arguments, Command& command) {
  CLI::App& random = *reach.add_subcommand("random", "Write a random problem: a plane arm past three discs");
  random.add_option("--limbs", arguments.limbs, "So many limbs of length 1 (6)")
      ->type_name("N")
      ->check(limbs_of_random_arms);
  random.add_option("--seed", arguments.seed, "Which one (0)")->type_name("S");
  random.add_option("--out", arguments.out, "The arm file to write (default: standard output)")->type_name("FILE");
  random.add_flag("--force", arguments.force, "Replace the file");
  random.callback([&] { command = [&] { return random_arm_command(arguments); }; });
}

void add_arm_benchmark(CLI::App& reach, ArmBenchmarkArguments& arguments, Command& command) {
  CLI::App& benchmark = *reach.add_subcommand("benchmark", "Try many random problems, and judge what is found");
  ArmTrialsOptions& options = arguments.options;
  benchmark.add_option("--limbs", arguments.limbs, "Arms of so many limbs: 6,20 (the default)")
      ->type_name("N,…")
      ->delimiter(',')
      ->check(limbs_of_random_arms);
  benchmark.add_option("--problems", options.problems, "So many for each arm (200)")
      ->type_name("N")
      ->check(CLI::Range(1, 1000000));
  benchmark.add_option("--seed", options.first_seed, "The first of them (0)")->type_name("S");
  benchmark.add_option("--milliseconds", options.milliseconds, "Time to search for each (50)")
      ->type_name("MS")
      ->check(CLI::Range(0.0, 1e7));
  benchmark.add_flag("--quiet", options.quiet, "No progress bar");
  add_json(benchmark, arguments.form);
  benchmark.callback([&] { command = [&] { return arm_benchmark_command(arguments); }; });
}

// An option of `taut reach` itself that stands before the name of a subcommand would be lost.
void refuse_options_before(const CLI::App& command, const CLI::App& subcommand) {
  for (const CLI::Option* option : command.get_options())
    if (option->count() > 0)
      throw InputError("taut " + command.get_name() + ": found " + option->get_name() + " before " +
                       subcommand.get_name() + ", expected it behind");
}

struct ReachFamily {
  ReachArguments reach;
  JudgeArguments judge;
  RandomArmArguments random;
  ArmBenchmarkArguments benchmark;
};

void add_reach(CLI::App& app, ReachFamily& family, Command& command) {
  CLI::App& reach = *app.add_subcommand("reach", "Bring the hand of an arm to a target or along a path");
  ReachArguments& arguments = family.reach;
  reach.add_option("ARM", arguments.arm, "An arm file, or the name of an example");
  add_arm_settings(reach, arguments.settings);
  reach.add_option("--method", arguments.settings.method, "How to solve for a target: see taut list reach")
      ->type_name("NAME");
  reach.add_option("--seconds", arguments.settings.seconds, "How long to search for what meets all goals (1)")
      ->type_name("S");
  reach.add_option("--out", arguments.options.out, "Output directory (default: out/<arm name>-reach)")
      ->type_name("DIR");
  reach.add_flag("--force", arguments.options.force, "Replace what the output directory holds");
  reach.add_flag("--quiet", arguments.options.quiet, "Print nothing but errors");
  add_json(reach, arguments.form);
  reach.require_subcommand(0, 1);
  reach.footer(examples_of_reach);
  add_judge(reach, family.judge, command);
  add_random_arm(reach, family.random, command);
  add_arm_benchmark(reach, family.benchmark, command);
  reach.callback([&] {
    if (!reach.get_subcommands().empty()) return refuse_options_before(reach, *reach.get_subcommands().front());
    if (arguments.arm.empty()) throw InputError("taut reach: no arm is named; expected an arm file or an example");
    command = [&] { return reach_command(arguments); };
  });
}

void add_list(CLI::App& app, ListArguments& arguments, Command& command) {
  CLI::App& list = *app.add_subcommand("list", "What is built in, one line each");
  list.add_option("SECTION", arguments.section,
                  "curves, surfaces, solvers, integrators, forces, thermostats, barostats, measures, studies, joints, "
                  "obstacles, paths, reach or examples");
  add_json(list, arguments.form);
  list.callback([&] { command = [&] { return list_command(arguments); }; });
}

int fail(int code, const std::string& sentence) {
  std::fprintf(stderr, "%s\n", sentence.c_str());
  return code;
}

// CLI11 itself says of a mistyped command only that one is required.
void refuse_unknown_command(const CLI::App& app, int argc, char** argv) {
  if (argc < 2 || argv[1][0] == '-') return;
  std::string known;
  for (const CLI::App* command : app.get_subcommands({})) {
    if (command->get_name() == argv[1]) return;
    known += (known.empty() ? "" : ", ") + command->get_name();
  }
  throw InputError("taut: no command is called \"" + std::string(argv[1]) + "\" (there are " + known + ")");
}

// "taut reach judge": as far as the command was understood.
std::string words_of(const CLI::App& app) {
  const std::vector<CLI::App*> inner = const_cast<CLI::App&>(app).get_subcommands();
  return inner.empty() ? app.get_name() : app.get_name() + " " + words_of(*inner.front());
}

int parse_and_run(int argc, char** argv) {
  CLI::App app("taut: mechanics with constraints, exactly", "taut");
  app.set_version_flag("--version", std::string("taut ") + version());
  app.require_subcommand(1);
  app.footer(examples_of_use);
  Command command;
  RunArguments run;
  CheckArguments check;
  CompareArguments compare;
  ResponseArguments response;
  ChaosArguments chaos;
  ReachFamily reach;
  ListArguments list;
  add_run(app, run, command);
  add_check(app, check, command);
  add_compare(app, compare, command);
  add_response(app, response, command);
  add_chaos(app, chaos, command);
  add_reach(app, reach, command);
  add_list(app, list, command);
  refuse_unknown_command(app, argc, argv);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error);
    const std::string words = words_of(app);
    return fail(bad_input, words + ": " + error.what() + " (see " + words + " --help)");
  }
  return command();
}

constexpr const char* no_memory = "taut: there is not enough memory for this scenario";

int guarded(int argc, char** argv) {
  try {
    return parse_and_run(argc, argv);
  } catch (const InputError& error) {
    return fail(bad_input, error.what());
  } catch (const OutputError& error) {
    return fail(work_failed, error.what());
  } catch (const std::filesystem::filesystem_error& error) {  // of a path that was typed
    return fail(bad_input, error.path1().string() + ": " + error.code().message());
  } catch (const std::bad_alloc&) {
    return fail(work_failed, no_memory);
  } catch (const std::length_error&) {
    return fail(work_failed, no_memory);
  } catch (const std::exception& error) {
    return fail(work_failed, std::string("taut: internal error: ") + error.what());
  }
}

}  // namespace
}  // namespace taut::cli

int main(int argc, char** argv) {
  std::signal(SIGXFSZ, SIG_IGN);  // a file that may not grow is then an error like a full disk
  taut::cli::watch_interrupts();
  return taut::cli::guarded(argc, argv);
}
