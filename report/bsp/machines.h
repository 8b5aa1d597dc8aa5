#pragma once

#include "report/bsp/measured.h"
#include "report/document/document.h"

#include <optional>
#include <string>
#include <vector>

/// Machines by their BSP parameters, published and measured, side by side; and predicted times.
namespace loop::report::bsp {

struct Machine {
    std::string computer;
    int ranks = 0;
    std::string program; ///< "bspbench", pessimistic, or "bspprobe", optimistic: not to be compared
    double r_mflops = 0; ///< of bspprobe: its s
    double g_flop =
        0; ///< operations per 64-bit word; those of bspprobe are twice what it reports for 32-bit words
    double l_flop = 0;
    std::optional<double> n_half;                     ///< words of 32 bits
    std::optional<double> printed_g_us, printed_l_us; ///< as the source prints them
    std::string source;
    std::optional<double> measured_g_us{}, measured_l_us{}; ///< as the run's own sheet has them
    bool is_measured = false;                               ///< here, and not published
    Trust trust{};

    double g_us() const { return measured_g_us.value_or(g_flop / r_mflops); }
    double l_us() const { return measured_l_us.value_or(l_flop / r_mflops); }
    Costs costs() const { return {r_mflops, g_us(), l_us()}; }
};

/// machines/published/bsp.csv. FormatError with the line.
std::vector<Machine> published_machines(const std::string& csv, const std::string& origin);
/// What \BSPBENCH and \BSPPROBE of a run found; nothing for other runs. Without r there is no row.
std::vector<Machine> machines_of(const RunRecord& run);
/// How far the measured ones can be trusted together.
Trust trust_of(const std::vector<Machine>& machines);

/// What a program demands of a machine, over all supersteps: of the busiest rank, or of
/// ranks on average where no more is known.
struct Demand {
    double work = 0;  ///< operations
    double words = 0; ///< of 64 bits, sent or received, whichever is more
    double supersteps = 0;
    bool is_mean = false;
};
/// Of a LOOP program by what its constructs counted: each call of a communicating one is a superstep, also of
/// PICL's global operations, whose words are not counted. All are means over ranks, without imbalance.
Demand demand_of(const RunRecord& run);

/// A table: its title, head and rows; the last column is the source.
struct MachineTable {
    std::string title;
    std::vector<std::string> head;
    std::vector<std::vector<Value>> rows;
    std::vector<std::string> notes;
    std::optional<Trust> trust{}; ///< of what was measured in it; none where all is published
};
MachineTable machine_table(const std::vector<Machine>& machines);
/// The program whose demand it is, if there is one.
struct PredictedProgram {
    std::string name;
    std::optional<double> measured_seconds;
    Trust trust;
};
MachineTable prediction_table(const std::vector<Machine>& machines, const Demand& demand,
                              const std::optional<PredictedProgram>& program);

/// Its sources are listed below it, once each, with numbers in the last column; the CSV has them in its rows.
Document table_document(const MachineTable& table);

} // namespace loop::report::bsp
