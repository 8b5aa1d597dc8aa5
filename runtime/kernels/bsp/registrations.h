#pragma once

#include <loop/fnv.h>

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

// The registered areas of a rank. All ranks push and pop in the same order, so a slot number identifies the
// same registration on all ranks. No MPI.
class Registrations {
public:
    void push(const void* ident, std::size_t bytes) { changes_.push_back({ident, bytes, true}); }
    void pop(const void* ident) { changes_.push_back({ident, 0, false}); }

    // Applies the pushes and pops of a superstep in the order of the calls. Returns false if pop() names an
    // area that is not registered.
    bool settle();

    // Finds the slot of the newest registration of `ident`; returns false if there is none.
    bool find(const void* ident, Slot& slot) {
        if (ident != last_ident_ || last_slot_ == none) return look_up(ident, slot);
        slot = last_slot_;
        return true;
    }
    bool holds(Slot slot) const { return slot < areas_.size() && in_use_[slot]; }
    const Area& area(Slot slot) const { return areas_[slot]; }

    // A hash of all pushes and pops so far: equal on two ranks that made the same ones.
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
    void remember(std::uint64_t what) { history_ = fnv1a64_with(history_, what); }

    std::vector<Change> changes_;
    std::vector<Area> areas_;
    std::vector<bool> in_use_;
    std::vector<Slot> free_;
    std::unordered_map<const void*, std::vector<Slot>> newest_last_;
    const void* last_ident_ = nullptr; // `ident` of the last look-up
    Slot last_slot_ = none;
    std::uint64_t history_ = fnv_of_nothing;
};

} // namespace loop::runtime::bsp
