#include "kernels/clue/csv.h"

#include "session/concat.h"

#include <loop/clue_columns.h>

#include <cstdio>
#include <string_view>

namespace loop::runtime::clue {
namespace {

namespace columns = loop::clue_columns;

std::string number(double value) {
    char text[40];
    std::snprintf(text, sizeof text, "%.10g", value);
    return text;
}

// Arguments are words of <loop/kernels.h>, so no cell needs quotes.
std::string joined(const std::vector<std::string>& cells) {
    std::string line;
    for (const std::string& cell : cells)
        line += (line.empty() ? "" : ",") + cell;
    return line;
}

} // namespace

std::string csv_head() {
    std::vector<std::string> cells{columns::ranks,   columns::width,      columns::height,
                                   columns::type,    columns::iterations, columns::neighbours,
                                   columns::edges,   columns::order,      columns::update,
                                   columns::indices, columns::act,        columns::net_act};
    for (const ResultKind& metric : columns::metrics)
        for (const char* statistic : columns::statistics)
            cells.push_back(columns::name(metric, statistic));
    return joined(cells);
}

std::string csv_line(const Clue& asked, const Execution& execution) {
    const double act = execution.transitions / execution.seconds * 1e-6;
    std::vector<std::string> cells{std::to_string(execution.ranks),
                                   std::to_string(asked.width),
                                   std::to_string(asked.height == 0 ? asked.width : asked.height),
                                   std::string(asked.type),
                                   std::to_string(asked.iterations),
                                   std::string(asked.neighbours),
                                   std::string(asked.edges),
                                   std::string(asked.order),
                                   std::string(asked.update),
                                   std::string(asked.indices),
                                   number(act),
                                   number(execution.ranks * act)};
    for (const ResultKind& metric : columns::metrics) {
        const OverRanks* known = nullptr;
        for (const auto& [kind, values] : execution.metrics)
            if (std::string_view(kind.tag) == metric.tag) known = &values;
        for (const double OverRanks::*statistic :
             {&OverRanks::mean, &OverRanks::deviation, &OverRanks::min, &OverRanks::max})
            cells.push_back(known == nullptr ? "" : number(known->*statistic));
    }
    return joined(cells);
}

} // namespace loop::runtime::clue
