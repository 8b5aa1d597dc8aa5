#pragma once

#include <loop/call_log.h>

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace loop::runner {

/// Calls at the same line are reported once, with all their ranks.
struct GroupedCall {
    const LoggedCall* call = nullptr;
    const LoggedCall* other = nullptr; ///< the other call of the finding; null: none
    std::vector<int> ranks{};
};

/// By the addresses of the two calls.
class GroupedCalls {
public:
    /// To be called with ascending ranks.
    void add(const LoggedCall& call, const LoggedCall* other, int rank) {
        GroupedCall& group = groups_[{call.address, other == nullptr ? 0 : other->address}];
        if (group.call == nullptr) group.call = &call, group.other = other;
        if (group.ranks.empty() || group.ranks.back() != rank) group.ranks.push_back(rank);
    }

    std::vector<GroupedCall> all() const {
        std::vector<GroupedCall> result;
        for (const auto& [addresses, group] : groups_)
            result.push_back(group);
        return result;
    }

private:
    std::map<std::pair<std::uint64_t, std::uint64_t>, GroupedCall> groups_;
};

} // namespace loop::runner
