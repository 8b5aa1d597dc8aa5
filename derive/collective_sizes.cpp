#include "derive/collective_sizes.h"

#include <fmt/format.h>

#include <algorithm>

namespace loop::report::derive {

namespace {

using Groups = std::vector<std::vector<int>>;
using ListsOfGroups = std::vector<Values>;

/// The members of each group, in the order of their numbers in `\AMONG`. All ranks are one group if there is
/// no other.
Groups groups_of(const Step& step) {
    Groups groups = step.groups;
    if (groups.empty()) {
        groups.emplace_back();
        for (const auto& [rank, part] : step.parts)
            groups.front().push_back(rank);
    }
    return groups;
}

/// The ranks that take part in an operation of one group.
long long members_of(const Step& step) {
    return static_cast<long long>(step.groups.empty() ? step.parts.size() : step.groups.front().size());
}

/// The bytes that each rank contributes, by rank.
Values contributions_of(const Step& step) {
    Values all;
    for (const auto& [rank, part] : step.parts)
        all.push_back(part.bytes);
    return all;
}

Values most_of(const Steps& steps) {
    Values all;
    for (const Step* const step : steps)
        all.push_back(most_of(*step));
    return all;
}

/// The bytes of an element of a reduction, which cannot be divided between ranks; else 1.
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

bool contribute_equally(const Step& step) {
    return (step.name != "GATHER" && step.name != "ALLGATHER") || are_equal(contributions_of(step));
}

bool has_equal_sizes(const Step* step) {
    return has_slots(*step) ? has_equal_slots(*step) : contribute_equally(*step);
}

/// What the sizes of one step are functions of, on one number of ranks.
class SizeFunctions {
public:
    SizeFunctions(const Step& step, int ranks, Declarations& declarations)
        : step_(step), ranks_(static_cast<std::size_t>(ranks)), declarations_(declarations),
          groups_(groups_of(step)) {}

    /// The slots that the log of MPI calls has; empty: none, or equal ones.
    std::string known_slots() {
        if (!has_slots(step_)) return {};
        return step_.name == "ALLTOALL" ? slots_of_pairs() : slots_of_ranks();
    }

    /// The bytes that each rank contributes.
    std::string contributions() {
        return by_rank(of_groups([&](int rank) { return step_.parts.at(rank).bytes; }));
    }

    /// Without a log of MPI calls, only the sum of a rank's slots is known: they get equal parts of it.
    std::string equal_parts() {
        const long long total = most_of(step_), unit = unit_of(step_), members = members_of(step_);
        const bool of_pairs = step_.name == "ALLTOALL";
        const std::string of =
            of_pairs && !are_equal(contributions_of(step_))
                ? value_of("totals", of_groups([&](int rank) { return step_.parts.at(rank).bytes; }))
                : std::to_string(total / unit);
        return fmt::format("{} -> {}({} / {} + ({} < {} % {}))", of_pairs ? "(r, s)" : "r",
                           unit == 1 ? "" : fmt::format("{} * ", unit), of, members, of_pairs ? "s" : "r", of,
                           members);
    }

private:
    template <class Function>
    ListsOfGroups of_groups(const Function& value) const {
        ListsOfGroups all;
        for (const std::vector<int>& group : groups_) {
            all.emplace_back();
            for (const int rank : group)
                all.back().push_back(value(rank));
        }
        return all;
    }

    static bool are_one(const ListsOfGroups& lists) {
        return std::all_of(lists.begin(), lists.end(),
                           [&](const Values& one) { return one == lists.front(); });
    }

    /// The rank that has the number `r` in the group of this rank.
    std::string member() { return declarations_.function("member", member_value()) + "(r)"; }

    std::string member_value() {
        const std::size_t count = groups_.size(), size = groups_.front().size();
        const auto are = [&](auto place) {
            for (std::size_t which = 0; which < count; ++which)
                for (std::size_t i = 0; i < groups_[which].size(); ++i)
                    if (place(static_cast<std::size_t>(groups_[which].front()), i) !=
                        static_cast<std::size_t>(groups_[which][i]))
                        return false;
            return count * size == ranks_;
        };
        const auto is_first = [&](auto of) {
            return std::all_of(groups_.begin(), groups_.end(), [&](const std::vector<int>& group) {
                return of(static_cast<std::size_t>(group.front())) && group.size() == size;
            });
        };
        if (is_first([&](std::size_t r) { return r % size == 0; }) &&
            are([](std::size_t first, std::size_t i) { return first + i; }))
            return fmt::format("me / {} * {} + r", size, size);
        if (is_first([&](std::size_t r) { return r < count; }) &&
            are([&](std::size_t first, std::size_t i) { return first + count * i; }))
            return fmt::format("me % {} + {} * r", count, count);
        ListsOfGroups members(ranks_);
        for (const std::vector<int>& group : groups_)
            for (const int rank : group)
                members[static_cast<std::size_t>(rank)].assign(group.begin(), group.end());
        return declarations_.table("members", "std::vector<int>", members) + "[me][r]";
    }

