#include "report/compare/undecided.h"

#include "base/text/strings.h"

#include <fmt/core.h>

#include <algorithm>

namespace loop::report {

namespace {

/// Whether the launches show neither that the slowdown exceeds the limit nor that it does not.
bool leaves_limit_open(const Judgement& judgement, double limit) {
    if (!judgement.interval) return true;
    return judgement.interval->first <= 1 + limit && judgement.interval->second > 1 + limit;
}

bool is_open(const Judgement& judgement, double limit) {
    if (limit != 0) return leaves_limit_open(judgement, limit);
    return judgement.finding == Finding::Undecided;
}

std::string question_text(const Judgement& judgement, double limit) {
    if (limit != 0) return fmt::format("whether it is slower by more than {:g} %", 100 * limit);
    const auto [low, high] = *judgement.interval;
    if (low <= 1 && high >= 1) return "whether it is slower or faster";
    return fmt::format("whether it differs by at least {:g} %", 100 * min_difference);
}

/// "0.98 to 1.07"; a narrow interval has more digits.
std::string interval_text(const std::pair<double, double>& interval) {
    if (interval.second < 0.1) return ratio_text(interval.first) + " to " + ratio_text(interval.second);
    const int digits = interval.second - interval.first < 0.02 ? 4 : 2;
    return fmt::format("{:.{}f} to {:.{}f}", interval.first, digits, interval.second, digits);
}

/// What a longer measurement would show. Nothing for times that have no more launches.
std::string advice(const Judgement& judgement) {
    if (!judgement.detectable) return "";
    return fmt::format(" More launches narrow this; these could detect a slowdown of {}.",
                       slowdown_size(*judgement.detectable));
}

/// "cg 4/256/8 on b takes 0.98 to 1.07 times as long: this does not show whether it is slower or faster. ..."
std::string open_question(const Judgement& judgement, const std::string& where, double limit) {
    if (!judgement.interval) return fmt::format("{}: undecided: {}", where, judgement.reason());
    return fmt::format("{} takes {} times as long: this does not show {}.{}", where,
                       interval_text(*judgement.interval), question_text(judgement, limit),
                       advice(judgement));
}

bool is_published(const Candidate& candidate) {
    const auto& all = candidate.measurements;
    return !all.empty() && std::all_of(all.begin(), all.end(), [](const Measurement& measurement) {
        return measurement.is_published;
    });
}

/// "b has no time of it (interrupted)", of what was to be measured; "" if it has one, or was not to be
/// measured.
std::string loss_of(const Comparison& comparison, const ComparedRow& row, std::size_t candidate) {
    const Measurement* const lost = row.cells[candidate].lost;
    if (lost == nullptr) return "";
    const std::string why = lost->trust.why();
    return comparison.candidates[candidate].name + " has no time of it" +
           (why.empty() ? "" : " (" + why + ")");
}

/// That the base, this candidate, or both have no time of a row, or that only one of them was to measure it.
/// Nothing for others, and for published tables, which nobody can complete.
std::optional<OpenQuestion> not_measured(const Comparison& comparison, const ComparedRow& row,
                                         std::size_t candidate) {
    const Candidate &base = comparison.candidates[comparison.base], &other = comparison.candidates[candidate];
    const std::string what = fmt::format("{} on {}: not compared, because ", row.label, other.name);
    std::vector<std::string> losses;
    for (const std::size_t side : {comparison.base, candidate})
        if (std::string loss = loss_of(comparison, row, side); !loss.empty()) losses.push_back(loss);
    if (!losses.empty()) return OpenQuestion{OpenQuestion::Why::Lost, what + joined(losses, ", and ")};
    const bool has_base = row.cells[comparison.base].measurement != nullptr,
               has_candidate = row.cells[candidate].measurement != nullptr;
    if (has_base == has_candidate || is_published(base) || is_published(other)) return {};
    return OpenQuestion{OpenQuestion::Why::NotMeasured,
                        what + "it was measured only on " + (has_base ? base.name : other.name)};
}

/// The question that a cell leaves open, if any.
std::optional<OpenQuestion> open_question_of(const Comparison& comparison, const ComparedRow& row,
                                             std::size_t candidate, double limit) {
    if (candidate == comparison.base || row.cells[candidate].is_refused) return {};
    const auto& judgement = row.cells[candidate].judgement;
    if (!judgement) return not_measured(comparison, row, candidate);
    if (!is_open(*judgement, limit)) return {};
    return OpenQuestion{
        OpenQuestion::Why::Undecided,
        open_question(*judgement, row.label + " on " + comparison.candidates[candidate].name, limit)};
}

} // namespace

std::vector<OpenQuestion> open_questions(const Comparison& comparison, double limit) {
    std::vector<OpenQuestion> questions;
    for (const ComparedRow& row : comparison.rows)
        for (std::size_t i = 0; i < row.cells.size(); ++i)
            if (auto question = open_question_of(comparison, row, i, limit))
                questions.push_back(*std::move(question));
    return questions;
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
                comparison.candidates.size() > 2 ? " on " + comparison.candidates[i].name : "";
            found->second.push_back(row.label + where);
        }
    std::vector<std::string> lines;
    for (const auto& [why, cells] : reasons)
        lines.push_back(fmt::format("undecided ({}): {}", why,
                                    cells.size() == judged ? "everywhere" : some_of(cells, 6)));
    return lines;
}

} // namespace loop::report
