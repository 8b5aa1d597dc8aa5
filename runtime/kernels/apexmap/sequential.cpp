#include "kernels/apexmap/sequential.h"

#include "kernels/apexmap/sums.h"
#include "session/simulation.h"

#include <loop/measure.h>

namespace loop::runtime::apexmap {

void Sequential::access(const std::int64_t* starts, std::size_t count) {
    const auto block = static_cast<std::size_t>(parameters_.l);
    if constexpr (is_simulated) {
        charge(Construct::Apexmap, static_cast<double>(count) * static_cast<double>(block) *
                                       static_cast<double>(parameters_.intensity));
        if (!loop::detail::executes_work) return;
    }
    switch (parameters_.chosen_style) {
    case Style::Update:
        return add_to_blocks(data_.words, starts, count, block);
    case Style::Chain:
        counts_.sum += sum_chain(data_.words, starts, count, block, link_);
        return;
    case Style::Read:
        break;
    }
    counts_.sum +=
        sum_blocks(data_.words, starts, count, block, {parameters_.chosen_compute, parameters_.intensity},
                   static_cast<std::size_t>(parameters_.prefetch));
}

} // namespace loop::runtime::apexmap
