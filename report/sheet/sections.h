#pragma once

#include "report/analysis/analysis.h"
#include "report/document/document.h"
#include "report/read/run_directory.h"
#include "report/viewer/columns.h"

#include <string>
#include <vector>

/// The parts of a sheet, one file each.
namespace loop::report {

struct SheetInput {
    const RunDirectory& directory;
    const Analysis* analysis = nullptr; ///< null if no trace was recorded

    const RunRecord& run() const { return directory.run; }
    const Trace& trace() const { return *directory.trace; } ///< only where there is an analysis
};

/// The whole sheet, the paper's three pages first.
/// The input must outlive it, as pictures are drawn when an output format asks for them. `limits` are those
/// of the interactive diagram.
Document sheet_document(const SheetInput& input, const ViewLimits& limits = {});

/// What a terminal shows of a run in place of the sheet: less, on a page of text.
std::vector<Section> compact_sections(const SheetInput& input);
/// The paper's first page, compact: percent busy, overhead and idle, average times of send and receive, and
/// the utilization of each rank, or of the busiest and idlest ranks if there are many. For a run with a
/// trace.
DataTable compact_states(const SheetInput& input);

/// What is drawn of a trace, by the names of figures; none where there is no trace.
std::vector<Picture> figures(const SheetInput& input, const std::vector<const char*>& names);

Section main_results(const SheetInput& input);
Section statistics(const SheetInput& input);
Section space_time(const SheetInput& input, const ViewLimits& limits);
Section bsp_section(const SheetInput& input);
Section series_section(const SheetInput& input);
Section phases_section(const SheetInput& input);
/// Of the whole program and of each phase, over ranks; the median launch of each.
DataTable time_table(const RunRecord& run);
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

/// Average, min and max of times in nanoseconds; three empty cells if there are none.
std::array<Value, 3> spread_values(const Distribution& nanoseconds);

/// The states that make the measured time, in the order of the sheet.
constexpr std::size_t share_count = 5;
constexpr std::array<State, share_count> shared_states{State::Busy, State::Overhead, State::Idle,
                                                       State::InMpi, State::Unknown};

/// Shares of the measured time in percent, to two digits, together 100, in the order of `shared_states`.
std::array<double, share_count> state_shares(const StateTimes& times);

/// The shares as values: busy, overhead and idle are "unknown" where less than nine tenths of the measured
/// time are known. The last two are empty where the run has none.
std::array<Value, share_count> state_values(const StateTimes& times);

/// How well the hosts' clocks are known together, and what contradicts; empty where nothing was recorded.
std::string clocks_text(const SheetInput& input);
/// A row for each host whose clock was corrected.
DataTable clock_table(const SheetInput& input);

/// The sites of this kind that were entered, as "\CLUE, MPI_Put", each name once.
std::string entered_sites(const SheetInput& input, Inside kind);
/// Whether the trace holds all messages that the ranks counted: not those inside kernels, nor those of a
/// launch whose buffer was full or whose ranks are missing.
bool messages_are_recorded(const SheetInput& input);

/// What the trace lacks, one sentence each: dropped events, ranks without a trace, violated messages.
std::vector<std::string> trace_reservations(const SheetInput& input);

} // namespace loop::report
