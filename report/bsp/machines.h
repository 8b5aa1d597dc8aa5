#pragma once

#include "report/bsp/fit.h"
#include "report/bsp/rates.h"
#include "report/bsp/request_costs.h"
#include "report/bsp/step_times.h"
#include "report/document/document.h"
#include "report/read/run.h"
#include "report/read/trust.h"

#include <optional>
#include <string>
#include <vector>

/// Machines by their BSP parameters, published and measured, and tables of them.
namespace loop::report::bsp {

/// How the source of a machine that LOOP measured begins.
inline constexpr const char* measured_source = "measured";

struct Machine {
    std::string computer;
    int ranks = 0;
    /// "bspbench" (pessimistic) or "bspprobe" (optimistic); do not compare them. With words in random order,
    /// "bspbench, random order".
    std::string program;
    double r_mflops = 0; ///< for bspprobe, the s that it reports
    /// Operations per 64-bit word; for bspprobe, twice the value it reports for 32-bit words.
    double g_flop = 0;
    double l_flop = 0;
    std::optional<double> n_half{};                       ///< in 32-bit words
    std::optional<double> printed_g_us{}, printed_l_us{}; ///< as printed in the source; g per 64-bit word
    double word_bits = 64;                                ///< of the words of the source
    std::string remark{};                                 ///< of the source, such as a misprint
    std::string source{};
    std::optional<double> measured_g_us{}, measured_l_us{}; ///< as in the run's own sheet
    bool is_measured = false;                               ///< measured with LOOP, not published
    Trust trust{};
    std::vector<Rate> rates{};             ///< the first one is r_mflops
    std::optional<StepTimes> step_times{}; ///< of a run of bspbench
    std::vector<RequestCosts> requests{};  ///< of a run of bspbench, in the first order of its words

    /// The workload that measures it.
    std::string workload() const { return program.substr(0, program.find(',')); }
    double g_us() const { return measured_g_us.value_or(g_flop / r_mflops); }
    double l_us() const { return measured_l_us.value_or(l_flop / r_mflops); }
};

/// "local, bspbench, p = 2".
std::string machine_text(const Machine& machine);

/// Returns the results of \BSPBENCH and \BSPPROBE in a run, if any. Results without r are left out.
std::vector<Machine> machines_of(const RunRecord& run);
/// Leaves out the published loop where the same \BSPBENCH also measured words in random order: a program's
/// words have any order.
std::vector<Machine> without_published_loop(const std::vector<Machine>& machines);
/// Returns how far the results of all measured machines together can be trusted.
Trust trust_of(const std::vector<Machine>& machines);
/// The same; nothing if all are published.
std::optional<Trust> trust_of_measured(const std::vector<Machine>& machines);
/// The verdict; "" for published machines, which have none.
std::string verdict_of(const Machine& machine);

/// A table whose last column is the source.
struct MachineTable {
    std::string title;
    std::vector<std::string> head;
    std::vector<std::vector<Value>> rows;
    std::vector<std::string> notes;
    std::optional<Trust> trust{}; ///< of its measured values; nothing if all are published
    DataTable requests{};         ///< of the machines, if any was measured with them
};
MachineTable machine_table(const std::vector<Machine>& machines);

/// A cell of a table: a text, and its number if it has one.
Value cell(const std::string& text, std::optional<double> number = {});

/// The table as sections: each source is listed once, numbered, below the table, whose last column has the
/// numbers.
std::vector<Section> table_sections(const MachineTable& table);
/// In CSV, each row has its source instead.
Document table_document(const MachineTable& table);

} // namespace loop::report::bsp
