#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace loop::runtime::bsp {

using Slot = std::uint32_t;

struct Area {
    char* base;
    std::size_t bytes;
};

// The registered areas of a process. All processes push and pop in the same order, so a slot has the same
// number on all of them, and identifies the area on each. No MPI.
class Registrations {
public:
    void push(const void* ident, std::size_t bytes) { changes_.push_back({ident, bytes, true}); }
    void pop(const void* ident) { changes_.push_back({ident, 0, false}); }

    // Applies the changes in the order of the calls, at the end of a superstep. Returns false if an area is
    // popped that is not registered.
    bool settle();

    // Finds the slot of the newest registration of `ident`.
    bool find(const void* ident, Slot& slot) {
        if (ident != last_ident_ || last_slot_ == none) return look_up(ident, slot);
        slot = last_slot_;
        return true;
    }
    bool holds(Slot slot) const { return slot < areas_.size() && in_use_[slot]; }
    const Area& area(Slot slot) const { return areas_[slot]; }

    // Equal on two processes if their pushes and pops so far were the same.
    std::uint32_t history() const { return static_cast<std::uint32_t>(history_ ^ history_ >> 32); }

    void clear() { *this = Registrations(); }

private:
    static constexpr Slot none = ~Slot{0};
    struct Change {
        const void* ident;
        std::size_t bytes;
        bool push;
    };
    bool look_up(const void* ident, Slot& slot);
    void add(const Change& change);
    bool remove(const void* ident);
    void remember(std::uint64_t what) { history_ = (history_ ^ what) * 0x100000001b3u; }

    std::vector<Change> changes_;
    std::vector<Area> areas_;
    std::vector<bool> in_use_;
    std::vector<Slot> free_;
    std::unordered_map<const void*, std::vector<Slot>> newest_last_;
    const void* last_ident_ = nullptr; // of the last look-up
    Slot last_slot_ = none;
    std::uint64_t history_ = 0xcbf29ce484222325u;
};

} // namespace loop::runtime::bsp
