#include "report/sheet/record_fields.h"
#include "report/sheet/sections.h"
#include "report/document/values.h"

#include <fmt/core.h>

namespace loop::report {

Section model_section(const SheetInput& input) {
    Section section{"model", "The simulated machine"};
    const auto& record = input.directory.record;
    const auto& simulation = field(record, "machine", "simulation");
    const auto& platform = field(record, "simulated", "platform");
    const auto& sources = field(simulation, "sources");
    section.paragraphs = {"All times of this sheet are those of a model, simulated on the host that is told "
                          "under Environment."};
    const auto add = [&](const std::string& label, const std::string& text) {
        section.facts.push_back({label, text_value(text)});
    };
    add("Simulator", input.run().mpi_version);
    if (const auto& rates = field(simulation, "rates"); rates.is_object())
        for (const auto& [name, value] : rates.items())
            add(name, field_text(value));
    if (sources.is_object())
        for (const auto& [name, text] : sources.items())
            add("Source of " + name, field_text(text));
    add("Fixed by published times, which so are not predicted", field_text(field(simulation, "calibrated")));
    add("Platform, below", field_text(field(platform, "file")));
    if (const auto& text = field(platform, "text"); text.is_string())
        section.listing = text.get<std::string>();
    return section;
}

} // namespace loop::report
