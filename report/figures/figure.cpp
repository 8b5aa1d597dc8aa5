#include "report/figures/figure.h"

#include <array>

namespace loop::report {

namespace {

struct Row {
    FigureKind kind;
    const char* name;
    Svg (*draw)(const FigureInput& input);
};

constexpr std::array<Row, 12> figures{{{FigureKind::SpaceTime, "spacetime", draw_space_time},
                                       {FigureKind::Utilization, "utilization", draw_utilization},
                                       {FigureKind::Matrix, "matrix", draw_matrix},
                                       {FigureKind::Concurrency, "concurrency", draw_concurrency},
                                       {FigureKind::Queues, "queues", draw_queues},
                                       {FigureKind::Summary, "summary", draw_summary},
                                       {FigureKind::Gantt, "gantt", draw_gantt},
                                       {FigureKind::Kiviat, "kiviat", draw_kiviat},
                                       {FigureKind::Traffic, "traffic", draw_traffic},
                                       {FigureKind::Tasks, "phases", draw_tasks},
                                       {FigureKind::TaskCount, "phase-count", draw_task_count},
                                       {FigureKind::Portrait, "portrait", draw_portrait}}};

} // namespace

Svg draw_figure(FigureKind kind, const FigureInput& input) {
    for (const Row& row : figures)
        if (row.kind == kind) return row.draw(input);
    return Svg(1, 1);
}

std::optional<FigureKind> figure_named(const std::string& name) {
    for (const Row& row : figures)
        if (name == row.name) return row.kind;
    return std::nullopt;
}

std::vector<std::string> figure_names() {
    std::vector<std::string> names;
    for (const Row& row : figures)
        names.emplace_back(row.name);
    return names;
}

} // namespace loop::report
