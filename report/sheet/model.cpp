#include "base/text/shell.h"
#include "report/sheet/sections.h"

#include <fmt/core.h>

namespace loop::report {

Section model_section(const SheetInput& input) {
    const RunRecord& run = input.run();
    Section section{"model", "The simulated machine"};
    section.paragraphs = {
        "All times of this sheet come from a model, simulated on the host described under Environment."};
    section.add("Simulator", run.versions.mpi);
    const auto simulation = run.machine.simulation.value_or(formats::RunMachine::Simulation{});
    for (const auto& [name, rate] : simulation.rates)
        section.add(name, fmt::format("{:.6g}", rate));
    for (const auto& [name, text] : simulation.sources)
        section.add("Source of " + name, text);
    section.add("Fitted to published times, which are therefore not predicted",
                shell_words(simulation.calibrated));
    if (!run.simulated) return section;
    section.add("Platform (see below)", run.simulated->platform.file);
    section.listing = run.simulated->platform.text;
    return section;
}

} // namespace loop::report
