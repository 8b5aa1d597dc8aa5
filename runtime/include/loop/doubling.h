#pragma once

// provides: loop::doubling
#include <vector>

namespace loop {

// first, 2 first, 4 first, ... up to last, for sweeps over sizes. From 0, the numbers are 0, 1, 2, 4, ...
// Empty if first is negative or above last.
inline std::vector<long long> doubling(long long first, long long last) {
    std::vector<long long> all;
    for (long long value = first; value >= 0 && value <= last; value = value == 0 ? 1 : 2 * value) {
        all.push_back(value);
        if (value > last / 2 && value != 0) break;
    }
    return all;
}

} // namespace loop
