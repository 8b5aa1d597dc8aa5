#pragma once

#include "report/bsp/machines.h"
#include "report/document/document.h"
#include "report/read/run_directory.h"
#include "report/viewer/columns.h"
#include "trace/analysis/analysis.h"
#include "trace/analysis/network/network_load.h"

#include <memory>
#include <string>
#include <vector>

/// The parts of a sheet, one file each.
namespace loop::report {

struct SheetInput {
    const RunDirectory& directory;
    const Analysis* analysis = nullptr; ///< null if no trace was recorded
    /// A topology to assume, as parse_topology() reads it, with one rank per node; empty: the machine's.
    std::string network{};
    /// What the run should take on machines with known BSP parameters; null if none were given.
    std::shared_ptr<const bsp::MachineTable> prediction{};

    const RunRecord& run() const { return directory.run; }
    const Trace& trace() const { return *directory.trace; } ///< requires an analysis
};

/// Returns the whole sheet, which begins with the three pages of the LOOP paper. The input must outlive the
/// document, as pictures are drawn only when an output format needs them. `limits` apply to the interactive
/// diagram.
Document sheet_document(const SheetInput& input, const ViewLimits& limits = {});

/// The shorter report that a terminal shows instead of the sheet.
std::vector<Section> compact_sections(const SheetInput& input);
/// The paper's first page in compact form: percent busy, overhead, and idle, average times of send and
/// receive, and the utilization of each rank, or of the busiest and idlest ranks if there are many. Requires
/// a trace.
DataTable compact_states(const SheetInput& input);

/// Returns the named figures of the trace, but none without a trace, and none that compares ranks whose
/// clocks disagree.
std::vector<Picture> figures(const SheetInput& input, const std::vector<const char*>& names);

/// The name as in programs: constructs have a backslash; calls of PICL and BSPlib, in lower case, do not.
std::string written_name(const std::string& construct);

/// "r+1, r-1; 4 groups of 4 ranks": to which ranks a construct with any pairs sends, and among which ranks;
/// "" if it is no such construct and not in an \AMONG.
std::string pairs_text(const SiteCounts& site);
/// "launch 2 of 5": the launch whose trace the sheet shows; "" without a trace, or if the run has one launch.
std::string launch_text(const SheetInput& input);
/// Names the launch in tables and pictures of its trace.
Section of_launch(Section section, const SheetInput& input);

Section main_results(const SheetInput& input);
Section statistics(const SheetInput& input);
Section space_time(const SheetInput& input, const ViewLimits& limits);
Section bsp_section(const SheetInput& input);
Section bsp_prediction_section(const SheetInput& input);
Section series_section(const SheetInput& input);
/// What \TIMED and \SAMPLE measured; empty if nothing did.
Section distributions_section(const SheetInput& input);
Section phases_section(const SheetInput& input);
/// Min, median, and max over ranks: the time of the whole program, and of each phase. Each row is from its
/// median launch.
DataTable time_table(const RunRecord& run);
/// The busy times of the threads of each construct; no rows without such a construct.
DataTable threads_table(const RunRecord& run);
/// On which cores the threads of each rank may run, and ran, in the launch shown; no rows without threads.
DataTable thread_cores_table(const SheetInput& input);
/// "12", or "10-12" if the number differs between ranks.
Value range_value(const std::optional<Spread>& spread);
Section states_section(const SheetInput& input);
/// What the run's time consists of: the parts of TimeSplit. Empty if too little of the time is known.
DataTable time_split_table(const SheetInput& input);
/// The time of all ranks in each construct, call, and phase, without that of others inside it.
DataTable time_by_construct(const SheetInput& input);
/// The same by line of the source. Empty without a trace.
LineValues time_by_line(const SheetInput& input);
Section communication_section(const SheetInput& input);
/// What the messages put on the links of the network. Empty if the network is unknown.
Section network_section(const SheetInput& input);
/// Null without a trace, or if the network is unknown. Throws ChoiceError if `input.network` is not a
/// topology, or has fewer nodes than the run has ranks.
std::shared_ptr<const PlacedNetwork> network_of(const SheetInput& input);
std::shared_ptr<const NetworkLoad> network_load_of(const SheetInput& input);
Section critical_path_section(const SheetInput& input);
Section results_section(const SheetInput& input);
/// Findings from the MPI calls of all ranks in all launches, without duplicates.
std::vector<formats::RunFinding> call_findings(const RunRecord& run);
Section calls_section(const SheetInput& input);
Section rigor_section(const SheetInput& input);
/// For runs on simulated machines: rates, their sources, and the text of the platform file.
Section model_section(const SheetInput& input);
Section environment_section(const SheetInput& input);
Section source_section(const SheetInput& input);
Section repeat_section(const SheetInput& input);

/// Average, min, and max of times in nanoseconds; three empty cells if there are no times.
std::array<Value, 3> spread_values(const Distribution& nanoseconds);

/// The states that sum to the measured time, in the order of the sheet.
constexpr std::size_t share_count = 5;
constexpr std::array<State, share_count> shared_states{State::Busy, State::Overhead, State::Idle,
                                                       State::InMpi, State::Unknown};

/// Percentages of the measured time, rounded to two decimals and summing to 100, in the order of
/// `shared_states`.
std::array<double, share_count> state_shares(const StateTimes& times);

/// The same percentages as values. Busy, overhead, and idle are "unknown" if less than 90 % of the measured
/// time is known; in MPI and unknown are empty if they are zero. All are 0 if nothing was measured, unless
/// the trace of the rank is missing.
std::array<Value, share_count> state_values(const StateTimes& times, bool is_present = true);

/// How well the hosts' clocks are synchronized, and messages that contradict this; "" without a trace.
std::string clocks_text(const SheetInput& input);
/// One row for each host whose clock was corrected.
DataTable clock_table(const SheetInput& input);

/// The MPI calls of which only begin and end are recorded, with their number: "MPI_Put (12 calls),
/// MPI_Win_fence (0 to 4 calls per rank)". Empty if there are none.
std::string calls_not_looked_into(const SheetInput& input);
/// How much of a kernel the trace contains: all, or blocks of its iterations (docs/trace-format.md).
struct KernelCoverage {
    std::uint32_t site = no_site;      ///< of the kernel
    bool has_parts = false;            ///< whether anything inside the kernel is recorded
    StateTimes recorded;               ///< of all ranks in the recorded parts
    std::int64_t measured_ns = 0;      ///< of all ranks in the kernel, with its parts
    long long messages = 0;            ///< sent by all ranks in the recorded parts
    std::optional<SiteCounts> counted; ///< by the ranks; nothing if a rank has no record
    bool is_complete() const {
        if (!has_parts || !counted || counted->messages != messages) return false;
        return messages > 0 || recorded.known_ns() > measured_ns / 10 * 9;
    }
};
/// Of each kernel that was entered, in the order of the sites.
std::vector<KernelCoverage> kernel_coverage(const SheetInput& input);
/// Says, for each kernel, how much of it the trace contains; one sentence each. None for a complete kernel.
std::vector<std::string> coverage_sentences(const SheetInput& input);
/// The states and messages of the recorded parts of kernels; no rows without kernels.
DataTable kernel_table(const SheetInput& input);

/// The record of a rank in the launch whose trace is shown; null if there is none.
const formats::RankRecord* rank_record(const SheetInput& input, std::size_t rank);

/// Whether the trace contains all messages that the ranks counted. It lacks those of kernels that are not
/// recorded, and those lost because a buffer was full or the traces of ranks are missing.
bool messages_are_recorded(const SheetInput& input);

/// The line of a site; a link to the source if it is there.
Value site_line(const SheetInput& input, std::size_t site);

/// What is missing from the trace, one sentence each: dropped events, ranks without a trace, damaged files.
std::vector<std::string> trace_reservations(const SheetInput& input);

} // namespace loop::report
