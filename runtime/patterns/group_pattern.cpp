#include <loop/fnv.h>
#include <loop/group_pattern.h>

#include <algorithm>
#include <string_view>

namespace loop::patterns {
namespace {

std::uint64_t hash_of(const std::vector<long long>& values, const std::vector<double>& orders) {
    const std::string_view value_bytes(reinterpret_cast<const char*>(values.data()),
                                       values.size() * sizeof(long long));
    const std::string_view order_bytes(reinterpret_cast<const char*>(orders.data()),
                                       orders.size() * sizeof(double));
    return fnv1a64(value_bytes) * 31 + fnv1a64(order_bytes);
}

} // namespace

GroupPattern group_pattern(int me, int ranks, const Groups& groups, const Order& order) {
    std::vector<long long> values;
    std::vector<double> orders;
    for (int rank = 0; rank < ranks; ++rank) {
        values.push_back(groups(rank).value);
        if (order) orders.push_back(order(rank));
    }
    GroupPattern pattern;
    const long long own = values[static_cast<std::size_t>(me)];
    for (int rank = 0; rank < ranks; ++rank)
        if (values[static_cast<std::size_t>(rank)] == own) pattern.members.push_back(rank);
    if (order)
        std::stable_sort(pattern.members.begin(), pattern.members.end(), [&](int a, int b) {
            return orders[static_cast<std::size_t>(a)] < orders[static_cast<std::size_t>(b)];
        });
    pattern.rank = static_cast<int>(std::find(pattern.members.begin(), pattern.members.end(), me) -
                                    pattern.members.begin());
    pattern.takes = own >= 0;
    pattern.is_taken = std::any_of(values.begin(), values.end(), [](long long value) { return value >= 0; });
    pattern.hash = hash_of(values, orders);
    return pattern;
}

} // namespace loop::patterns
