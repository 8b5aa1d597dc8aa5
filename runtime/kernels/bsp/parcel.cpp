#include "kernels/bsp/parcel.h"

#include <algorithm>
#include <new>
#include <type_traits>

namespace loop::runtime::bsp {

void Bytes::grow(std::size_t size) {
    const std::size_t wanted = std::max({size, 2 * capacity_, std::size_t{4096}});
    void* const larger = std::realloc(data_, wanted);
    if (larger == nullptr) throw std::bad_alloc();
    data_ = static_cast<char*>(larger);
    capacity_ = wanted;
}

void Parcel::clear(bool together) {
    together_ = together;
    open_ = false;
    list_ = nullptr;
    data_.resize(head_bytes());
    pieces_.clear();
    direct_puts_.clear();
    gets_.clear();
    direct_gets_.clear();
    to_get_ = 0;
    moved_ = 0;
    counts_ = {};
    asks_ = false;
}

void Parcel::put(Slot slot, const void* target, const void* source, std::int64_t offset, std::int64_t bytes,
                 detail::PutList& list) {
    end_list();
    const Distance distance = extend(Request::Put, slot, offset, bytes);
    const auto size = static_cast<std::size_t>(bytes);
    char* const place = data_.add(sizeof distance + size);
    std::memcpy(place, &distance, sizeof distance);
    std::memcpy(place + sizeof distance, source, size);
    moved_ += bytes;
    ++counts_.puts;
    if (!together_) return;
    const std::size_t left = data_.capacity() - data_.size();
    char* const next = data_.data() + data_.size();
    if (left < sizeof distance + size) return; // the next put makes room
    list = {target, entry().offset, bytes, next, next + (left - sizeof distance - size) + 1};
    list_ = &list;
}

namespace {

// Copies blocks of `bytes` bytes. A constant size lets the compiler copy words without calls.
template <class Bytes>
void copy_blocks(char* to, std::int64_t to_stride, const char* from, std::int64_t from_stride,
                 std::int64_t count, Bytes bytes) {
    for (std::int64_t k = 0; k < count; ++k, to += to_stride, from += from_stride)
        std::memcpy(to, from, bytes);
}

} // namespace

void copy_row(char* to, std::int64_t to_stride, const char* from, std::int64_t from_stride,
              std::int64_t bytes, std::int64_t count) {
    if (to_stride == bytes && from_stride == bytes) {
        std::memcpy(to, from, static_cast<std::size_t>(count * bytes));
    } else if (bytes == 8) {
        copy_blocks(to, to_stride, from, from_stride, count, std::integral_constant<std::size_t, 8>());
    } else {
        copy_blocks(to, to_stride, from, from_stride, count, static_cast<std::size_t>(bytes));
    }
}

RequestCounts requests_of(const Entry& entry) {
    RequestCounts counts;
    counts.lists = is_list(entry.request) ? 1 : 0;
    switch (entry.request) {
    case Request::Put:
    case Request::DirectPut:
        counts.puts = entry.count;
        break;
    case Request::PutRow:
        counts.rows = 1;
        break;
    case Request::Get:
    case Request::DirectGet:
        counts.gets = entry.count;
        break;
    case Request::Send:
        counts.messages = entry.count;
        break;
    }
    return counts;
}

void Parcel::put_row(Slot slot, const RowSource& source, const RowPlace& place) {
    end_list();
    begin({Request::PutRow, slot, place.bytes, place.offset, place.stride, place.count});
    open_ = false;
    const std::int64_t all = place.bytes * place.count;
    copy_row(data_.add(static_cast<std::size_t>(all)), place.bytes, static_cast<const char*>(source.first),
             source.stride, place.bytes, place.count);
    moved_ += all;
    ++counts_.rows;
}

void Parcel::end_list() {
    if (list_ == nullptr) return;
    const auto size = static_cast<std::size_t>(list_->place - data_.data());
    const std::size_t added =
        (size - data_.size()) / (sizeof(Distance) + static_cast<std::size_t>(list_->bytes));
    entry().count += static_cast<std::int64_t>(added);
    counts_.puts += static_cast<long long>(added);
    moved_ += static_cast<std::int64_t>(added) * list_->bytes;
    data_.resize(size);
    *list_ = {};
    list_ = nullptr;
}

// Adds a put or get to the list of the last entry, or begins an entry. Returns its distance from the offset
// of its entry. Entries begin at multiples of the greatest distance, so that the next ones are in reach.
Distance Parcel::extend(Request request, Slot slot, std::int64_t offset, std::int64_t bytes) {
    const auto distance = static_cast<Distance>(offset);
    const std::int64_t base = offset - static_cast<std::int64_t>(distance);
    if (open_) {
        Entry& last = entry();
        if (last.request == request && last.slot == slot && last.bytes == bytes && last.offset == base) {
            ++last.count;
            return distance;
        }
    }
    begin({request, slot, bytes, base, 0, 1});
    return distance;
}

void Parcel::begin(const Entry& entry) {
    data_.resize(Entries::padded(data_.size()));
    entry_ = data_.size();
    if (!together_) pieces_.push_back(entry_);
    std::memcpy(data_.add(sizeof entry), &entry, sizeof entry);
    open_ = together_;
    if (is_list(entry.request)) ++counts_.lists;
}

void Parcel::direct_put(Slot slot, const void* source, std::int64_t offset, std::int64_t bytes) {
    end_list();
    begin({Request::DirectPut, slot, bytes, offset, 0, 1});
    open_ = false;
    direct_puts_.push_back({source, bytes});
    ++counts_.puts;
    moved_ += bytes;
    asks_ = true;
}

void Parcel::get(Slot slot, std::int64_t offset, void* target, std::int64_t bytes) {
    end_list();
    const Distance distance = extend(Request::Get, slot, offset, bytes);
    std::memcpy(data_.add(sizeof distance), &distance, sizeof distance);
    gets_.push_back({target, bytes});
    ++counts_.gets;
    to_get_ += bytes;
    asks_ = true;
}

void Parcel::direct_get(Slot slot, std::int64_t offset, void* target, std::int64_t bytes) {
    end_list();
    begin({Request::DirectGet, slot, bytes, offset, 0, 1});
    open_ = false;
    direct_gets_.push_back({target, bytes});
    ++counts_.gets;
    asks_ = true;
}

// `bytes` in the entry covers tag and payload; the receiver knows the size of the tag.
void Parcel::send(const void* tag, std::int64_t tag_bytes, const void* payload, std::int64_t bytes) {
    end_list();
    extend(Request::Send, 0, 0, tag_bytes + bytes);
    char* const place = data_.add(Entries::padded(static_cast<std::size_t>(tag_bytes + bytes)));
    if (tag_bytes > 0) std::memcpy(place, tag, static_cast<std::size_t>(tag_bytes));
    if (bytes > 0) std::memcpy(place + tag_bytes, payload, static_cast<std::size_t>(bytes));
    moved_ += bytes;
    ++counts_.messages;
}

void Parcel::close(std::uint32_t history, std::int32_t tag_bytes, bool records) {
    end_list();
    Header header{};
    header.bytes = main_bytes();
    header.asks = asks_;
    header.apart = !together_;
    header.records = records;
    header.history = history;
    header.tag_bytes = tag_bytes;
    std::memcpy(data_.data(), &header, sizeof header);
    if (together_) return;
    data_.resize(Entries::padded(data_.size())); // pieces of the same request have the same size
    Pieces pieces{pieces_.size(), 0};
    for (std::size_t index = 0; index < pieces_.size(); ++index)
        pieces.longest = std::max<std::uint64_t>(pieces.longest, piece_bytes(index));
    std::memcpy(data_.data() + sizeof header, &pieces, sizeof pieces);
}

} // namespace loop::runtime::bsp
