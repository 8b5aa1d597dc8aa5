#include "runner/outcome/spread.h"

#include <algorithm>

namespace loop::runner {

Json spread(const std::vector<double>& values) {
    if (values.empty()) return nullptr;
    const auto [least, greatest] = std::minmax_element(values.begin(), values.end());
    return {{"min", *least}, {"median", median(values)}, {"max", *greatest}};
}

} // namespace loop::runner
