// The only file that sees CLI11: arguments in, a command out.
#include <CLI/CLI.hpp>
#include <csignal>
#include <cstdio>
#include <exception>
#include <functional>

#include "commands.hpp"
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
    "  taut list surfaces                                built-in surfaces\n"
    "\n"
    "Exit codes: 0 done, 1 the work failed, 2 bad usage or input, 130 interrupted.";

using Command = std::function<int()>;

void add_overrides(CLI::App& app, std::vector<std::string>& overrides) {
  app.add_option("--set", overrides, "Set a key of the scenario: integrator.step=1e-4, particles[0].mass=2")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
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
  run.add_option("--threads", options.threads, "Threads to use (the result does not depend on it)")
      ->type_name("N")
      ->check(CLI::Range(1, 4096));
  run.add_flag("--certify", options.certify, "Error bars, from the same system at half the step beside it");
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

void add_list(CLI::App& app, ListArguments& arguments, Command& command) {
  CLI::App& list = *app.add_subcommand("list", "What is built in, one line each");
  list.add_option("SECTION", arguments.section, "curves, surfaces, solvers, integrators, forces or examples");
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

int parse_and_run(int argc, char** argv) {
  CLI::App app("taut: mechanics with constraints, exactly", "taut");
  app.set_version_flag("--version", std::string("taut ") + version());
  app.require_subcommand(1);
  app.footer(examples_of_use);
  Command command;
  RunArguments run;
  CheckArguments check;
  ListArguments list;
  add_run(app, run, command);
  add_check(app, check, command);
  add_list(app, list, command);
  refuse_unknown_command(app, argc, argv);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error);
    return fail(bad_input, std::string("taut: ") + error.what() + " (see taut --help)");
  }
  return command();
}

int guarded(int argc, char** argv) {
  try {
    return parse_and_run(argc, argv);
  } catch (const InputError& error) {
    return fail(bad_input, error.what());
  } catch (const OutputError& error) {
    return fail(work_failed, error.what());
  } catch (const std::bad_alloc&) {
    return fail(work_failed, "taut: there is not enough memory for this scenario");
  } catch (const std::exception& error) {
    return fail(work_failed, std::string("taut: internal error: ") + error.what());
  }
}

}  // namespace
}  // namespace taut::cli

int main(int argc, char** argv) {
  std::signal(SIGXFSZ, SIG_IGN);  // a file that may not grow is then an error like a full disk
  return taut::cli::guarded(argc, argv);
}
