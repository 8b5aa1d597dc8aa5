#include "report/document/values.h"
#include "report/figures/figure.h"
#include "report/sheet/sections.h"
#include "report/viewer/page_data.h"

#include <fmt/core.h>

#include <algorithm>

namespace loop::report {

namespace {

double seconds(std::int64_t nanoseconds) {
    return static_cast<double>(nanoseconds) * 1e-9;
}

/// Percentage of the measured time for which exactly k ranks were busy, in overhead, or idle.
DataTable concurrency_table(const ConcurrencyProfile& profile, const StateTimes& times) {
    DataTable table{
        "concurrency",
        "Concurrency profile",
        {"ranks", "busy", "overhead", "idle"},
        {},
        "Percent of the measured time of all ranks for which exactly this many ranks were in a state."};
    const auto share = [&](double percent) { return times.is_known() ? percent_value(percent) : unknown(); };
    const auto& busy = profile.percent[static_cast<std::size_t>(State::Busy)];
    const auto& overhead = profile.percent[static_cast<std::size_t>(State::Overhead)];
    const auto& idle = profile.percent[static_cast<std::size_t>(State::Idle)];
    for (std::size_t k = 0; k < busy.size(); ++k)
        table.rows.push_back({count_value(k), share(busy[k]), share(overhead[k]), share(idle[k])});
    return table;
}

/// Says how much of each kernel the trace contains, and what follows for the section.
void add_coverage(Section& section, const SheetInput& input, const char* consequence) {
    const std::vector<std::string> sentences = coverage_sentences(input);
    for (std::string sentence : sentences) {
        sentence[0] = 'I'; // "inside"
        section.paragraphs.push_back(sentence + ".");
    }
    if (!sentences.empty()) section.paragraphs.back() += fmt::format(" {}", consequence);
}

constexpr std::size_t shown_pairs = 64;

DataTable pair_table(const CommunicationMatrix& matrix) {
    DataTable table{
        "pairs", "Busiest pairs", {"sender", "receiver", "messages", "bytes", "bytes per message"}, {}, {}};
    std::vector<MatrixCell> cells = matrix.cells;
    const std::size_t shown = std::min(cells.size(), shown_pairs);
    std::partial_sort(cells.begin(), cells.begin() + static_cast<std::ptrdiff_t>(shown), cells.end(),
                      [](const MatrixCell& a, const MatrixCell& b) {
                          if (a.bytes != b.bytes) return a.bytes > b.bytes;
                          return std::pair(a.sender, a.receiver) < std::pair(b.sender, b.receiver);
                      });
    for (std::size_t i = 0; i < shown; ++i) {
        const MatrixCell& cell = cells[i];
        table.rows.push_back({count_value(cell.sender), count_value(cell.receiver),
                              count_value(cell.messages), bytes_value(cell.bytes),
                              bytes_value(cell.messages == 0 ? 0
                                                             : static_cast<double>(cell.bytes) /
                                                                   static_cast<double>(cell.messages))});
    }
    if (cells.size() > shown)
        table.note = fmt::format("The {} pairs with the most bytes, of {} that exchanged messages.", shown,
                                 cells.size());
    return table;
}

} // namespace

std::vector<Picture> figures(const SheetInput& input, const std::vector<const char*>& names) {
    std::vector<Picture> all;
    if (input.analysis == nullptr) return all;
    for (const char* name : names) {
        const Figure& figure = *figure_named(name);
        if (figure.compares_ranks && !input.analysis->clocks.agree()) continue;
        all.push_back({figure.title, figure.caption, [input, &figure] {
                           return figure.draw({input.trace(), *input.analysis})
                               .element(fmt::format("{}. {}", figure.title, figure.caption));
                       }});
    }
    return all;
}

Section space_time(const SheetInput& input, const ViewLimits& limits) {
    Section section{"space-time", "Space-time diagram"};
    section.pictures = figures(input, {"spacetime"});
    section.paragraphs = trace_reservations(input);
    add_coverage(section, input, "Figures show these blocks only.");
    section.interactive = [input, limits] {
        PageData page = page_data(input.trace(), *input.analysis, limits, network_of(input).get());
        return Interactive{std::move(page.element), std::move(page.data)};
    };
    return section;
}

namespace {

/// What is measured of a rank; unknown if the trace is from another tool's archive.
std::string measured_part(const SheetInput& input) {
    if (input.directory.is_imported) return "";
    const MeasuredSpan measured = measured_span(input.run());
    return fmt::format(
        ", from the end of its {} to its {}, without \\UNTIMED, warm-ups, and payload verification",
        measured.begin, measured.end);
}

} // namespace

Section states_section(const SheetInput& input) {
    Section section{"states", "States of the ranks"};
    section.paragraphs = {
        "Busy: computing, in constructs and in host code. Overhead: sending, receiving, and other work for "
        "communication. Idle: waiting for a message that has not arrived. In MPI, not recorded: inside calls "
        "of which only begin and end are known (" +
        std::string(calls_in_mpi) + "). These add up to the rank's measured time" + measured_part(input) +
        "."};
    section.pictures = figures(input, {"gantt", "kiviat", "concurrency"});
    if (DataTable kernels = kernel_table(input); !kernels.rows.empty())
        section.tables.push_back(std::move(kernels));
    section.tables.push_back(time_by_construct(input));
    section.tables.push_back(concurrency_table(input.analysis->concurrency, input.analysis->times));
    if (input.analysis->imbalance) {
        const Imbalance& imbalance = *input.analysis->imbalance;
        section.facts = {{"Load imbalance (max busy time / average - 1)", percent_value(imbalance.percent())},
                         {"Busiest rank", rank_value(imbalance.max_rank)},
                         {"Busy time of the busiest rank", seconds_value(seconds(imbalance.max_ns))},
                         {"Least busy rank", rank_value(imbalance.min_rank)},
                         {"Busy time of the least busy rank", seconds_value(seconds(imbalance.min_ns))},
                         {"Average busy time", seconds_value(imbalance.mean_ns * 1e-9)}};
    }
    return section;
}

Section communication_section(const SheetInput& input) {
    Section section{"communication", "Communication"};
    section.pictures = figures(input, {"matrix", "traffic", "portrait"});
    section.tables.push_back(pair_table(input.analysis->matrix));
    add_coverage(section, input, "Table and figures contain the messages of these blocks only.");
    return section;
}

} // namespace loop::report
