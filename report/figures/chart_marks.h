#pragma once

#include "report/figures/chart.h"
#include "report/figures/plot.h"

namespace loop::report {

/// Where values lie in a panel.
class PanelPlane {
public:
    PanelPlane(const Area& area, const ChartPanel& panel);

    const Area& area() const { return area_; }
    /// Whether the mark is inside the area.
    bool has(const ChartMark& mark) const { return is_inside(across_, mark.x) && is_inside(up_, mark.y); }
    double x(double value) const;
    double y(double value) const;

private:
    static bool is_inside(const AxisScale& scale, double value);
    /// Values beyond an end are at the end; those that the axis does not have, at its lower end.
    static double part(const AxisScale& scale, double value);

    Area area_;
    AxisScale across_, up_;
};

/// Draws all series, each as a few paths. Of too many marks, some are drawn.
void draw_series(Svg& svg, const PanelPlane& plane, const std::vector<ChartSeries>& all);
/// Draws cells, one path per color, with their texts if all of these fit.
void draw_cells(Svg& svg, const PanelPlane& plane, const std::vector<ChartCell>& cells,
                const ColorScale& colors);
LegendEntry legend_entry(const ChartSeries& series);

} // namespace loop::report
