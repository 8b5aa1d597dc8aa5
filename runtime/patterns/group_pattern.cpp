#include <loop/fnv.h>
#include <loop/group_pattern.h>

#include <algorithm>
#include <string_view>

namespace loop::patterns {
namespace {

std::uint64_t hash_of(const Division& division) {
    const std::string_view value_bytes(reinterpret_cast<const char*>(division.values.data()),
                                       division.values.size() * sizeof(long long));
    const std::string_view order_bytes(reinterpret_cast<const char*>(division.orders.data()),
                                       division.orders.size() * sizeof(double));
    return fnv1a64(value_bytes) * 31 + fnv1a64(order_bytes);
}

} // namespace

Division divide(int ranks, const Groups& groups, const Order& order) {
    Division division;
    for (int rank = 0; rank < ranks; ++rank) {
        division.values.push_back(groups(rank).value);
        if (order) division.orders.push_back(order(rank));
    }
    return division;
}

std::map<long long, std::vector<int>> members_by_value(const Division& division) {
    std::map<long long, std::vector<int>> members;
    for (std::size_t rank = 0; rank < division.values.size(); ++rank)
        members[division.values[rank]].push_back(static_cast<int>(rank));
    if (division.orders.empty()) return members;
    for (auto& [value, ranks] : members)
        std::stable_sort(ranks.begin(), ranks.end(), [&](int a, int b) {
            return division.orders[static_cast<std::size_t>(a)] <
                   division.orders[static_cast<std::size_t>(b)];
        });
    return members;
}

GroupPattern group_pattern(int me, const Division& division) {
    const long long own = division.values[static_cast<std::size_t>(me)];
    std::map<long long, std::vector<int>> all = members_by_value(division);
    GroupPattern pattern;
    pattern.members = std::move(all[own]);
    pattern.rank = static_cast<int>(std::find(pattern.members.begin(), pattern.members.end(), me) -
                                    pattern.members.begin());
    pattern.takes = own >= 0;
    pattern.is_taken = all.rbegin()->first >= 0;
    pattern.hash = hash_of(division);
    return pattern;
}

} // namespace loop::patterns
