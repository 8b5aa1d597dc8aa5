#pragma once

#include "report/read/run.h"
#include "report/read/trust.h"

#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

/// The candidates of a comparison: machines or versions, each with its measured workloads.
namespace loop::report {

/// One workload with one setting on one machine.
struct Measurement {
    std::string workload;
    int ranks = 0;
    std::vector<std::pair<std::string, std::string>> parameters; ///< with the values that the ranks used
    std::vector<double> seconds;                                 ///< time of the slowest rank, one per launch
    bool is_published = false;                                   ///< from a publication; has no verdict
    bool repeats = false;                                        ///< every launch takes exactly the same time
    double messages = 0, bytes = 0, flops = 0;                   ///< of one launch, summed over ranks
    double half_unit = 0; ///< published values are rounded: half of the last digit's unit, in seconds
    Trust trust{};        ///< in the run, or in the point of a sweep
    /// The sweep that this point belongs to, and the positions of its launches in the sweep's journal, in the
    /// order of `seconds`; empty for a single run.
    std::string sweep{};
    std::vector<std::size_t> places{};
    std::string label{}; ///< names its row; empty: workload, ranks, and parameters do
    /// Name and seconds by launch, as in `seconds`, of phases whose name is theirs alone.
    std::vector<std::pair<std::string, std::vector<double>>> phases{};

    /// Whether it was to be measured, and no launch gave a time: all failed, or none was made.
    bool is_lost() const { return seconds.empty(); }

    /// The verdict's text; "" for published values.
    std::string verdict() const { return is_published ? "" : verdict_text(trust.word()); }
    std::string parameter(const std::string& name) const; ///< "" if it has none
};

struct Candidate {
    std::string name;    ///< the head of its column
    std::string machine; ///< the profile's name, or a published machine's
    std::string origin;  ///< the path that it was read from
    std::vector<std::pair<std::string, std::string>> environment; ///< key and value, from its first run
    std::vector<Measurement> measurements;
    std::string called{};           ///< its name on the command line of `loop compare --launch`, or empty
    std::set<std::string> phases{}; ///< the names of all phases in its runs; empty for published times
    std::set<std::string> timed{};  ///< the same of its distributions of times
    std::string part{};             ///< what its times are of: "phase `a`"; empty: of the whole program
};

/// The machine of the run, without a name and without measurements.
Candidate candidate_of(const RunRecord& run, const std::filesystem::path& origin);

struct LoadOptions {
    std::string phase; ///< take the time of this phase instead of the whole program
    /// Take the median of this distribution of times (`\TIMED`); one measurement for each key.
    std::string timed{};
};

/// Loads a run (its folder or its run.json), a sweep (its folder; one candidate per machine), or a table of
/// published times (`.csv`; one candidate per column). Throws FormatError for anything else.
std::vector<Candidate> load_candidates(const std::filesystem::path& path, const LoadOptions& options = {});

/// Throws ChoiceError, listing the existing phases, unless each candidate has a phase of this name.
void require_phase(const std::vector<Candidate>& candidates, const std::string& phase);
/// The same for a distribution of times.
void require_timed(const std::vector<Candidate>& candidates, const std::string& name);

/// Gives each candidate a unique name: that of the machine, or that of the file or folder it was read from.
void name_candidates(std::vector<Candidate>& candidates);

} // namespace loop::report
