#include "report/compare/conclusions.h"

#include "report/compare/undecided.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace loop::report {

namespace {

/// The comparisons of one candidate with the base, by finding.
struct Findings {
    std::vector<const ComparedRow*> slower, faster, undecided;

    std::size_t size() const { return slower.size() + faster.size() + undecided.size(); }
};

Findings findings_of(const Comparison& comparison, std::size_t candidate) {
    Findings all;
    for (const ComparedRow& row : comparison.rows) {
        const auto& judgement = row.cells[candidate].judgement;
        if (!judgement) continue;
        auto& rows = judgement->finding == Finding::Slower   ? all.slower
                     : judgement->finding == Finding::Faster ? all.faster
                                                             : all.undecided;
        rows.push_back(&row);
    }
    return all;
}

/// Of a row whose finding is not undecided.
double slowdown_of(const ComparedRow& row, std::size_t candidate) {
    return *row.cells[candidate].judgement->slowdown;
}

/// "slower in 2 (by up to 22.1 %: cg 4/256/8)"; the size of a speedup is that of its inverse.
std::string most_text(const std::vector<const ComparedRow*>& rows, std::size_t candidate, const char* word) {
    if (rows.empty()) return fmt::format("{} in none", word);
    const ComparedRow* const most =
        *std::max_element(rows.begin(), rows.end(), [&](const ComparedRow* a, const ComparedRow* b) {
            return std::abs(std::log(slowdown_of(*a, candidate))) <
                   std::abs(std::log(slowdown_of(*b, candidate)));
        });
    const double slowdown = slowdown_of(*most, candidate);
    return fmt::format("{} in {} (by up to {}: {})", word, rows.size(),
                       slowdown_size(std::max(slowdown, 1 / slowdown)), most->label);
}

std::string interval_text(const Judgement& judgement) {
    if (!judgement.interval) return "";
    return fmt::format(" ({:g} % interval {} to {})", 100 * comparison_confidence,
                       ratio_text(judgement.interval->first), ratio_text(judgement.interval->second));
}

/// The verdict of the only comparison.
std::string single_text(const Comparison& comparison, std::size_t candidate, const ComparedRow& row) {
    const Judgement& judgement = *row.cells[candidate].judgement;
    const std::string &name = comparison.candidates[candidate].name,
                      &base = comparison.candidates[comparison.base].name;
    if (judgement.is_negligible())
        return fmt::format(
            "{} and {} differ by less than {:g} %, which LOOP does not report as a difference.", base, name,
            100 * min_difference);
    if (judgement.finding == Finding::Undecided)
        return fmt::format("It is undecided whether {} or {} is faster: {}.", name, base, judgement.reason());
    return fmt::format("{} is {} than {}: it takes {} times as long{}.", name,
                       finding_text(judgement.finding), base, ratio_text(*judgement.slowdown),
                       interval_text(judgement));
}

std::string several_text(const Comparison& comparison, std::size_t candidate, const Findings& found) {
    return fmt::format("{} against {}, in {} comparisons: {}, {}, undecided in {}.",
                       comparison.candidates[candidate].name, comparison.candidates[comparison.base].name,
                       found.size(), most_text(found.slower, candidate, "slower"),
                       most_text(found.faster, candidate, "faster"), found.undecided.size());
}

} // namespace

std::vector<Conclusion> comparison_conclusions(const Comparison& comparison) {
    std::vector<Conclusion> all;
    for (std::size_t i = 0; i < comparison.candidates.size(); ++i) {
        if (i == comparison.base) continue;
        const Findings found = findings_of(comparison, i);
        if (found.size() == 0) continue;
        if (found.size() > 1) {
            all.push_back({"compared", several_text(comparison, i, found), {}, "slowdowns"});
            continue;
        }
        const ComparedRow& row =
            *(found.slower.empty() ? found.faster.empty() ? found.undecided : found.faster : found.slower)[0];
        const auto& slowdown = row.cells[i].judgement->slowdown;
        all.push_back({"compared", single_text(comparison, i, row),
                       slowdown ? Value{ratio_text(*slowdown), *slowdown, ""} : Value(), "slowdowns"});
    }
    return all;
}

} // namespace loop::report
