#pragma once

#include "report/bsp/measured.h"
#include "report/document/document.h"

#include <optional>
#include <string>
#include <vector>

/// Tables of machines by their BSP parameters, published and measured, and of predicted times.
namespace loop::report::bsp {

struct Machine {
    std::string computer;
    int ranks = 0;
    std::string program; ///< "bspbench" (pessimistic) or "bspprobe" (optimistic); do not compare them
    double r_mflops = 0; ///< for bspprobe, the s that it reports
    /// Operations per 64-bit word; for bspprobe, twice the value it reports for 32-bit words.
    double g_flop = 0;
    double l_flop = 0;
    std::optional<double> n_half;                     ///< in 32-bit words
    std::optional<double> printed_g_us, printed_l_us; ///< as printed in the source
    std::string source;
    std::optional<double> measured_g_us{}, measured_l_us{}; ///< as in the run's own sheet
    bool is_measured = false;                               ///< measured with LOOP, not published
    Trust trust{};

    double g_us() const { return measured_g_us.value_or(g_flop / r_mflops); }
    double l_us() const { return measured_l_us.value_or(l_flop / r_mflops); }
    Costs costs() const { return {r_mflops, g_us(), l_us()}; }
};

/// Reads machines/published/bsp.csv. Throws FormatError with the line.
std::vector<Machine> published_machines(const std::string& csv, const std::string& origin);
/// Returns the results of \BSPBENCH and \BSPPROBE in a run, if any. Results without r are left out.
std::vector<Machine> machines_of(const RunRecord& run);
/// Returns how far the results of all measured machines together can be trusted.
Trust trust_of(const std::vector<Machine>& machines);

/// What a program demands of a machine, summed over supersteps: on the busiest rank or, if that is not known,
/// averaged over ranks.
struct Demand {
    double work = 0;  ///< operations
    double words = 0; ///< 64-bit words, sent or received, whichever is more
    double supersteps = 0;
    bool is_mean = false;
};
/// Returns the demand of a LOOP program from the counts of its constructs: each call of a communicating
/// construct is a superstep. This includes PICL's global operations, whose words are not counted. All values
/// are means over ranks, without imbalance.
Demand demand_of(const RunRecord& run);

/// A table whose last column is the source.
struct MachineTable {
    std::string title;
    std::vector<std::string> head;
    std::vector<std::vector<Value>> rows;
    std::vector<std::string> notes;
    std::optional<Trust> trust{}; ///< of its measured values; nothing if all are published
};
MachineTable machine_table(const std::vector<Machine>& machines);
/// The program whose demand is predicted.
struct PredictedProgram {
    std::string name;
    std::optional<double> measured_seconds;
    Trust trust;
};
MachineTable prediction_table(const std::vector<Machine>& machines, const Demand& demand,
                              const std::optional<PredictedProgram>& program);

/// Lists each source once, numbered, below the table, whose last column has the numbers. In CSV, each row has
/// its source instead.
Document table_document(const MachineTable& table);

} // namespace loop::report::bsp
