#include "report/derive/constructs.h"
#include "report/derive/formulas.h"

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

/// `\AMONG` for a collective operation of groups.
std::string among_of(const Steps& steps, const Counts& counts, Declarations& declarations) {
    if (std::all_of(steps.begin(), steps.end(), [](const Step* step) { return step->groups.empty(); }))
        return "";
    std::vector<std::vector<int>> groups;
    for (std::size_t which = 0; which < steps.size(); ++which)
        groups.push_back(groups_of(*steps[which], counts[which]));
    if (const std::optional<std::string> formula = group_formula(groups))
        return fmt::format("\\AMONG(r -> {}) ", *formula);
    if (counts.size() > 1) declarations.misfit("the groups of " + steps.front()->origin);
    return fmt::format(
        "\\AMONG(r -> {}[r]) ",
        declarations.table("groups", "int", fmt::format("{{{}}}", fmt::join(groups.front(), ", "))));
}

/// The bytes that each rank contributes, by rank.
Values contributions_of(const Step& step) {
    Values all;
    for (const auto& [rank, part] : step.parts)
        all.push_back(part.bytes);
    return all;
}

long long most_of(const Step& step) {
    const Values all = contributions_of(step);
    return *std::max_element(all.begin(), all.end());
}

Values most_of(const Steps& steps) {
    Values all;
    for (const Step* const step : steps)
        all.push_back(most_of(*step));
    return all;
}

/// A function of the rank; a table if it is not linear.
std::string size_by_rank(const Values& sizes, Declarations& declarations) {
    const long long slope = sizes.size() > 1 ? sizes[1] - sizes[0] : 0;
    bool is_linear = true;
    for (std::size_t r = 0; r < sizes.size(); ++r)
        is_linear = is_linear && sizes[r] == sizes[0] + slope * static_cast<long long>(r);
    if (is_linear && slope > 0) return fmt::format("r -> {} * r + {}", slope, sizes[0]);
    return "r -> " + declarations.table("sizes", "long long", fmt::format("{{{}}}", fmt::join(sizes, ", "))) +
           "[r]";
}

/// The ranks that take part in an operation of one group.
long long members_of(const Step& step) {
    return static_cast<long long>(step.groups.empty() ? step.parts.size() : step.groups.front().size());
}

/// The elements of a reduction have several bytes.
long long unit_of(const Step& step) {
    const long long total = most_of(step);
    return step.name != "REDUCE_SCATTER" ? 1 : total % 8 == 0 ? 8 : total % 4 == 0 ? 4 : 1;
}

bool has_slots(const Step& step) {
    return step.name == "SCATTER" || step.name == "ALLTOALL" || step.name == "REDUCE_SCATTER";
}

/// Whether each slot gets the same, of what each rank contributes.
bool has_equal_slots(const Step& step) {
    const bool is_equal = step.name != "ALLTOALL" || are_equal(contributions_of(step));
    return is_equal && most_of(step) % (members_of(step) * unit_of(step)) == 0;
}

/// Without a log of MPI calls, only the sum of a rank's slots is known: they get equal parts of it.
std::string slots_text(const Step& step, Declarations& declarations) {
    const Values all = contributions_of(step);
    const long long total = most_of(step), unit = unit_of(step), ranks = members_of(step);
    const bool is_equal = step.name != "ALLTOALL" || are_equal(all);
    const std::string factor = unit == 1 ? "" : fmt::format("{} * ", unit);
    const std::string of =
        is_equal
            ? std::to_string(total / unit)
            : declarations.table("totals", "long long", fmt::format("{{{}}}", fmt::join(all, ", "))) + "[r]";
    const char* const to = step.name == "ALLTOALL" ? "s" : "r";
    return fmt::format("{} -> {}({} / {} + ({} < {} % {}))", step.name == "ALLTOALL" ? "(r, s)" : "r", factor,
                       of, ranks, to, of, ranks);
}

bool contribute_equally(const Step* step) {
    return (step->name != "GATHER" && step->name != "ALLGATHER") || are_equal(contributions_of(*step));
}

/// The slots of \SCATTER and \REDUCE_SCATTER, which are those of the root or the same on all ranks; empty:
/// unknown.
Values slots_of_ranks(const Step& step) {
    if (step.name == "ALLTOALL" || !step.groups.empty()) return {};
    for (const auto& [rank, part] : step.parts)
        if (part.slots.size() == step.parts.size()) return part.slots;
    return {};
}

/// The slots of \ALLTOALL, if all ranks have some.
std::vector<Values> slots_of_pairs(const Step& step) {
    if (step.name != "ALLTOALL") return {};
    std::vector<Values> all;
    for (const auto& [rank, part] : step.parts)
        if (part.slots.size() == step.parts.size()) all.push_back(part.slots);
    return all.size() == step.parts.size() && step.groups.empty() ? all : std::vector<Values>();
}

std::string collective_size(const Steps& steps, const Counts& counts, Declarations& declarations) {
    const Step& step = *steps.front();
    if (const std::vector<Values> slots = slots_of_pairs(step); counts.size() == 1 && !slots.empty())
        return fmt::format("(r, s) -> {}[r][s]",
                           declarations.table("slots", "std::vector<long long>", slots));
    if (const Values slots = slots_of_ranks(step); counts.size() == 1 && !slots.empty() && !are_equal(slots))
        return size_by_rank(slots, declarations);
    const bool is_regular = std::all_of(steps.begin(), steps.end(), [](const Step* one) {
        return has_slots(*one) ? has_equal_slots(*one) : contribute_equally(one);
    });
    if (is_regular) {
        Values sizes = most_of(steps);
        for (std::size_t which = 0; which < steps.size() && has_slots(step); ++which)
            sizes[which] /= members_of(*steps[which]);
        return declarations.bytes(sizes, counts, step.origin);
    }
    if (counts.size() > 1) declarations.misfit("the sizes of " + step.origin);
    if (!has_slots(step))
        return contribute_equally(&step) ? declarations.bytes({most_of(step)}, {counts.front()}, step.origin)
                                         : size_by_rank(contributions_of(step), declarations);
    return has_equal_slots(step)
               ? declarations.bytes({most_of(step) / members_of(step)}, {counts.front()}, step.origin)
               : slots_text(step, declarations);
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
    if (!text) declarations.misfit("the root of " + steps.front()->origin);
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
