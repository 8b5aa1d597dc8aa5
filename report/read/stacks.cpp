#include "report/read/stacks.h"

#include <algorithm>

namespace loop::report {

namespace {

std::vector<Stack> stacks_of(const formats::RunLaunch& launch) {
    std::vector<Stack> stacks;
    for (const formats::RunRank& rank : launch.ranks) {
        if (!rank.last_seen || rank.last_seen->state != "signalled" || rank.last_seen->stack.empty())
            continue;
        const std::vector<std::string>& functions = rank.last_seen->stack;
        const auto same = std::find_if(stacks.begin(), stacks.end(),
                                       [&](const Stack& stack) { return stack.functions == functions; });
        if (same == stacks.end())
            stacks.push_back({{rank.rank}, functions});
        else
            same->ranks.push_back(rank.rank);
    }
    return stacks;
}

} // namespace

std::vector<Stack> stacks_of(const formats::RunRecord& run) {
    for (const formats::RunLaunch& launch : run.launches)
        if (std::vector<Stack> stacks = stacks_of(launch); !stacks.empty()) return stacks;
    return {};
}

} // namespace loop::report
