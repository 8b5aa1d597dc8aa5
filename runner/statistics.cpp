#include "runner/statistics.h"

#include <algorithm>

namespace loop::runner {

double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    const std::size_t middle = values.size() / 2;
    return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

nlohmann::ordered_json spread(const std::vector<double>& values) {
    if (values.empty()) return nullptr;
    const auto [least, greatest] = std::minmax_element(values.begin(), values.end());
    return {{"min", *least}, {"median", median(values)}, {"max", *greatest}};
}

} // namespace loop::runner
