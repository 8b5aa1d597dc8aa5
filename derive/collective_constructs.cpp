#include "derive/collective_sizes.h"
#include "derive/constructs.h"
#include "derive/formulas.h"

#include <fmt/format.h>

#include <algorithm>

namespace loop::report::derive {

namespace {

/// "0", "nodes - 1"
std::optional<std::string> rank_text(const Values& ranks, const Counts& counts) {
    if (are_equal(ranks)) return std::to_string(ranks.front());
    for (std::size_t which = 0; which < counts.size(); ++which)
        if (ranks[which] != counts[which] - 1) return std::nullopt;
    return "nodes - 1";
}

/// A reduction combines whole elements; operations on bits combine integers.
std::string type_argument(const Step& step, long long bytes) {
    const std::string& name = step.name;
    if (name != "REDUCE" && name != "ALLREDUCE" && name != "SCAN" && name != "EXSCAN" &&
        name != "REDUCE_SCATTER")
        return "";
    if (!step.element.empty()) return step.element == "double" ? "" : ", TYPE: " + step.element;
    const bool on_bits = step.combine.rfind('b', 0) == 0 || step.combine.rfind('l', 0) == 0;
    if (bytes % 8 == 0) return on_bits ? ", TYPE: long long" : "";
    return bytes % 4 == 0 ? ", TYPE: int" : ", TYPE: char";
}

/// The group of each rank, by its number; -1: none.
std::vector<int> groups_of(const Step& step, int ranks) {
    std::vector<int> group(static_cast<std::size_t>(ranks), step.groups.empty() ? 0 : -1);
    for (std::size_t i = 0; i < step.groups.size(); ++i)
        for (const int member : step.groups[i])
            group[static_cast<std::size_t>(member)] = static_cast<int>(i);
    return group;
}

bool are_sorted(const Steps& steps, bool (*in_order)(int, int)) {
    return std::all_of(steps.begin(), steps.end(), [&](const Step* step) {
        return std::all_of(step->groups.begin(), step->groups.end(), [&](const std::vector<int>& group) {
            return std::is_sorted(group.begin(), group.end(), in_order);
        });
    });
}

/// ORDER, if members of groups are not numbered in the order of their ranks.
std::string order_of(const Steps& steps, const Counts& counts, Declarations& declarations) {
    if (are_sorted(steps, [](int a, int b) { return a < b; })) return "";
    if (are_sorted(steps, [](int a, int b) { return a > b; })) return ", ORDER: -r";
    if (counts.size() > 1)
        declarations.note_unexplained("the order of ranks in the groups of " + steps.front()->origin);
    std::vector<std::size_t> places(static_cast<std::size_t>(counts.front()), 0);
    for (const std::vector<int>& group : steps.front()->groups)
        for (std::size_t place = 0; place < group.size(); ++place)
            places[static_cast<std::size_t>(group[place])] = place;
    return fmt::format(", ORDER: {}[r]",
                       declarations.table("places", "int", fmt::format("{{{}}}", fmt::join(places, ", "))));
}

/// `\AMONG` for a collective operation of groups.
std::string among_of(const Steps& steps, const Counts& counts, Declarations& declarations) {
    if (std::all_of(steps.begin(), steps.end(), [](const Step* step) { return step->groups.empty(); }))
        return "";
    std::vector<std::vector<int>> groups;
    for (std::size_t which = 0; which < steps.size(); ++which)
        groups.push_back(groups_of(*steps[which], counts[which]));
    const std::string order = order_of(steps, counts, declarations);
    if (const std::optional<std::string> formula = group_formula(groups))
        return fmt::format("\\AMONG(r -> {}{}) ", *formula, order);
    if (counts.size() > 1) declarations.note_unexplained("the groups of " + steps.front()->origin);
    return fmt::format(
        "\\AMONG(r -> {}[r]{}) ",
        declarations.table("groups", "int", fmt::format("{{{}}}", fmt::join(groups.front(), ", "))), order);
}

/// The root's number in its group.
long long root_of(const Step& step) {
    if (step.root < 0 || step.groups.empty()) return step.root;
    const std::vector<int>& members = step.groups.front();
    return std::find(members.begin(), members.end(), step.root) - members.begin();
}

std::string root_text(const Steps& steps, const Counts& counts, Declarations& declarations) {
    Values roots;
    for (const Step* const step : steps)
        roots.push_back(root_of(*step));
    const std::optional<std::string> text = rank_text(roots, counts);
    if (!text) declarations.note_unexplained("the root of " + steps.front()->origin);
    if (!text && roots.front() <= 0) return "";
    return text && are_equal(roots) && roots.front() <= 0
               ? ""
               : ", ROOT: " + text.value_or(std::to_string(roots.front()));
}

} // namespace

std::string construct_of_collective(const Steps& steps, const Counts& counts, Declarations& declarations) {
    const Step& step = *steps.front();
    if (step.name == "VISIBLE_SYNC") return "\\VISIBLE_SYNC()";
    std::string text = among_of(steps, counts, declarations);
    if (step.name == "BARRIER") return text + "\\BARRIER()";
    text += fmt::format("\\{}({}", step.name, collective_size(steps, counts, declarations));
    text += root_text(steps, counts, declarations);
    if (!step.combine.empty() && step.combine != "sum") text += ", OP: " + step.combine;
    return text + type_argument(step, most_of(step)) + ")";
}
} // namespace loop::report::derive
