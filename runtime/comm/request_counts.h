#pragma once

#include <algorithm>

namespace loop::runtime {

// Numbers of BSPlib's requests in a superstep, by operation.
struct RequestCounts {
    long long puts = 0; // also hpputs
    long long rows = 0; // bsp_put_row, one for each call
    long long gets = 0; // also hpgets
    long long messages = 0;

    RequestCounts& operator+=(const RequestCounts& more) {
        puts += more.puts;
        rows += more.rows;
        gets += more.gets;
        messages += more.messages;
        return *this;
    }
    bool operator==(const RequestCounts& other) const {
        return puts == other.puts && rows == other.rows && gets == other.gets && messages == other.messages;
    }
    bool operator!=(const RequestCounts& other) const { return !(*this == other); }
};

// Of each operation, the larger number.
inline RequestCounts larger(const RequestCounts& one, const RequestCounts& other) {
    return {std::max(one.puts, other.puts), std::max(one.rows, other.rows), std::max(one.gets, other.gets),
            std::max(one.messages, other.messages)};
}

} // namespace loop::runtime
