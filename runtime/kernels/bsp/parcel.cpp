#include "kernels/bsp/parcel.h"

#include <algorithm>
#include <new>

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
    data_.resize(sizeof(Header));
    pieces_.clear();
    direct_puts_.clear();
    gets_.clear();
    direct_gets_.clear();
    to_get_ = 0;
    moved_ = 0;
    asks_ = 0;
}

void Parcel::begin(const Entry& entry) {
    data_.resize(Entries::padded(data_.size()));
    entry_ = data_.size();
    if (!together_) pieces_.push_back(entry_);
    std::memcpy(data_.add(sizeof entry), &entry, sizeof entry);
    open_ = together_;
}

void Parcel::direct_put(Slot slot, const void* source, std::int64_t offset, std::int64_t bytes) {
    begin({Request::DirectPut, slot, bytes, offset, 0, 1});
    open_ = false;
    direct_puts_.push_back({source, bytes});
    moved_ += bytes;
    ++asks_;
}

void Parcel::get(Slot slot, std::int64_t offset, void* target, std::int64_t bytes) {
    extend(Request::Get, slot, offset, bytes);
    gets_.push_back({target, bytes});
    to_get_ += bytes;
    ++asks_;
}

void Parcel::direct_get(Slot slot, std::int64_t offset, void* target, std::int64_t bytes) {
    begin({Request::DirectGet, slot, bytes, offset, 0, 1});
    open_ = false;
    direct_gets_.push_back({target, bytes});
    ++asks_;
}

// `bytes` of the entry are those of tag and payload; the receiver knows the tag's.
void Parcel::send(const void* tag, std::int64_t tag_bytes, const void* payload, std::int64_t bytes) {
    begin({Request::Send, 0, tag_bytes + bytes, 0, 0, 1});
    open_ = false;
    char* const place = data_.add(static_cast<std::size_t>(tag_bytes + bytes));
    if (tag_bytes > 0) std::memcpy(place, tag, static_cast<std::size_t>(tag_bytes));
    if (bytes > 0) std::memcpy(place + tag_bytes, payload, static_cast<std::size_t>(bytes));
    moved_ += bytes;
}

void Parcel::close(std::uint64_t history, std::int64_t tag_bytes) {
    Header header{sizeof(Header), pieces_.size(), 0, asks_, history, tag_bytes};
    if (together_) header.bytes = data_.size();
    for (std::size_t index = 0; index < pieces_.size(); ++index)
        header.longest = std::max<std::uint64_t>(header.longest, piece_bytes(index));
    std::memcpy(data_.data(), &header, sizeof header);
}

} // namespace loop::runtime::bsp
