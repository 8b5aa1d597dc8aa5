#pragma once

#include "base/formats/run_record.h"

#include <functional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

/// A run as its run.json describes it (docs/run-format.md), and what follows from it. Nothing here knows how
/// a run is made.
namespace loop::report {

using formats::Payload;
using formats::PhaseTime;
using formats::PhaseTiming;
using formats::ResultValue;
using formats::RunRecord;
using formats::Series;
using formats::SiteCounts;
using formats::Spread;
using formats::Timing;
using formats::Verification;

/// What is wrong with a run.json.
struct FormatError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// What was asked for by name or number does not exist: a phase, a base, a launch.
struct ChoiceError : FormatError {
    using FormatError::FormatError;
};

/// Its texts are clean, and it has no parameter `iterations` if the program uses none. Any JSON is safe to
/// give; FormatError if it is not a run of schema "loop-run/1".
RunRecord read_run(const Json& json);
RunRecord parse_run(const std::string& text);

/// The profile's name, with " (SIMULATED)" if it is.
std::string machine_name(const RunRecord& run);
/// "" if nobody judged the run.
std::string verdict_word(const RunRecord& run);
/// Simulated, and no host code was timed: every launch takes the same time.
bool repeats(const RunRecord& run);
/// Whether the program's text uses its iterations, or is not known.
bool has_iterations(const RunRecord& run);
/// The indices of the complete launches: what every `launches` of the summary is of, in this order.
std::vector<int> complete_launches(const RunRecord& run);
/// For each complete launch, the series of the first rank that has any.
std::vector<std::vector<Series>> series_of_launches(const RunRecord& run);
/// The distinct texts that `of` makes of the ranks' records of all launches, in the order of their first
/// appearance; without empty ones.
std::vector<std::string> rank_texts(const RunRecord& run,
                                    const std::function<std::string(const formats::RankRecord&)>& of);
/// The points whose values are both present and finite.
std::vector<std::pair<double, double>> points_of(const Series& series);

} // namespace loop::report
