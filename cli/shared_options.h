#pragma once

#include "app/input/bsp_machines.h"
#include "app/sweep/sweeping.h"
#include "cli/arguments.h"

/// Options that several verbs have.
namespace loop::cli {

/// Defines `--bind WAY` of a verb that launches ranks, once for all such verbs. `way` keeps its value if the
/// option is not given. `when` begins the help text, such as "with --launch: ".
Option add_bind_option(Arguments& app, std::string& way, const std::string& when = "");

/// Defines `--size`, `--iterations`, and `--set`: what a program is given besides the number of ranks.
void add_setting_options(Arguments& app, std::optional<int>& size, std::optional<int>& iterations,
                         std::vector<std::string>& assignments);

/// Defines `--rate`.
void add_rate_option(Arguments& app, app::BspInputs& inputs);
/// Defines `--bsp` and `--rate`.
void add_bsp_options(Arguments& app, app::BspInputs& inputs);

/// The effect of `--budget`. Stops: the sweep ends when the budget is used up; allowed with `--resume`.
/// Plans: the verb derives its plan from the budget.
enum class Budget { Stops, Plans };

/// Defines the common options. The options that `app` already has describe a new sweep, so `--resume` refuses
/// them.
void define_sweep_options(Arguments& app, app::SweepOptions& options, Budget budget);

} // namespace loop::cli
