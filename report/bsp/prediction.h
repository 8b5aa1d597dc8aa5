#pragma once

#include "report/bsp/demand.h"
#include "report/bsp/machines.h"

#include <optional>
#include <string>
#include <vector>

/// The time that a program will take on a machine: w / r + h g + S l. With a run of \BSPBENCH, the g and l of
/// each superstep are those of the line for its h, or, if it has requests of BSPlib, those of their
/// operations, and h o is added.
namespace loop::report::bsp {

/// The machines on this number of ranks. A machine that was measured on other numbers is interpolated between
/// the two next to it, with the costs of its requests; one that LOOP measured may be extrapolated. Machines
/// without two such numbers are left out.
std::vector<Machine> machines_at(const std::vector<Machine>& machines, int ranks);

/// The program whose demand is predicted.
struct PredictedProgram {
    std::string name;
    std::optional<double> measured_seconds{}; ///< of the slowest rank
    Trust trust{};
};

/// One row per machine: the parts of its time, their sum, the range of a run of \BSPBENCH, and, for a
/// program, its measured time. What is not known exactly is a note of the verdict. Of the two orders of words
/// of a \BSPBENCH, takes the random one. Throws ChoiceError if a machine does not have the chosen rate.
MachineTable prediction_table(const std::vector<Machine>& given, const Demand& demand, const RateChoice& rate,
                              const std::optional<PredictedProgram>& program);

/// Predicts the time of a run on machines that were measured on its number of ranks, or on others. If there
/// are none, the table has no rows, and its note says so.
MachineTable predict_run(const RunRecord& run, const std::string& name, const std::vector<Machine>& machines,
                         const RateChoice& rate);

/// A section of the run's own sheet: prediction_table() with sentences that compare both times.
Section prediction_section(const MachineTable& table);
/// These sentences: "local, bspbench: 1.20 ms predicted (r: L2), 1.50 ms measured: 1.25 times as long".
std::vector<std::string> comparison_lines(const MachineTable& table);

/// The columns of prediction_table() that others read.
enum PredictionColumn : std::size_t {
    RateColumn = 3,
    WorkColumn,
    WordsColumn,
    RequestsColumn,
    SuperstepsColumn,
    TotalColumn,
    RangeColumn,
    MeasuredColumn,
    RatioColumn
};

} // namespace loop::report::bsp
