#pragma once

#include "cli/arguments.h"

#include <string>

namespace loop::cli {

/// Defines `--bind WAY` of a verb that launches ranks, once for all such verbs. `way` keeps its value if the
/// option is not given. `when` begins the help text, such as "with --launch: ".
Option add_bind_option(Arguments& app, std::string& way, const std::string& when = "");

} // namespace loop::cli
