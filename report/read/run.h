#pragma once

#include "base/formats/run_record.h"

#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// A run as its run.json describes it (docs/run-format.md), and what can be derived from it. Nothing here
/// depends on how a run is made.
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

/// A run.json cannot be read; the text says why.
struct FormatError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// The user asked for a phase, base, or launch that does not exist.
struct ChoiceError : FormatError {
    using FormatError::FormatError;
};

/// Removes control characters from all texts, and the parameter `iterations` if the program does not use it.
/// Accepts untrusted JSON. Throws FormatError if it is not a run of schema "loop-run/1".
RunRecord read_run(const Json& json);
RunRecord parse_run(const std::string& text);

/// The profile's name, with " (SIMULATED)" if it is.
std::string machine_name(const RunRecord& run);
/// "" if the run has no verdict.
std::string verdict_word(const RunRecord& run);
/// Whether every launch takes the same time: the run is simulated, and no host code was timed.
bool repeats(const RunRecord& run);

/// Where a rank's measured time begins and ends: in `\OPEN0` and `\CLOSE0`, or in MPI's calls if
/// `loop record` ran the program, which has no constructs.
struct MeasuredSpan {
    std::string_view begin, end;
};
MeasuredSpan measured_span(const RunRecord& run);

/// Whether a simulated run charged work without executing it, so that the work has no results.
bool leaves_out_work(const RunRecord& run);

/// What the `\VERIFY`s of a run came to. A simulated run that leaves out work skips them.
struct CheckCounts {
    long long checks = 0, failures = 0; ///< of all ranks
    long long failing = 0, skipped = 0; ///< `\VERIFY`s of the program
};
CheckCounts check_counts(const RunRecord& run);
/// What that means for the results that the program told.
inline constexpr const char* not_computed_text =
    "The charged work was not executed: what depends on it is not computed (`--verify` executes it).";
/// What stands in place of a result that has no value.
const char* text_without_value(const RunRecord& run, const formats::ResultValue& result);
/// The indices of the complete launches. Every `launches` of the summary refers to these, in this order.
std::vector<int> complete_launches(const RunRecord& run);
/// For each complete launch, the series of the first rank that has any.
std::vector<std::vector<Series>> series_of_launches(const RunRecord& run);
/// The distinct, nonempty texts that `of` returns for the rank records of all launches, in the order of first
/// appearance.
std::vector<std::string> rank_texts(const RunRecord& run,
                                    const std::function<std::string(const formats::RankRecord&)>& of);
/// "reverse: rank 0 on processor 3, 1 on 2, 2 on 1, 3 on 0"; names only the first ranks if there are many.
std::string map_text(const formats::RunMap& map);
/// The points whose values are both present and finite.
std::vector<std::pair<double, double>> points_of(const Series& series);

} // namespace loop::report
