#pragma once

#include "base/formats/journal.h"
#include "base/formats/kept_results.h"
#include "report/read/run.h"
#include "report/read/trust.h"

#include <filesystem>

/// A sweep as its folder describes it (docs/campaign-format.md). Values only.
namespace loop::report {

using formats::KeptResult;
using formats::Outcome;

/// One launch of a point.
struct SweepLaunch {
    int index = 0;
    int round = 0;
    bool warm_up = false;
    Outcome outcome = Outcome::Good;
    std::string started;
    std::optional<double> seconds; ///< what the sweep measures: the slowest rank
    std::vector<std::string> failures;
    std::vector<KeptResult> kept{}; ///< what it kept while it ran, even if it failed
    /// Notes of its own verdict; none if an older journal does not have them.
    std::optional<std::vector<std::string>> notes{};
    std::size_t place = 0; ///< in the journal, which is the order of all launches
    std::string folder{};  ///< in that of its point

    /// A rank waited for its core, which another program used.
    bool is_disturbed() const;
};

struct SweepPoint {
    int number = 0;
    std::string folder;
    std::string workload; ///< name of the program
    std::string machine;
    std::string variation;
    int ranks = 0;
    std::optional<int> size, iterations; ///< as asked for
    bool paired = false;                 ///< the size belongs to the number of ranks
    std::vector<std::pair<std::string, std::string>> set;
    std::vector<SweepLaunch> launches;
    std::optional<RunRecord> run; ///< its run.json, when a launch was made

    /// Of the launches that count, in the order in which they were made.
    std::vector<double> seconds() const;
    /// "done", "failed", or "open".
    std::string state(int launches_planned) const;
    /// INVALID where it failed. Launches that failed and were made again are notes: none of their times
    /// counts.
    Trust trust(int launches_planned) const;
};

struct Sweep {
    std::string name;
    std::string started;
    std::string loop_version;
    std::vector<std::string> command;
    std::uint64_t seed = 0;
    bool shuffled = true;
    bool scaled = false;     ///< the work grows with the ranks
    bool fastest = false;    ///< a point has the time of its fastest launch, not the median
    bool comparison = false; ///< `loop compare --launch` made it: each variation is one of those compared
    std::string phase;       ///< whose time is taken; empty: the whole program
    int launches_planned = 0;
    std::optional<double> narrower_than;
    std::optional<double> budget_seconds;
    int warm_ups = 0;
    std::vector<SweepPoint> points;

    /// Of the first point that has one; else null.
    const RunRecord* first_run() const;
};

/// Reads plan.json, journal.jsonl and the points' run.json. FormatError for anything that is not a sweep;
/// damaged lines of the journal are left out.
Sweep read_sweep(const std::filesystem::path& folder);

/// Whether the folder has a plan.json.
bool is_sweep(const std::filesystem::path& folder);

} // namespace loop::report
