#pragma once

#include "base/formats/journal.h"
#include "base/formats/kept_results.h"
#include "report/findings/scaling_conclusions.h"
#include "report/read/run.h"
#include "report/read/trust.h"
#include "trace/analysis/waits/efficiency.h"

#include <filesystem>

/// A sweep as its folder describes it (docs/sweeps.md). Plain data.
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
    std::optional<double> seconds; ///< the time measured, on the slowest rank
    std::vector<std::string> failures;
    std::vector<KeptResult> kept{}; ///< results saved during the launch, even if it failed
    /// Notes of the launch's own verdict; nothing if the journal is too old to have them.
    std::optional<std::vector<std::string>> notes{};
    std::size_t place = 0; ///< position in the journal, which lists launches in launch order
    std::string folder{};  ///< relative to the folder of its point
    std::string id{};

    /// Whether a rank had to wait for its core because another program used it.
    bool is_disturbed() const;
};

/// What a traced launch of a point shows.
struct TracedLaunch {
    EfficiencyFactors factors;
    std::vector<std::string> hosts; ///< by rank; "" is unknown
    std::optional<double> seconds;  ///< the time measured, on the slowest rank
    bool disturbed = false;         ///< see SweepLaunch::is_disturbed()

    /// Whether several ranks run on one host.
    bool shares_nodes() const;
};

struct SweepPoint {
    int number = 0;
    std::string folder;
    std::string workload; ///< name of the program
    std::string machine;
    std::string variation;
    int ranks = 0;
    std::optional<int> size, iterations; ///< as planned
    bool paired = false;                 ///< the size belongs to the number of ranks
    std::vector<std::pair<std::string, std::string>> set;
    std::vector<SweepLaunch> launches;
    std::optional<RunRecord> run; ///< its run.json, if it was launched
    /// Its phases and the rest of the program, the medians of the launches; empty without phases. If phases
    /// are nested, there is no rest, as they sum to more than the program.
    std::vector<PartTime> parts{};
    std::optional<double> array_bytes{};   ///< of `\MAT` and `\VEC`: the most that a rank had at any moment
    bool shares_cores = false;             ///< more ranks than cores on a node
    int node_ranks = 0;                    ///< ranks on the node of rank 0; 0: unknown
    std::optional<StatePercents> states{}; ///< from the traced warm-up; see read_states()
    std::optional<TracedLaunch> traced{};  ///< from the same
    /// What could not be read: of its own run.json, and of the journal of all points.
    std::vector<std::string> damages{};

    /// Times of the launches that count, in launch order.
    std::vector<double> seconds() const;
    /// "done", "failed", or "open".
    std::string state(int launches_planned) const;
    /// Why the last launch that failed did so; "not measured yet" if none failed.
    std::string why_missing() const;
    /// INVALID if the point failed. Launches that failed and were repeated become notes; their times do not
    /// count.
    Trust trust(int launches_planned) const;
    /// The text of this verdict; "" as long as no launch counts and none failed.
    std::string verdict(int launches_planned) const;
};

struct Sweep {
    std::string name;
    std::string started;
    std::string loop_version;
    std::vector<std::string> command;
    std::uint64_t seed = 0;
    bool shuffled = true;
    bool scaled = false;  ///< the work grows with the ranks
    bool fastest = false; ///< the time of a point is that of its fastest launch, not the median
    /// Whether `loop compare --launch` made it; each variation is one side of the comparison.
    bool comparison = false;
    std::string phase; ///< the phase that is measured; empty: the whole program
    int launches_planned = 0;
    std::optional<double> narrower_than;
    std::optional<double> budget_seconds;
    int warm_ups = 0;
    std::string x{};       ///< the factor on the horizontal axis; empty: see layout_of()
    bool heat_map = false; ///< also draw maps over two factors
    std::vector<SweepPoint> points;
    std::vector<std::string> damages{}; ///< what cannot be read, each with its file and line

    /// The run of the first point that has one; null if none has.
    const RunRecord* first_run() const;
};

/// Reads plan.json, journal.jsonl, and the points' run.json. Skips what is damaged, and says so in the
/// points and in `damages`. Throws FormatError if the folder is not a sweep.
Sweep read_sweep(const std::filesystem::path& folder);

/// The same. Throws FormatError also if something is damaged: other results must not rest on a part of a
/// sweep.
Sweep read_whole_sweep(const std::filesystem::path& folder);

/// Whether the folder of a point is inside the sweep's, as plan.json is untrusted.
bool is_inside(const std::filesystem::path& folder);

/// Whether the folder has a plan.json.
bool is_sweep(const std::filesystem::path& folder);

} // namespace loop::report
