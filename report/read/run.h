#pragma once

#include "base/formats/run_record.h"

#include <functional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

/// A run as its run.json tells it (docs/run-format.md), and what follows from that. Nothing here knows how a
/// run is made.
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

/// What was asked for by name or number is not there: a phase, a base, a launch.
struct ChoiceError : FormatError {
    using FormatError::FormatError;
};

/// Its texts are clean, and it has no parameter `iterations` where the program has none. Any JSON is safe to
/// give; FormatError when it is not a run of schema "loop-run/1".
RunRecord read_run(const Json& json);
RunRecord parse_run(const std::string& text);

/// The profile's name, with " (SIMULATED)" where it is.
std::string machine_name(const RunRecord& run);
/// "" where nobody judged the run.
std::string verdict_word(const RunRecord& run);
/// Simulated, and no host text was timed: every launch takes the same time.
bool repeats(const RunRecord& run);
/// Whether the program's text uses its iterations, or is not known.
bool has_iterations(const RunRecord& run);
/// The indices of the complete launches: what every `launches` of the summary is of, in this order.
std::vector<int> complete_launches(const RunRecord& run);
/// Of each complete launch those of the first rank that has any.
std::vector<std::vector<Series>> series_of_launches(const RunRecord& run);
/// The distinct texts that `of` makes of the ranks' records of all launches, in the order of their first
/// appearance; without empty ones.
std::vector<std::string> rank_texts(const RunRecord& run,
                                    const std::function<std::string(const formats::RankRecord&)>& of);
/// The points of which both values are there and finite.
std::vector<std::pair<double, double>> points_of(const Series& series);

} // namespace loop::report
