#include "report/compare/forms.h"
#include "report/table.h"
#include "report/units.h"

#include <fmt/core.h>

#include <algorithm>

namespace loop::report {

namespace {

/// As the paper prints times; smaller ones with their unit. Marked where it is of an INVALID run.
std::string time_text(const ComparedCell& cell) {
    if (cell.measurement == nullptr) return "";
    return seconds_text(cell.seconds) + (cell.measurement->trust.is_invalid() ? " INVALID" : "");
}

std::string launches_text(const ComparedRow& row) {
    std::string text;
    for (const ComparedCell& cell : row.cells)
        text += (text.empty() ? "" : "/") +
                (cell.measurement == nullptr ? "-" : std::to_string(cell.measurement->seconds.size()));
    return text;
}

Table time_table(const Comparison& comparison) {
    std::vector<std::string> head{"time, median"};
    for (const Contender& contender : comparison.contenders)
        head.push_back(shortened(contender.name, 24));
    head.emplace_back("launches");
    Table table(head);
    for (const ComparedRow& row : comparison.rows) {
        std::vector<std::string> cells{shortened(row.label, 48)};
        for (const ComparedCell& cell : row.cells)
            cells.push_back(time_text(cell));
        cells.push_back(launches_text(row));
        table.add(cells);
    }
    return table;
}

/// A tie is never coloured.
std::string coloured(const Judgement& judgement, const Style& style) {
    const std::string text = verdict_text(judgement);
    if (judgement.finding == Finding::Undecided) return text;
    return judgement.finding == Finding::Faster ? style.better(text) : style.worse(text);
}

/// The verdict, or that there is none, as something is INVALID.
std::string verdict_cell(const ComparedCell& cell, const Style& style) {
    if (cell.is_refused) return "INVALID";
    return cell.judgement ? coloured(*cell.judgement, style) : "";
}

Table slowdown_table(const Comparison& comparison, const Style& style) {
    std::vector<std::string> head{slowdown_title(comparison)};
    for (std::size_t i = 0; i < comparison.contenders.size(); ++i) {
        if (i == comparison.base) continue;
        head.push_back(shortened(comparison.contenders[i].name, 24));
        head.emplace_back("");
    }
    Table table(head);
    for (const ComparedRow& row : comparison.rows) {
        std::vector<std::string> cells{shortened(row.label, 48)};
        for (std::size_t i = 0; i < row.cells.size(); ++i) {
            if (i == comparison.base) continue;
            cells.push_back(slowdown_text(row.cells[i]));
            cells.push_back(verdict_cell(row.cells[i], style));
        }
        table.add(cells);
    }
    return table;
}

Table environment_table(const Comparison& comparison) {
    std::vector<std::string> head{"where what was run and environments differ"};
    for (const Contender& contender : comparison.contenders)
        head.push_back(shortened(contender.name, 24));
    Table table(head);
    for (const Difference& difference : comparison.differences) {
        std::vector<std::string> cells{shortened(difference.what, 32)};
        for (const std::string& value : difference.values)
            cells.push_back(shortened(value, 40));
        table.add(cells);
    }
    return table;
}

/// The first few, and how many more.
std::string some_of(const std::vector<std::string>& cells) {
    constexpr std::size_t most = 6;
    std::string text;
    for (std::size_t i = 0; i < std::min(most, cells.size()); ++i)
        text += (i == 0 ? "" : ", ") + cells[i];
    return cells.size() > most ? fmt::format("{}, and {} more", text, cells.size() - most) : text;
}

} // namespace

std::string slowdown_number(double slowdown) {
    return fmt::format(slowdown >= 99.95 ? "{:.0f}" : "{:.3f}", slowdown);
}

std::string slowdown_title(const Comparison& comparison) {
    return "slowdown, in " + comparison.contenders[comparison.base].name + " seconds";
}

std::string slowdown_text(const ComparedCell& cell) {
    if (cell.is_base && cell.measurement != nullptr) return "1";
    if (!cell.judgement) return "";
    std::string text = slowdown_number(cell.judgement->slowdown);
    if (const auto& interval = cell.judgement->interval)
        text +=
            fmt::format(" ({} to {})", slowdown_number(interval->first), slowdown_number(interval->second));
    return text;
}

std::vector<std::string> undecided_lines(const Comparison& comparison) {
    std::vector<std::pair<std::string, std::vector<std::string>>> reasons;
    std::size_t judged = 0;
    for (const ComparedRow& row : comparison.rows)
        for (std::size_t i = 0; i < row.cells.size(); ++i) {
            const auto& judgement = row.cells[i].judgement;
            if (!judgement) continue;
            ++judged;
            if (judgement->finding != Finding::Undecided) continue;
            const auto same = [&](const auto& item) { return item.first == judgement->why; };
            auto found = std::find_if(reasons.begin(), reasons.end(), same);
            if (found == reasons.end()) found = reasons.insert(found, {judgement->why, {}});
            const std::string where =
                comparison.contenders.size() > 2 ? " on " + comparison.contenders[i].name : "";
            found->second.push_back(row.label + where);
        }
    std::vector<std::string> lines;
    for (const auto& [why, cells] : reasons)
        lines.push_back(
            fmt::format("undecided, {}: {}", why, cells.size() == judged ? "everywhere" : some_of(cells)));
    return lines;
}

std::string detectable_line(const Comparison& comparison) {
    std::vector<double> found;
    for (const ComparedRow& row : comparison.rows)
        for (const ComparedCell& cell : row.cells)
            if (cell.judgement && cell.judgement->detectable) found.push_back(*cell.judgement->detectable);
    if (found.empty()) return "";
    const auto [least, most] = std::minmax_element(found.begin(), found.end());
    const std::string range = found.size() == 1
                                  ? slowdown_size(*least)
                                  : slowdown_size(*least) + " to " + slowdown_size(*most) + ", by row";
    return fmt::format("the smallest slowdown that {:.0f} of 10 such comparisons would have found: {}",
                       10 * comparison_power, range);
}

std::string comparison_text(const Comparison& comparison, const SheetOptions& options) {
    const Style style(options.colour);
    std::string text =
        time_table(comparison).text(style) + "\n" + slowdown_table(comparison, style).text(style);
    text += style.dim(fmt::format(
                "in brackets: {:g} % interval, from all quotients of launches; of published times: "
                "what their printed digits leave open",
                100 * comparison_confidence)) +
            "\n";
    if (const std::string line = detectable_line(comparison); !line.empty()) text += line + "\n";
    for (const std::string& line : undecided_lines(comparison))
        text += "  - " + line + "\n";
    const Table environment = environment_table(comparison);
    if (!environment.empty()) text += "\n" + environment.text(style);
    for (const std::string& note : comparison.notes)
        text += "\nnote: " + note + "\n";
    if (!comparison.trust) return text;
    text += "\n" + style.verdict(comparison.trust->word()) + "\n";
    for (const std::string& reason : comparison.trust->reasons())
        text += "  - " + reason + "\n";
    return text;
}

} // namespace loop::report
