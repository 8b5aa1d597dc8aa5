#pragma once

#include "report/analysis/analysis.h"
#include "report/run_directory.h"
#include "report/sheet/document.h"

#include <string>
#include <vector>

/// The parts of a sheet, one file each.
namespace loop::report {

struct SheetInput {
    const RunDirectory& directory;
    const Analysis* analysis = nullptr; ///< nothing where no trace was recorded

    const Run& run() const { return directory.run; }
    const Trace& trace() const { return *directory.trace; } ///< only where there is an analysis
};

/// The whole sheet, the paper's three pages first.
Document sheet_document(const SheetInput& input);

Section main_results(const SheetInput& input);
Section statistics(const SheetInput& input);
Section space_time(const SheetInput& input);
Section bsp_section(const SheetInput& input);
Section series_section(const SheetInput& input);
Section phases(const SheetInput& input);
Section states_section(const SheetInput& input);
Section communication_section(const SheetInput& input);
Section critical_path_section(const SheetInput& input);
Section results_section(const SheetInput& input);
Section rigor_section(const SheetInput& input);
/// Rates, their sources and the platform's text: of runs on simulated machines.
Section model_section(const SheetInput& input);
Section environment_section(const SheetInput& input);
Section source_section(const SheetInput& input);
Section repeat_section(const SheetInput& input);

/// Busy, overhead and idle in percent, to two digits, together 100.
struct StateShares {
    double busy = 0, overhead = 0, idle = 0;
};
StateShares state_shares(const StateTimes& times);

/// Busy, overhead, idle; "unknown" where nothing was measured.
std::array<Value, 3> state_values(const StateTimes& times);

/// "\EXCHANGE", "phase name", "MPI_Send"; with its line where `line` says so.
std::string site_text(const TraceSite& site, bool line = false);

/// How well the hosts' clocks are known together, and what contradicts; empty where nothing was recorded.
std::string clocks_text(const SheetInput& input);
/// A row for each host whose clock was corrected.
DataTable clock_table(const SheetInput& input);

/// What is missing of the trace, a sentence each: dropped events, ranks without a trace, violated messages.
std::vector<std::string> trace_reservations(const SheetInput& input);

} // namespace loop::report
