#include "report/sheet/sections.h"
#include "base/text/shell.h"

#include <fmt/core.h>

namespace loop::report {

Section model_section(const SheetInput& input) {
    const RunRecord& run = input.run();
    Section section{"model", "The simulated machine"};
    section.paragraphs = {"All times of this sheet are those of a model, simulated on the host that is told "
                          "under Environment."};
    section.add("Simulator", run.versions.mpi);
    const auto simulation = run.machine.simulation.value_or(formats::RunMachine::Simulation{});
    for (const auto& [name, rate] : simulation.rates)
        section.add(name, fmt::format("{:.6g}", rate));
    for (const auto& [name, text] : simulation.sources)
        section.add("Source of " + name, text);
    section.add("Fixed by published times, which so are not predicted", shell_words(simulation.calibrated));
    if (!run.simulated) return section;
    section.add("Platform, below", run.simulated->platform.file);
    section.listing = run.simulated->platform.text;
    return section;
}

} // namespace loop::report
