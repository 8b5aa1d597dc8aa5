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

// What a process registered. Slots are numbered alike on all processes, as these push and pop the same things
// in the same order; so a slot says at any of them where an area lies. Without MPI.
class Registrations {
public:
    void push(const void* ident, std::size_t bytes) { changes_.push_back({ident, bytes, true}); }
    void pop(const void* ident) { changes_.push_back({ident, 0, false}); }

    // The end of a superstep: changes in the order of the calls. False where something is popped that is not
    // registered.
    bool settle();

    // The slot of the newest registration of `ident`.
    bool find(const void* ident, Slot& slot) {
        if (ident != last_ident_ || last_slot_ == none) return look_up(ident, slot);
        slot = last_slot_;
        return true;
    }
    bool holds(Slot slot) const { return slot < areas_.size() && in_use_[slot]; }
    const Area& area(Slot slot) const { return areas_[slot]; }

    // The same on two processes whose pushes and pops so far were the same.
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
