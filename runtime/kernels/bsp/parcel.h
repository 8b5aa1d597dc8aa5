#pragma once

#include "comm/request_counts.h"
#include "kernels/bsp/registrations.h"

#include <loop/bsp.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <vector>

// The requests of a rank to another rank in a superstep, encoded as bytes. No MPI.
namespace loop::runtime::bsp {

enum class Request : std::uint32_t {
    Put,       // a list: for each put, its distance from `offset` in 32 bits and its bytes follow
    PutRow,    // puts at evenly spaced offsets: their bytes follow
    DirectPut, // the bytes are a separate message, sent from source to target without a copy
    Get,       // a list: for each get, its distance from `offset` in 32 bits follows
    DirectGet,
    Send, // for each message, a tag and a payload follow, padded so that each tag is aligned
};

inline bool is_list(Request request) {
    return request == Request::Put || request == Request::Get || request == Request::Send;
}

// One request, or several puts, gets, or messages of equal size. Consecutive calls share an entry whatever
// their order, so that no pattern of words is faster than another.
struct Entry {
    Request request;
    Slot slot;
    std::int64_t bytes;
    std::int64_t offset;
    std::int64_t stride; // of a row
    std::int64_t count;

    // Not for lists.
    std::int64_t lowest() const { return stride < 0 ? offset + (count - 1) * stride : offset; }
    std::int64_t end() const { return (stride < 0 ? offset : offset + (count - 1) * stride) + bytes; }
};

// Of a listed put or get from the offset of its entry.
using Distance = std::uint32_t;

// Where the data of several puts are, at evenly spaced addresses, and where they go.
struct RowSource {
    const void* first;
    std::int64_t stride;
};
struct RowPlace {
    std::int64_t offset;
    std::int64_t stride;
    std::int64_t bytes; // of each put
    std::int64_t count;
};

// The start of the message that a rank sends to each other rank at the end of a superstep. In an empty
// superstep, the header is the whole message. It has 16 bytes, because messages up to this size are fastest.
struct Header {
    std::uint64_t bytes : 61;  // size of the parcel with this header, but without pieces
    std::uint64_t asks : 1;    // some entries need answers, or send their data as separate messages
    std::uint64_t apart : 1;   // `Pieces` follows
    std::uint64_t records : 1; // from rank 0: the ranks record the next superstep
    std::uint32_t history;     // Registrations::history() of the sender
    std::int32_t tag_bytes;
};
static_assert(sizeof(Header) == 16);

// Follows the header if each entry is a separate message.
struct Pieces {
    std::uint64_t count;
    std::uint64_t longest; // in bytes
};

// A buffer that keeps its contents when it grows; its capacity never shrinks. Added bytes are not
// initialized.
class Bytes {
public:
    Bytes() = default;
    ~Bytes() { std::free(data_); }
    Bytes(const Bytes&) = delete;
    Bytes& operator=(const Bytes&) = delete;

    char* data() { return data_; }
    const char* data() const { return data_; }
    std::size_t size() const { return size_; }
    std::size_t capacity() const { return capacity_; }
    void resize(std::size_t size) {
        if (size > capacity_) grow(size);
        size_ = size;
    }
    char* add(std::size_t count) {
        const std::size_t at = size_;
        resize(size_ + count);
        return data_ + at;
    }

private:
    void grow(std::size_t size); // throws std::bad_alloc

    char* data_ = nullptr;
    std::size_t size_ = 0;
    std::size_t capacity_ = 0;
};

class Parcel {
public:
    Parcel() { clear(true); }
    // `together`: the parcel is one message; otherwise, each entry is a separate message after the header.
    void clear(bool together);

    // Prepares `list` for the next puts. The parcel reads `list` at its next request that does not continue
    // the list, and in close(). Pass the same object each time.
    void put(Slot slot, const void* target, const void* source, std::int64_t offset, std::int64_t bytes,
             detail::PutList& list);
    // Several puts at once.
    void put_row(Slot slot, const RowSource& source, const RowPlace& place);
    void direct_put(Slot slot, const void* source, std::int64_t offset, std::int64_t bytes);
    void get(Slot slot, std::int64_t offset, void* target, std::int64_t bytes);
    void direct_get(Slot slot, std::int64_t offset, void* target, std::int64_t bytes);
    void send(const void* tag, std::int64_t tag_bytes, const void* payload, std::int64_t bytes);

