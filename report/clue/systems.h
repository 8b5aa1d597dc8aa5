#pragma once

#include "report/clue/clue.h"
#include "report/compare/candidate.h"

#include <filesystem>

/// The systems that a comparison of CLUE puts side by side.
namespace loop::report {

/// A machine of a campaign, or a published system.
struct ClueSystem {
    ClueReport report;
    /// Its trials as seconds per million transitions, for verdicts. Without measurements if it is published.
    Candidate candidate;
    std::string model{}; ///< published: the profile of the machine that models it; empty: none

    bool is_published() const { return report.published; }
};

/// The machines of a campaign, in its order. `folder`: where it was read from.
std::vector<ClueSystem> systems_of(const Sweep& campaign, const std::filesystem::path& folder);

/// Whether the first line of a CSV file is that of a table of CLUE figures (docs/clue.md).
bool is_clue_table(const std::string& csv);
/// The systems of such a table, in the order of their first lines. Throws FormatError with the line.
std::vector<ClueSystem> published_systems(const std::string& csv, const std::string& origin);

/// The systems in a campaign's folder or in a table; empty if the path is neither.
std::vector<ClueSystem> load_systems(const std::filesystem::path& path);

} // namespace loop::report
