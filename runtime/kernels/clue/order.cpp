#include "kernels/clue/order.h"

#include "kernels/clue/values.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace loop::runtime::clue {

std::vector<int> ranks_by_position(Order order, std::uint64_t seed, int ranks) {
    std::vector<int> result(static_cast<std::size_t>(ranks));
    std::iota(result.begin(), result.end(), 0);
    if (order == Order::Numeric) return result;
    for (std::size_t left = result.size(); left > 1; --left) // Fisher and Yates
        std::swap(result[left - 1], result[mixed(seed + left) % left]);
    return result;
}

Place place_of(int rank, const std::vector<int>& by_position) {
    const std::size_t n = by_position.size();
    const auto found = std::find(by_position.begin(), by_position.end(), rank);
    const auto position = static_cast<std::size_t>(found - by_position.begin());
    return {static_cast<int>(position), by_position[(position + n - 1) % n], by_position[(position + 1) % n]};
}

} // namespace loop::runtime::clue
