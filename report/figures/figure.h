#pragma once

#include "report/figures/svg.h"
#include "trace/analysis/analysis.h"
#include "trace/analysis/network/network_load.h"

#include <string>
#include <vector>

/// Figures of a run, for papers and for the sheet. Each has a bounded number of shapes, however long the
/// trace is, and a bounded number of rows, however many ranks there are.
namespace loop::report {

struct FigureInput {
    const Trace& trace;
    const Analysis& analysis;
    double width = 0;                     ///< of the figure, in pixels; 0: its usual width
    const NetworkLoad* network = nullptr; ///< null: the network is unknown

    double width_or(double usual) const { return width > 0 ? width : usual; }
};

/// The smallest width at which every figure can be read.
constexpr double min_figure_width = 220;

/// To add a figure, add its function, a row of the table in figure.cpp, and the section that shows it.
struct Figure {
    const char* name; ///< "spacetime", as in `loop report --figure spacetime`
    const char* title;
    const char* caption;
    Svg (*draw)(const FigureInput& input);
    /// It compares times of different ranks, so it is unknown if their clocks disagree (ClockCheck).
    bool compares_ranks = false;
};

/// Returns null if there is no figure of this name.
const Figure* figure_named(const std::string& name);
std::vector<std::string> figure_names();

Svg draw_space_time(const FigureInput& input);
Svg draw_gantt(const FigureInput& input);
Svg draw_utilization(const FigureInput& input);
Svg draw_summary(const FigureInput& input);
Svg draw_kiviat(const FigureInput& input);
Svg draw_matrix(const FigureInput& input);
Svg draw_concurrency(const FigureInput& input);
Svg draw_queues(const FigureInput& input);
Svg draw_traffic(const FigureInput& input);
Svg draw_phases(const FigureInput& input);
Svg draw_phase_count(const FigureInput& input);
Svg draw_phase_times(const FigureInput& input);
Svg draw_portrait(const FigureInput& input);
Svg draw_network(const FigureInput& input);

constexpr double figure_width = 960; ///< the usual width of figures over time
/// Resolution of the time axis, for bars and for curves.
constexpr std::size_t figure_columns = 880, curve_bins = 440;
/// The states that figures distinguish, in their order, with their styles.
inline const std::vector<std::pair<State, std::string>> drawn_states{
    {State::Busy, "busy"},         {State::Overhead, "overhead"}, {State::Idle, "idle"},
    {State::Excluded, "excluded"}, {State::Unknown, "unknown"},   {State::InMpi, "mpi"}};

} // namespace loop::report
