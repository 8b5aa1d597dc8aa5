#pragma once

#include "base/formats/run_record.h"

#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

/// A run as its run.json tells it (docs/run-format.md). Values only; nothing here knows how a run is made.
namespace loop::report {

using formats::Payload;
using formats::PhaseTime;
using formats::PhaseTiming;
using formats::ResultValue;
using formats::Series;
using formats::SiteCounts;
using formats::Spread;
using formats::Timing;
using formats::Verification;

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
formats::RunRecord run_record_of(const Json& json);
Run run_of(formats::RunRecord record);
Run read_run(const Json& json);
Run parse_run(const std::string& text);

} // namespace loop::report
