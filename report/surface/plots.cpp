#include "report/surface/figures.h"
#include "report/surface/study.h"

#include <fmt/core.h>

namespace loop::report {

namespace {

void add(std::optional<Chart> plot, std::vector<Chart>& all) {
    if (plot) all.push_back(std::move(*plot));
}

/// The surfaces that share the first comparison of this kind: of machines, the base and those compared with
/// it; of versions, the first version and those that it is compared with.
std::vector<const Surface*> side_by_side(const SurfaceStudy& study, bool of_versions) {
    std::vector<const Surface*> surfaces;
    for (const SurfaceRatio& ratio : study.ratios) {
        if (ratio.of_versions != of_versions) continue;
        const Surface* const common = of_versions ? ratio.surface : ratio.base;
        const Surface* const other = of_versions ? ratio.base : ratio.surface;
        if (surfaces.empty()) surfaces.push_back(common);
        if (surfaces[0] == common) surfaces.push_back(other);
    }
    return surfaces;
}

} // namespace

std::vector<Chart> surface_plots(const SurfaceStudy& study) {
    std::vector<Chart> all;
    for (std::size_t i = 0; i < study.surfaces.size(); ++i) {
        const Surface& surface = study.surfaces[i];
        add(surface_plot(surface, fmt::format("surface-{}", i + 1)), all);
        add(contour_plot(surface, fmt::format("contours-{}", i + 1)), all);
        add(cycles_plot(surface, fmt::format("cycles-{}", i + 1)), all);
        LineAxes axes{surface.label + ": block size needed per bandwidth", "alpha", "L (words of a block)"};
        axes.reversed_x = true;
        add(line_plot(needed_lengths(surface), axes, fmt::format("needed-{}", i + 1)), all);
    }
    add(contour_plots(side_by_side(study, false), "contours-side-by-side"), all);
    add(contour_plots(side_by_side(study, true), "contours-versions"), all);
    for (Chart& plot : ratio_plots(study.ratios, "ratio"))
        all.push_back(std::move(plot));
    LineAxes axes{"Apex-Map / ping-pong bandwidth at the largest alpha", "L = words of a message",
                  "bandwidth ratio"};
    axes.level_name = "as fast";
    axes.level = 1;
    add(line_plot(study.beside_ping_pong, axes, "ping-pong"), all);
    add(line_plot(study.over_ranks, {"bandwidth over ranks", "ranks", "MB/s per process"}, "ranks"), all);
    add(line_plot(study.over_buffers,
                  {"bandwidth over receive buffers", "B (receive buffers)", "MB/s per process"}, "buffers"),
        all);
    return all;
}

} // namespace loop::report
