#include "report/sheet/sections.h"

#include <fmt/core.h>

#include <algorithm>

/// A run may have several launches, but a trace belongs to one of them.
namespace loop::report {

std::string launch_text(const SheetInput& input) {
    const RunRecord& run = input.run();
    const int launches = std::max(run.launches_planned, static_cast<int>(run.launches.size()));
    if (input.analysis == nullptr || launches < 2) return {};
    return fmt::format("launch {} of {}", input.directory.launch, launches);
}

Section of_launch(Section section, const SheetInput& input) {
    const std::string launch = launch_text(input);
    if (launch.empty()) return section;
    for (DataTable& table : section.tables)
        if (table.id != "phases" && table.id != "threads")
            table.title += ", " + launch; // these have the medians of the launches
    for (Picture& picture : section.pictures)
        picture.title += ", " + launch;
    if (!section.facts.empty() || section.interactive)
        section.paragraphs.insert(section.paragraphs.begin(),
                                  "States and messages are those of " + launch + ".");
    return section;
}

} // namespace loop::report
