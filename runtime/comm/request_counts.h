#pragma once

#include <algorithm>

namespace loop::runtime {

// Numbers of BSPlib's requests in a superstep, by operation.
struct RequestCounts {
    long long puts = 0; // also hpputs
    long long rows = 0; // bsp_put_row, one for each call
    long long gets = 0; // also hpgets
    long long messages = 0;
    // That the puts, gets, and messages form: one that has another size, area, or operation than the one
    // before it to the same rank begins a list, and costs more than one that continues it. No list:
    // bsp_put_row, and hpputs and hpgets without a copy.
    long long lists = 0;

    RequestCounts& operator+=(const RequestCounts& more) {
        puts += more.puts;
        rows += more.rows;
        gets += more.gets;
        messages += more.messages;
        lists += more.lists;
        return *this;
    }
    bool operator==(const RequestCounts& other) const {
        return puts == other.puts && rows == other.rows && gets == other.gets && messages == other.messages &&
               lists == other.lists;
    }
    bool operator!=(const RequestCounts& other) const { return !(*this == other); }
};

// Of each number, the larger one.
inline RequestCounts larger(const RequestCounts& one, const RequestCounts& other) {
    return {std::max(one.puts, other.puts), std::max(one.rows, other.rows), std::max(one.gets, other.gets),
            std::max(one.messages, other.messages), std::max(one.lists, other.lists)};
}

} // namespace loop::runtime
