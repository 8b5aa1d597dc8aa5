#pragma once

// Reads a trace file according to docs/trace-format.md, independently of the code that wrote it. Throws
// std::runtime_error if the file does not follow the document.

#include <cstdint>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

namespace trace_test {

enum Kind { Enter = 1, Leave, Send, Post, Wait, Receive, Resume, Mark, Collective, Excluded, Included };

struct Event {
    int kind;
    std::int64_t ticks; // since open_ticks
    std::int64_t site = -1, partner = -9, bytes = -9, tag = -9, communicator = -9, mark = -9;
};

struct File {
    std::string header;
    std::vector<Event> events;
};

class Decoder {
public:
    explicit Decoder(const std::string& path) {
        std::ifstream file(path, std::ios::binary);
        if (!file) throw std::runtime_error("no " + path);
        data_.assign(std::istreambuf_iterator<char>(file), {});
    }

    File read() {
        File file;
        if (line() != "loop-trace/1") throw std::runtime_error("first line");
        file.header = line();
        while (block(file.events)) {
        }
        if (at_ != data_.size()) throw std::runtime_error("something behind the last block");
        return file;
    }

private:
    std::string line() {
        const std::size_t end = data_.find('\n', at_);
        if (end == std::string::npos) throw std::runtime_error("no end of line");
        std::string text = data_.substr(at_, end - at_);
        at_ = end + 1;
        return text;
    }
    std::uint8_t byte() {
        if (at_ >= data_.size()) throw std::runtime_error("truncated");
        return static_cast<std::uint8_t>(data_[at_++]);
    }
    std::uint64_t fixed(int bytes) {
        std::uint64_t value = 0;
        for (int i = 0; i < bytes; ++i)
            value |= std::uint64_t{byte()} << (8 * i);
        return value;
    }
    std::int64_t number() {
        std::uint64_t value = 0;
        for (int shift = 0;; shift += 7) {
            const std::uint8_t b = byte();
            value |= std::uint64_t{b & 0x7fu} << shift;
            if (b < 0x80) return static_cast<std::int64_t>(value);
        }
    }
    std::int64_t signed_number() {
        const auto value = static_cast<std::uint64_t>(number());
        return static_cast<std::int64_t>(value >> 1) ^ -static_cast<std::int64_t>(value & 1);
    }

    bool block(std::vector<Event>& events) {
        const std::uint64_t size = fixed(4), count = fixed(4), hash = fixed(8);
        if (size > data_.size() - at_) throw std::runtime_error("truncated block");
        std::uint64_t sum = 14695981039346656037u;
        for (std::size_t i = 0; i < size; ++i)
            sum = (sum ^ static_cast<std::uint8_t>(data_[at_ + i])) * 1099511628211u;
        if (sum != hash) throw std::runtime_error("checksum");
        if (size == 0 && count == 0) return false;
        const std::size_t end = at_ + size;
        Event last{};
        for (std::uint64_t i = 0; i < count; ++i)
            events.push_back(last = event(last, i == 0));
        if (at_ != end) throw std::runtime_error("block length");
        return true;
    }

    // `last`: the latest value of each field in this block.
    Event event(const Event& last, bool first) {
        const std::uint8_t head = byte();
        Event e = last;
        e.kind = head & 0xf;
        e.ticks = first ? signed_number() : last.ticks + number();
        const bool message = e.kind == Send || e.kind == Post || e.kind == Receive || e.kind == Collective;
        if ((e.kind == Enter || e.kind == Leave) && (head & 0x10) == 0) e.site = number();
        if ((message || e.kind == Wait) && (head & 0x40) == 0) e.partner = signed_number();
        if (message && (head & 0x20) == 0) e.bytes = number();
        if (message && (head & 0x80) == 0) {
            e.tag = signed_number();
            e.communicator = number();
        }
        if (e.kind == Mark) e.mark = number();
        return e;
    }

    std::string data_;
    std::size_t at_ = 0;
};

} // namespace trace_test
