#pragma once

#include <loop/varint.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace loop::report {

/// Builds a message in the wire format of protocol buffers, field by field. Supports only the types of fields
/// that LOOP writes.
class ProtoMessage {
public:
    void clear() { bytes_.clear(); }
    const std::string& bytes() const { return bytes_; }

    void number(int field, std::uint64_t value) {
        varint(key(field, 0));
        varint(value);
    }
    /// For fields of type int32 or int64; negative values take ten bytes.
    void signed_number(int field, std::int64_t value) { number(field, static_cast<std::uint64_t>(value)); }
    void fixed64(int field, std::uint64_t value) {
        varint(key(field, 1));
        for (int shift = 0; shift < 64; shift += 8)
            bytes_ += static_cast<char>(value >> shift & 0xff);
    }
    void text(int field, std::string_view value) {
        varint(key(field, 2));
        varint(value.size());
        bytes_ += value;
    }
    void message(int field, const ProtoMessage& value) { text(field, value.bytes_); }

private:
    static std::uint64_t key(int field, unsigned type) {
        return static_cast<std::uint64_t>(field) << 3 | type;
    }
    void varint(std::uint64_t value) { add_varint(bytes_, value); }

    std::string bytes_;
};

} // namespace loop::report
