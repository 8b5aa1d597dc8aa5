#include "report/count/document.h"

#include "base/text/place.h"
#include "report/count/figures.h"
#include "report/count/json.h"
#include "report/count/never_meets.h"
#include "report/document/values.h"

#include <loop/calls.h>

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace loop::report {

using schedule::Counts;
using schedule::LineCounts;
using schedule::RankCounts;
using schedule::Traffic;
using schedule::Work;

namespace {

constexpr std::size_t most_ranks_shown = 64, most_offsets_shown = 32, most_columns_shown = 16;

/// Those of which the program has any.
std::vector<WorkFigure> work_figures_of(const Counts& counts) {
    std::vector<WorkFigure> all;
    for (const WorkFigure& figure : work_figures)
        if (counts.work.*figure.amount > 0) all.push_back(figure);
    return all;
}

constexpr char collective_note[] =
    "Given, got: the data of collective operations, which have no messages here. A rank gives what others "
    "need "
    "of its data, each byte once, and gets what depends on the data of others.";

void add_collective(Section& section, const Counts& counts) {
    if (counts.collective.is_empty()) return;
    section.add("bytes given to collectives", bytes_value(counts.collective.given));
    section.add("bytes got from collectives", bytes_value(counts.collective.got));
    if (!counts.collective_not_measured.is_empty())
        section.add("of these given, not measured", bytes_value(counts.collective_not_measured.given));
    if (counts.ranks > 1)
        section.add("bytes of collectives across the bisection", bytes_value(counts.collective_across));
}

/// A line with messages, or without data of a collective operation, has messages.
bool has_messages(const LineCounts& line) {
    return line.all.messages > 0 || !is_collective(call_info(line.call).kind);
}

Section totals(const Counts& counts) {
    Section section{"total", "All ranks"};
    section.add("ranks", count_value(counts.ranks));
    section.add("messages", count_value(counts.all.messages));
    section.add("bytes", bytes_value(counts.all.bytes));
    if (counts.not_measured.messages > 0) {
        section.add("messages not measured", count_value(counts.not_measured.messages));
        section.add("bytes not measured", bytes_value(counts.not_measured.bytes));
    }
    if (counts.to_oneself.messages > 0) {
        section.add("messages to oneself", count_value(counts.to_oneself.messages));
        section.add("bytes to oneself", bytes_value(counts.to_oneself.bytes));
    }
    if (counts.ranks > 1) {
        section.add("messages across the bisection", count_value(counts.across.messages));
        section.add("bytes across the bisection", bytes_value(counts.across.bytes));
        section.paragraphs.push_back(
            fmt::format("The bisection separates the ranks below {} from the others; both directions count.",
                        counts.ranks / 2));
    }
    add_collective(section, counts);
    for (const WorkFigure& figure : work_figures_of(counts))
        section.add(figure.name, figure.value(counts.work.*figure.amount));
    return section;
}

Section constructs(const Counts& counts, const std::string& source) {
    Section section{"constructs", "Constructs"};
    DataTable table{"constructs",
                    "",
                    {"construct", "line", "calls", "messages", "bytes", "largest h", "not measured",
                     "to oneself", "given", "got"},
                    {}};
    for (const LineCounts& line : counts.lines) {
        const auto part = [](const Traffic& traffic) {
            return traffic.messages > 0 ? count_value(traffic.messages) : nothing();
        };
        const auto if_messages = [&](const Value& value) { return has_messages(line) ? value : nothing(); };
        const auto data = [&](long long bytes) {
            return line.collective.is_empty() ? nothing() : bytes_value(bytes);
        };
        table.rows.push_back({text_value(schedule::shown_call(line.call)),
                              placed_line(source, line.file, line.line, line.column), count_value(line.calls),
                              if_messages(count_value(line.all.messages)),
                              if_messages(bytes_value(line.all.bytes)),
                              if_messages(bytes_value(line.largest_h)), part(line.not_measured),
                              part(line.to_oneself), data(line.collective.given), data(line.collective.got)});
    }
    table.note = "h: the bytes that a rank sends or receives in one call, the larger of both; the rank with "
                 "the most counts.";
    if (!counts.collective.is_empty()) section.paragraphs.emplace_back(collective_note);
    section.tables.push_back(std::move(table));
    for (const LineCounts& line : counts.lines)
        if ((line.call == "SEND" || line.call == "RELAY") && line.all.messages == 0)
            section.items.push_back(fmt::format("\\{} in {} never sends anything.", line.call,
                                                placed_text(source, line.file, line.line, line.column)));
    return section;
}

Section phases(const Counts& counts) {
    Section section{"phases", "Phases"};
    const bool has_phases = std::any_of(counts.phases.begin(), counts.phases.end(),
                                        [](const auto& phase) { return !phase.name.empty(); });
    if (!has_phases) return section;
    DataTable table{"phases", "", {"phase", "messages", "bytes", "largest h", "given", "got"}, {}};
    const std::vector<WorkFigure> figures = work_figures_of(counts);
    for (const WorkFigure& figure : figures)
        table.columns.emplace_back(figure.name);
    for (const schedule::PhaseCounts& phase : counts.phases) {
        std::vector<Value> row{text_value(phase.name.empty() ? "outside of phases" : phase.name),
                               count_value(phase.all.messages), bytes_value(phase.all.bytes),
                               bytes_value(phase.largest_h)};
        for (const long long bytes : {phase.collective.given, phase.collective.got})
            row.push_back(counts.collective.is_empty() ? nothing() : bytes_value(bytes));
        for (const WorkFigure& figure : figures)
            row.push_back(figure.value(phase.work.*figure.amount));
        table.rows.push_back(std::move(row));
    }
    table.note = "What a phase inside another one does counts for the inner one only.";
    section.tables.push_back(std::move(table));
    return section;
}

/// Those of messages, and those of collective operations if there are any.
std::vector<RankFigure> rank_figures_of(const Counts& counts) {
    constexpr std::size_t of_messages = 4;
    const auto* const end =
        counts.collective.is_empty() ? rank_figures + of_messages : std::end(rank_figures);
    return {std::begin(rank_figures), end};
}

/// Figures of ranks as a row of the table of extremes.
std::vector<Value> extremes(const std::string& name, const std::vector<double>& by_rank,
                            Value (*value)(double), bool is_count) {
    const auto [min, max] = std::minmax_element(by_rank.begin(), by_rank.end());
    const auto first_max = std::max_element(by_rank.begin(), by_rank.end());
    const double mean =
        std::accumulate(by_rank.begin(), by_rank.end(), 0.0) / static_cast<double>(by_rank.size());
    // A mean number of messages may be a fraction.
    const bool is_fraction = is_count && mean != std::floor(mean);
    return {text_value(name), value(*min), is_fraction ? number_value(mean, "") : value(mean), value(*max),
            *min == *max ? text_value("all") : rank_value(static_cast<int>(first_max - by_rank.begin()))};
}

DataTable extremes(const Counts& counts) {
    DataTable table{"rank-extremes", "", {"per rank", "min", "mean", "max", "rank with the most"}, {}};
    for (const RankFigure& figure : rank_figures_of(counts))
        table.rows.push_back(
            extremes(figure.name, figures_of(counts, figure.of), figure.value, figure.is_count));
    for (const WorkFigure& figure : work_figures_of(counts))
        table.rows.push_back(extremes(
            figure.name, figures_of(counts, [&](const RankCounts& rank) { return rank.work.*figure.amount; }),
            figure.value, figure.is_count));
    return table;
}

Section ranks(const Counts& counts) {
    Section section{"ranks", "Ranks"};
    section.tables.push_back(extremes(counts));
    DataTable table{"ranks", "", {"rank"}, {}};
    const std::vector<WorkFigure> works = work_figures_of(counts);
    const std::vector<RankFigure> figures = rank_figures_of(counts);
    for (const RankFigure& figure : figures)
        table.columns.emplace_back(figure.name);
    for (const WorkFigure& figure : works)
        table.columns.emplace_back(figure.name);
    for (std::size_t rank = 0; rank < std::min(counts.by_rank.size(), most_ranks_shown); ++rank) {
        std::vector<Value> row{count_value(rank)};
        for (const RankFigure& figure : figures)
            row.push_back(figure.value(static_cast<double>(figure.of(counts.by_rank[rank]))));
        for (const WorkFigure& figure : works)
            row.push_back(figure.value(counts.by_rank[rank].work.*figure.amount));
        table.rows.push_back(std::move(row));
    }
    if (counts.by_rank.size() > most_ranks_shown)
        table.note =
            fmt::format("{} more ranks are in the JSON output.", counts.by_rank.size() - most_ranks_shown);
    section.tables.push_back(std::move(table));
    return section;
}

std::string offset_text(long long offset) {
    return offset == 0 ? "itself" : fmt::format("{:+}", offset);
}

Section offsets(const Counts& counts) {
    Section section{"offsets", "Receivers, by their distance from the sender"};
    std::vector<std::pair<long long, Traffic>> all(counts.by_offset.begin(), counts.by_offset.end());
    std::stable_sort(all.begin(), all.end(),
                     [](const auto& a, const auto& b) { return a.second.messages > b.second.messages; });
    DataTable table{"offsets", "", {"receiver - sender", "messages", "bytes"}, {}};
    for (std::size_t i = 0; i < std::min(all.size(), most_offsets_shown); ++i)
        table.rows.push_back({text_value(offset_text(all[i].first)), count_value(all[i].second.messages),
                              bytes_value(all[i].second.bytes)});
    if (all.size() > most_offsets_shown)
        table.note = fmt::format("{} more distances have fewer messages; they are in the JSON output.",
                                 all.size() - most_offsets_shown);
    section.tables.push_back(std::move(table));
    return section;
}

std::string block_name(const Counts& counts, std::size_t index) {
    const int first = static_cast<int>(index) * counts.block;
    const int last = std::min(first + counts.block, counts.ranks) - 1;
    return first == last ? fmt::format("{}", first) : fmt::format("{}-{}", first, last);
}

Section matrix(const Counts& counts) {
    Section section{"matrix", "Messages from (rows) to (columns)"};
    if (counts.block > 1)
        section.paragraphs.push_back(fmt::format("Each row and column stands for {} ranks.", counts.block));
    DataTable table{"matrix", "", {"from"}, {}};
    for (std::size_t column = 0; column < counts.matrix.size(); ++column)
        table.columns.push_back("to " + block_name(counts, column));
    for (std::size_t row = 0; row < counts.matrix.size(); ++row) {
        std::vector<Value> cells{text_value(block_name(counts, row))};
        for (const Traffic& traffic : counts.matrix[row])
            cells.push_back(traffic.messages > 0 ? count_value(traffic.messages) : text_value("."));
        table.rows.push_back(std::move(cells));
    }
    section.is_detail = counts.matrix.size() > most_columns_shown;
    section.tables.push_back(std::move(table));
    return section;
}

} // namespace

Document count_document(const Counts& counts, const schedule::NeverMeets& never_meets,
                        const std::string& program) {
    Document document;
    document.title = program;
    document.subtitle = fmt::format("what {} ranks would do", counts.ranks);
    document.kind = "LOOP count";
    const std::string source = program + ".loop";
    document.sections = {totals(counts), constructs(counts, source)};
    if (Section section = never_meets_section(never_meets, source); !section.is_empty())
        document.sections.push_back(std::move(section));
    if (!counts.notes.empty()) {
        Section notes{"notes", "Notes"};
        notes.items = counts.notes;
        document.sections.push_back(std::move(notes));
    }
    for (Section section : {phases(counts), ranks(counts), offsets(counts), matrix(counts)})
        if (!section.is_empty()) document.sections.push_back(std::move(section));
    document.data = count_as_json(counts, program);
    document.data["never_meets"] = json_of(never_meets);
    return document;
}

} // namespace loop::report
