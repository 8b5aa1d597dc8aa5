#pragma once

#include "app/input/report_files.h"
#include "report/bsp/prediction.h"

#include <string>
#include <vector>

/// Machines with known BSP parameters, as arguments of verbs.
namespace loop::app {

namespace bsp = report::bsp;

/// Machines to predict times on, and the rate that predictions take.
struct BspInputs {
    std::vector<std::string> inputs; ///< run folders of `bspbench` and `bspprobe`, and tables in CSV
    std::string rate = "auto";       ///< a text that rate_choice() reads

    bsp::RateChoice choice() const { return *bsp::rate_choice(rate); }
};

/// The machines of an input. Throws Failure if it has none, (exit code 1) if they are INVALID, unless
/// `anyway`.
std::vector<bsp::Machine> machines_in(const std::string& input, bool anyway);
/// The machines of several inputs.
std::vector<bsp::Machine> machines_in(const std::vector<std::string>& inputs, bool anyway);
/// The machines that come with LOOP.
std::vector<bsp::Machine> published_machines();

/// What a run should take on the machines of `--bsp`, for its sheet; nothing without this option. Reads the
/// machines at once. Throws Failure as machines_in(), and if a machine lacks the rate.
Predict prediction_for_sheet(const BspInputs& inputs);

} // namespace loop::app
