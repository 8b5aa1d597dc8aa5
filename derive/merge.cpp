#include "derive/steps.h"

#include <algorithm>
#include <set>

namespace loop::report::derive {

namespace {

constexpr double longest_gap = 100e-6; ///< in a step, in seconds

double sum(const Computations& computations) {
    double seconds = 0;
    for (const Computation& one : computations)
        seconds += one.seconds;
    return seconds;
}

bool is_simultaneous(const Step& step) {
    return std::any_of(step.parts.begin(), step.parts.end(), [](const auto& part) {
        return !part.second.sends.empty() && !part.second.receives.empty();
    });
}

/// Whether each rank that is in both steps keeps its order if it does `first` of both before the rest.
bool keeps_order(const Step& step, const Step& next, Messages Part::*first, Messages Part::*second) {
    return std::all_of(next.parts.begin(), next.parts.end(), [&](const auto& one) {
        const auto before = step.parts.find(one.first);
        if (before == step.parts.end()) return true;
        const bool in_order = (before->second.*second).empty() || (one.second.*first).empty();
        const bool same_side = (before->second.*first).empty() == (one.second.*first).empty();
        return in_order && (!same_side || sum(one.second.before) < longest_gap);
    });
}

bool are_disjoint(const Step& step, const Step& next) {
    return std::none_of(next.parts.begin(), next.parts.end(),
                        [&](const auto& one) { return step.parts.count(one.first) != 0; });
}

std::size_t place_of(int root, const std::vector<int>& members) {
    return static_cast<std::size_t>(std::find(members.begin(), members.end(), root) - members.begin());
}

std::vector<long long> contributions(const Step& step) {
    std::vector<long long> all;
    for (const auto& [rank, part] : step.parts)
        all.push_back(part.bytes);
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    return all;
}

/// Whether the sizes of members may depend on the group.
bool sizes_may_differ(const Step& step, const Step& next) {
    if (step.name == "GATHER" || step.name == "ALLGATHER")
        return contributions(step).size() > 1 || contributions(next).size() > 1;
    const auto has_slots = [](const auto& part) { return !part.second.slots.empty(); };
    return std::any_of(step.parts.begin(), step.parts.end(), has_slots) &&
           std::any_of(next.parts.begin(), next.parts.end(), has_slots);
}

bool are_groups(const Step& step, const Step& next) {
    return !step.groups.empty() && !next.groups.empty() &&
           (contributions(step) == contributions(next) || sizes_may_differ(step, next)) &&
           step.combine == next.combine && step.element == next.element &&
           step.groups.front().size() == next.groups.front().size() && are_disjoint(step, next) &&
           place_of(step.root, step.groups.front()) == place_of(next.root, next.groups.front());
}

std::set<long long> sizes_of(const Step& step) {
    std::set<long long> sizes;
    for (const auto& [rank, part] : step.parts)
        for (const Message& message : part.sends)
            sizes.insert(message.bytes);
    return sizes;
}

bool are_the_same_call(const Step& step, const Step& next) {
    const bool has_place = step.origin.find(" at ") != std::string::npos;
    return step.origin == next.origin && (has_place || sizes_of(step) == sizes_of(next));
}

void join(Step& step, const Step& next) {
    for (const auto& [rank, more] : next.parts) {
        const auto [at, is_new] = step.parts.emplace(rank, more);
        if (is_new) continue;
        Part& part = at->second;
        const bool turns =
            (part.sends.empty() != more.sends.empty()) || (part.receives.empty() != more.receives.empty());
        append(turns ? part.inside : part.before, more.before);
        append(part.inside, more.inside);
        append(part.sends, more.sends);
        append(part.receives, more.receives);
    }
    step.groups.insert(step.groups.end(), next.groups.begin(), next.groups.end());
}

} // namespace

bool merge(Step& step, const Step& next, Merging merging) {
    if (step.name != next.name || step.phases != next.phases) return false;
    if (step.flight != Flight::none || next.flight != Flight::none) return false;
    if (merging == Merging::same_call && !are_the_same_call(step, next)) return false;
    if (step.is_collective()) {
        if (!are_groups(step, next)) return false;
        join(step, next);
        return true;
    }
    const bool plain = !step.receives_first && keeps_order(step, next, &Part::sends, &Part::receives);
    const bool relay = (step.receives_first || !is_simultaneous(step)) && !is_simultaneous(next) &&
                       keeps_order(step, next, &Part::receives, &Part::sends);
    if (!plain && !relay) return false;
    step.receives_first = !plain;
    join(step, next);
    return true;
}

} // namespace loop::report::derive
