#include "report/bsp/measured.h"
#include "report/sheet/sections.h"

#include <fmt/core.h>

namespace loop::report {

/// For a run with a \BSPBENCH: r, g, and l, with the figure that shows whether they can be trusted.
Section bsp_section(const SheetInput& input) {
    Section section{"bsp", "BSP: r, g and l"};
    section.paragraphs = bsp::lines(input.run());
    for (const bsp::Measured& found : bsp::measured(input.run()))
        section.pictures.push_back(
            {found.name.empty() ? "Time of an h-relation" : found.name,
             fmt::format("{} ranks, line fitted to h = {:g} to {:g}", found.ranks, found.h0, found.h1),
             [found] { return bsp::picture(found); }});
    return section;
}

} // namespace loop::report
