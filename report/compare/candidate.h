#pragma once

#include "report/read/run.h"
#include "report/read/trust.h"

#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

/// What is compared: machines, or versions, each with its measured workloads.
namespace loop::report {

/// One workload with one setting on one machine.
struct Measurement {
    std::string workload;
    int ranks = 0;
    std::vector<std::pair<std::string, std::string>> parameters; ///< as the ranks used them
    std::vector<double> seconds;                                 ///< the slowest rank of every launch
    bool is_published = false;                                   ///< so LOOP did not judge it
    bool repeats = false;                                        ///< every launch takes exactly the same time
    double messages = 0, bytes = 0, flops = 0;                   ///< of one launch, all ranks together
    double half_unit = 0; ///< published values are rounded: half of the last digit's unit, in seconds
    Trust trust{};        ///< of the run, or of the point of a sweep
    /// The sweep of which it is a point, and the places of its launches in the sweep's journal, in the order
    /// of `seconds`; empty for a run by itself.
    std::string sweep{};
    std::vector<std::size_t> places{};

    /// Its trust's; "" for published values.
    std::string verdict() const { return is_published ? "" : verdict_text(trust.word()); }
    std::string parameter(const std::string& name) const; ///< "" when it has none
};

struct Candidate {
    std::string name;    ///< the head of its column
    std::string machine; ///< the profile's name, or a published machine's
    std::string origin;  ///< where it was read
    std::vector<std::pair<std::string, std::string>> environment; ///< key and value, of its first run
    std::vector<Measurement> measurements;
    std::string called{};           ///< its name on the command line that launched it; else empty
    std::set<std::string> phases{}; ///< the names of all phases of its runs; none of published times
};

struct LoadOptions {
    std::string phase; ///< take the time of this phase instead of the whole program
};

/// What `path` holds: a run (its folder or its run.json), a sweep (its folder; a candidate for each machine),
/// or a table of published times (`.csv`; a candidate for each column). FormatError for anything else.
std::vector<Candidate> load_candidates(const std::filesystem::path& path, const LoadOptions& options = {});

/// ChoiceError with the phases that there are, unless each of the named candidates has a phase of this name.
void require_phase(const std::vector<Candidate>& candidates, const std::string& phase);

/// Gives each a name of its own: the machine's, or the name of what it was read from.
void name_candidates(std::vector<Candidate>& candidates);

} // namespace loop::report
