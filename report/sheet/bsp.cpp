#include "report/bsp/prediction.h"
#include "report/bsp/section.h"
#include "report/sheet/sections.h"

namespace loop::report {

/// For a run with a \BSPBENCH or \BSPPROBE: r, g, and l, with the figures that show whether they can be
/// trusted.
Section bsp_section(const SheetInput& input) {
    return bsp::section(input.run());
}

/// What the run should take on the given machines, and what it took.
Section bsp_prediction_section(const SheetInput& input) {
    return input.prediction ? bsp::prediction_section(*input.prediction) : Section{};
}

} // namespace loop::report