    // Writes the header; nothing may be added until clear().
    void close(std::uint32_t history, std::int32_t tag_bytes, bool records);

    bool together() const { return together_; }
    // The size of the header and of `Pieces`, which precede the entries.
    std::size_t head_bytes() const { return sizeof(Header) + (together_ ? 0 : sizeof(Pieces)); }
    const char* data() const { return data_.data(); }
    std::size_t bytes() const { return data_.size(); } // total, with header and pieces
    std::size_t main_bytes() const { return together_ ? bytes() : head_bytes(); } // without pieces
    std::size_t pieces() const { return pieces_.size(); }
    const char* piece(std::size_t index) const { return data_.data() + pieces_[index]; }
    std::size_t piece_bytes(std::size_t index) const {
        return (index + 1 < pieces_.size() ? pieces_[index + 1] : data_.size()) - pieces_[index];
    }

    struct Source {
        const void* data;
        std::int64_t bytes;
    };
    struct Target {
        void* data;
        std::int64_t bytes;
    };
    const std::vector<Source>& direct_puts() const { return direct_puts_; }
    const std::vector<Target>& gets() const { return gets_; }
    const std::vector<Target>& direct_gets() const { return direct_gets_; }
    std::int64_t bytes_to_get() const { return to_get_; } // by all gets together, except direct gets
    std::int64_t bytes_moved() const { return moved_; }   // payload sent to the other rank
    bool asks() const { return asks_; }
    const RequestCounts& requests() const { return counts_; } // complete after close()

private:
    Distance extend(Request request, Slot slot, std::int64_t offset, std::int64_t bytes);
    void begin(const Entry& entry);
    void end_list();
    Entry& entry() { return *reinterpret_cast<Entry*>(data_.data() + entry_); }

    Bytes data_;
    std::size_t entry_ = 0; // offset of the last entry
    bool open_ = false;     // the last entry may be extended
    bool together_ = true;
    detail::PutList* list_ = nullptr; // continues the last entry
    std::vector<std::size_t> pieces_;
    std::vector<Source> direct_puts_;
    std::vector<Target> gets_;
    std::vector<Target> direct_gets_;
    std::int64_t to_get_ = 0;
    std::int64_t moved_ = 0;
    RequestCounts counts_;
    bool asks_ = false;
};

// Copies `count` blocks of `bytes` bytes, at evenly spaced addresses on both sides.
void copy_row(char* to, std::int64_t to_stride, const char* from, std::int64_t from_stride,
              std::int64_t bytes, std::int64_t count);

// The requests of an entry.
RequestCounts requests_of(const Entry& entry);

// Iterates over the entries of a parcel or of a piece.
class Entries {
public:
    Entries(const char* begin, std::size_t bytes) : at_(begin), end_(begin + bytes) {}

    // Returns null after the last entry.
    const Entry* next() {
        if (at_ >= end_) return nullptr;
        const auto* const entry = reinterpret_cast<const Entry*>(at_);
        payload_ = at_ + sizeof(Entry);
        at_ = payload_ + padded(payload_bytes(*entry));
        return entry;
    }
    const char* payload() const { return payload_; }

    static std::size_t padded(std::size_t bytes) { return (bytes + 7) / 8 * 8; }
    static std::size_t payload_bytes(const Entry& entry) {
        return static_cast<std::size_t>(bytes_of_one(entry) * entry.count);
    }

private:
    static std::int64_t bytes_of_one(const Entry& entry) {
        constexpr std::int64_t distance = sizeof(Distance);
        switch (entry.request) {
        case Request::Put:
            return distance + entry.bytes;
        case Request::Get:
            return distance;
        case Request::PutRow:
            return entry.bytes;
        case Request::Send:
            return static_cast<std::int64_t>(padded(static_cast<std::size_t>(entry.bytes)));
        case Request::DirectPut:
        case Request::DirectGet:
            break;
        }
        return 0;
    }

    const char* at_;
    const char* end_;
    const char* payload_ = nullptr;
};

} // namespace loop::runtime::bsp
