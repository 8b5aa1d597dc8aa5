#pragma once

#include "trace/format/record.h"

#include <cstddef>
#include <cstdint>

namespace loop::runtime::trace {

// One block of a trace file (docs/trace-format.md): a sequence of events, each encoded as the difference from
// the previous one. A block can be read without earlier blocks.
class Block {
public:
    void start(Ticks open_ticks) {
        open_ticks_ = open_ticks;
        clear();
    }
    bool is_full() const { return size_ + largest_event > sizeof bytes_; }
    void add(const Record& record);
    void clear();

    static constexpr std::size_t head_bytes = 16;
    void put_head(char (&head)[head_bytes]) const; // what precedes the block in a file

    const char* bytes() const { return bytes_; }
    std::size_t size() const { return size_; }
    std::uint32_t events() const { return events_; }

private:
    static constexpr std::size_t largest_event = 64;

    void put(std::uint64_t value);
    void put_signed(std::int64_t value);
    void put_time(Ticks ticks);

    Ticks open_ticks_ = 0;
    char bytes_[32768] = {};
    std::size_t size_ = 0;
    std::uint32_t events_ = 0;

    Ticks ticks_ = 0;
    std::int64_t site_ = -1;
    std::int64_t partner_ = none;
    std::int64_t size_of_message_ = -1;
    std::int64_t tag_ = none;
    std::int64_t communicator_ = -1;
    static constexpr std::int64_t none = INT64_MIN;
};

} // namespace loop::runtime::trace
