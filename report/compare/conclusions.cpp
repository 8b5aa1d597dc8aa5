#include "report/compare/conclusions.h"

#include "base/text/strings.h"
#include "report/compare/model_facts.h"
#include "report/compare/opposite_phases.h"
#include "report/compare/undecided.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace loop::report {

namespace {

/// The comparisons of one candidate with the base, by finding.
struct Findings {
    std::vector<const ComparedRow*> slower, faster, equal, undecided;

    std::size_t size() const { return slower.size() + faster.size() + equal.size() + undecided.size(); }

    std::vector<const ComparedRow*>& of(Finding finding) {
        if (finding == Finding::Slower) return slower;
        if (finding == Finding::Faster) return faster;
        return finding == Finding::Equal ? equal : undecided;
    }
};

Findings findings_of(const Comparison& comparison, std::size_t candidate) {
    Findings all;
    for (const ComparedRow& row : comparison.rows) {
        const auto& judgement = row.cells[candidate].judgement;
        if (!judgement) continue;
        all.of(judgement->finding).push_back(&row);
    }
    return all;
}

/// Of a row with a difference.
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

/// Of findings of one row.
const ComparedRow& only_row(const Findings& found) {
    for (const auto* rows : {&found.slower, &found.faster, &found.equal})
        if (!rows->empty()) return *rows->front();
    return *found.undecided.front();
}

std::string interval_text(const Judgement& judgement) {
    if (!judgement.interval || judgement.interval->first == judgement.interval->second) return "";
    return fmt::format(" ({:g} % interval {} to {})", 100 * comparison_confidence,
                       ratio_text(judgement.interval->first), ratio_text(judgement.interval->second));
}

/// Whether all ran on one machine, so that the names of the sides are those of their folders.
bool are_of_one_machine(const Comparison& comparison) {
    const auto& all = comparison.candidates;
    return !all[0].machine.empty() && std::all_of(all.begin(), all.end(), [&](const Candidate& one) {
        return one.machine == all[0].machine;
    });
}

/// "paragon"; for single runs with different settings, "cg 16/256/8 on paragon".
std::string side_name(const Comparison& comparison, const ComparedRow& row, std::size_t side) {
    const std::string &name = comparison.candidates[side].name, &label = row.cells[side].label;
    if (label == row.label) return name;
    return label + (are_of_one_machine(comparison) ? " in " : " on ") + name;
}

/// The verdict of the only comparison.
std::string single_text(const Comparison& comparison, std::size_t candidate, const ComparedRow& row) {
    const Judgement& judgement = *row.cells[candidate].judgement;
    const std::string name = side_name(comparison, row, candidate),
                      base = side_name(comparison, row, comparison.base);
    if (judgement.finding == Finding::Equal)
        return fmt::format(
            "{} and {} differ by less than {:g} %, which LOOP does not report as a difference.", base, name,
            100 * min_difference);
    if (judgement.finding == Finding::Undecided)
        return fmt::format("It is undecided whether {} or {} is faster: {}.", name, base, judgement.reason());
    return fmt::format("{} is {} than {}: it takes {} times as long{}.", name,
                       finding_text(judgement.finding), base, ratio_text(*judgement.slowdown),
                       interval_text(judgement));
}

/// " The runs have different settings, so this says nothing about the machines."
std::string different_work_text(const Comparison& comparison, const ComparedRow& row, std::size_t candidate) {
    if (row.cells[candidate].label == row.label) return "";
    if (!differs(row.cells[candidate].judgement->finding)) return "";
    return are_of_one_machine(comparison)
               ? " The runs have different settings."
               : " The runs have different settings, so this alone says nothing about the machines.";
}

/// " The two models differ only in latency in the platform (1us and 10us).", if nothing else differs, and at
/// most three numbers do.
std::string model_text(const Comparison& comparison, const ComparedRow& row, std::size_t candidate) {
    constexpr std::size_t most = 3;
    const std::string begin = model_fact;
    if (!differs(row.cells[candidate].judgement->finding)) return "";
    std::vector<std::string> numbers;
    for (const auto& [what, values] : comparison.differences) {
        const std::string &own = values[candidate], &base = values[comparison.base];
        if (own == base || what == "machine") continue;
        if (what.compare(0, begin.size(), begin) != 0) return "";
        numbers.push_back(fmt::format("{} ({} and {})", what.substr(begin.size()), base, own));
    }
    if (numbers.empty() || numbers.size() > most) return "";
    return fmt::format(" The two models differ only in {}.", joined(numbers, ", "));
}

std::string several_text(const Comparison& comparison, std::size_t candidate, const Findings& found) {
    return fmt::format(
        "{} against {}, in {} comparisons: {}, {}, {}undecided in {}.", comparison.candidates[candidate].name,
        comparison.candidates[comparison.base].name, found.size(),
        most_text(found.slower, candidate, "slower"), most_text(found.faster, candidate, "faster"),
        found.equal.empty() ? "" : fmt::format("equal in {}, ", found.equal.size()), found.undecided.size());
}

/// Of all rows of the candidate.
void add_opposite_phases(const Comparison& comparison, std::size_t candidate, std::vector<Conclusion>& all) {
    for (const ComparedRow& row : comparison.rows) {
        const ComparedCell& cell = row.cells[candidate];
        if (!cell.judgement) continue;
        const std::string text = opposite_phases_text(cell, *row.cells[comparison.base].measurement);
        if (text.empty()) continue;
        const std::string what = side_name(comparison, row, candidate);
        all.push_back({"opposite-phases",
                       fmt::format("{}{}: {}", what, cell.label == row.label ? ", " + row.label : "", text),
                       {},
                       "slowdowns"});
    }
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
            add_opposite_phases(comparison, i, all);
            continue;
        }
        const ComparedRow& row = only_row(found);
        const auto& slowdown = row.cells[i].judgement->slowdown;
        const std::string text = single_text(comparison, i, row) + different_work_text(comparison, row, i) +
                                 model_text(comparison, row, i);
        all.push_back({"compared", text, slowdown ? Value{ratio_text(*slowdown), *slowdown, ""} : Value(),
                       "slowdowns"});
        add_opposite_phases(comparison, i, all);
    }
    if (!comparison.part().empty())
        for (Conclusion& conclusion : all)
            conclusion.text = fmt::format("For {} alone: {}", comparison.part(), conclusion.text);
    return all;
}

} // namespace loop::report
