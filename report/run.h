#pragma once

#include "base/text/json.h"

#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

/// A run as its run.json tells it (docs/run-format.md). Values only; nothing here knows how a run is made.
namespace loop::report {

struct Spread {
    double min = 0;
    double median = 0;
    double max = 0;
};

/// A time over ranks: the median launch in `seconds`, every launch in `launches`.
struct Timing {
    std::optional<Spread> seconds;
    std::vector<Spread> launches;
    double flops = 0; ///< of all ranks together
};

struct PhaseTiming {
    std::string name;
    int line = 0;
    std::optional<Spread> calls;
    Timing timing;
};

/// All phases of one name, whatever their lines: what the slowest rank needs for them together.
struct PhaseTime {
    std::string name;
    Timing timing;
};

/// One construct in the text; counts of all ranks together.
struct SiteCounts {
    std::string construct;
    int line = 0;
    long long calls = 0;
    long long messages = 0;
    long long bytes = 0;
    long long messages_received = 0;
    long long bytes_received = 0;
    bool untimed = false; ///< within \UNTIMED; the construct may have an entry of timed calls too
};

struct ResultValue {
    std::string name;
    std::string unit;
    int line = 0;
    std::optional<Spread> value; ///< over ranks and launches; nothing where no value is finite
    int not_finite = 0;
    int ranks = 0; ///< how many gave it
    std::vector<std::optional<Spread>> launches; ///< over ranks, of each launch
};

/// Values of a quantity over another one, as a kernel recorded them.
struct Series {
    std::string name;
    std::string x, x_unit, y, y_unit;
    std::vector<double> x_values, y_values; ///< finite, of equal length
};

struct Verification {
    std::string text;
    int line = 0;
    long long checks = 0;
    long long failures = 0;
};

struct Payload {
    bool verified = false;
    long long messages = 0;
    long long wrong_messages = 0;
    long long wrong_bytes = 0;
};

struct Run {
    std::string verdict;
    std::vector<std::string> reasons;
    std::string name;
    std::string file;
    std::string description;
    int ranks = 0;
    std::string machine; ///< with " (SIMULATED)" where it is
    bool simulated = false;
    bool repeats = false; ///< simulated, and no host text was timed: every launch takes the same time
    std::vector<std::string> flags;
    std::vector<std::pair<std::string, std::string>> parameters; ///< without `iterations` where it has none
    bool has_iterations = true; ///< whether the program's text uses them, or is not known
    std::vector<std::string> repeat_command;
    std::string started;
    std::string loop_version, compiler_version, mpi_version;
    int launches_planned = 1;
    int launches_complete = 0;
    Timing program;
    std::vector<PhaseTiming> phases;
    std::vector<PhaseTime> phase_times;
    std::vector<SiteCounts> sites;
    std::vector<ResultValue> results;
    std::vector<std::vector<Series>> series; ///< of each complete launch, of the first rank that has any
    std::vector<int> complete_launches; ///< their indices: what every `launches` here is of, in this order
    std::vector<Verification> verifications;
    Payload payload;
    Json environment;
};

/// What is wrong with a run.json.
struct FormatError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// What was asked for by name or number is not there: a phase, a base, a launch.
struct ChoiceError : FormatError {
    using FormatError::FormatError;
};

/// Any JSON is safe to give; FormatError when it is not a run of schema "loop-run/1".
Run read_run(const Json& record);
Run parse_run(const std::string& text);

} // namespace loop::report