    /// The value for the rank that has the number `r` in its group, from a table.
    std::string value_of(const char* name, const ListsOfGroups& lists) {
        Values values = lists.front();
        std::string index = "r";
        if (!are_one(lists)) {
            values.assign(ranks_, 0);
            for (std::size_t which = 0; which < lists.size(); ++which)
                for (std::size_t i = 0; i < lists[which].size(); ++i)
                    values[static_cast<std::size_t>(groups_[which][i])] = lists[which][i];
            index = member();
        }
        return fmt::format(
            "{}[{}]", declarations_.table(name, "long long", fmt::format("{{{}}}", fmt::join(values, ", "))),
            index);
    }

    /// Values by rank: a linear formula if they have one, else a table.
    std::string by_rank(const ListsOfGroups& lists) {
        const Values& sizes = lists.front();
        const long long slope = sizes.size() > 1 ? sizes[1] - sizes[0] : 0;
        bool is_linear = are_one(lists) && slope > 0;
        for (std::size_t r = 0; r < sizes.size(); ++r)
            is_linear = is_linear && sizes[r] == sizes[0] + slope * static_cast<long long>(r);
        return is_linear ? fmt::format("r -> {} * r + {}", slope, sizes[0])
                         : "r -> " + value_of("sizes", lists);
    }

    /// The slots of \SCATTER and \REDUCE_SCATTER, which are those of the root or the same on all ranks.
    std::string slots_of_ranks() {
        ListsOfGroups lists;
        for (std::size_t which = 0; which < groups_.size(); ++which)
            for (const int rank : groups_[which]) {
                const Values& slots = step_.parts.at(rank).slots;
                if (slots.size() != groups_[which].size()) continue;
                lists.push_back(slots);
                break;
            }
        if (lists.size() < groups_.size() || (are_one(lists) && are_equal(lists.front()))) return {};
        return by_rank(lists);
    }

    std::string slots_of_pairs() {
        std::vector<ListsOfGroups> matrices;
        ListsOfGroups of_ranks(ranks_);
        for (std::size_t which = 0; which < groups_.size(); ++which) {
            matrices.emplace_back();
            for (const int rank : groups_[which]) {
                matrices.back().push_back(step_.parts.at(rank).slots);
                if (matrices.back().back().size() != groups_[which].size()) return {};
                of_ranks[static_cast<std::size_t>(rank)] = matrices.back().back();
            }
        }
        const bool is_one = std::all_of(matrices.begin(), matrices.end(),
                                        [&](const ListsOfGroups& one) { return one == matrices.front(); });
        const std::string type = "std::vector<long long>";
        if (is_one) return "(r, s) -> " + declarations_.table("slots", type, matrices.front()) + "[r][s]";
        const std::string slots = declarations_.table("slots", type, of_ranks);
        return fmt::format("(r, s) -> {}[{}][s]", slots, member());
    }

    const Step& step_;
    const std::size_t ranks_;
    Declarations& declarations_;
    const Groups groups_;
};

} // namespace

long long most_of(const Step& step) {
    const Values all = contributions_of(step);
    return *std::max_element(all.begin(), all.end());
}

std::string collective_size(const Steps& steps, const Counts& counts, Declarations& declarations) {
    const Step& step = *steps.front();
    SizeFunctions functions(step, counts.front(), declarations);
    if (counts.size() == 1)
        if (std::string slots = functions.known_slots(); !slots.empty()) return slots;
    if (std::all_of(steps.begin(), steps.end(), has_equal_sizes)) {
        Values sizes = most_of(steps);
        for (std::size_t which = 0; which < steps.size() && has_slots(step); ++which)
            sizes[which] /= members_of(*steps[which]);
        return declarations.bytes(sizes, counts, step.origin);
    }
    if (counts.size() > 1) declarations.note_unexplained("the sizes of " + step.origin);
    if (has_equal_sizes(&step))
        return declarations.bytes({has_slots(step) ? most_of(step) / members_of(step) : most_of(step)},
                                  {counts.front()}, step.origin);
    return has_slots(step) ? functions.equal_parts() : functions.contributions();
}

} // namespace loop::report::derive
