#pragma once

#include <nlohmann/json.hpp>

namespace loop::runner {

/// The machine as it is now: a fixed list of facts, each a value or "unknown". Never the user's variables.
/// "load" holds the average over the last minute before the run; load_average() gives it again afterwards.
nlohmann::ordered_json environment_record();

nlohmann::ordered_json load_average();

} // namespace loop::runner
