#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace loop::runtime {

// A hash table with open addressing, at most half full: a look-up is a multiplication and, nearly always, one
// comparison. A slot has `is_free()` and `key()`.
template <class Slot>
class OpenTable {
public:
    // Returns the slot with this key for which `same` holds, else the free slot where it belongs.
    template <class Same>
    Slot& find(std::uint64_t key, Same same) {
        std::size_t at = home(key);
        while (!slots_[at].is_free() && !same(slots_[at]))
            at = next(at);
        return slots_[at];
    }

    // `free`: from `find`. Invalidates references to slots.
    void add(Slot& free, const Slot& slot) {
        free = slot;
        if (++used_ * 2 > slots_.size()) grow();
    }

    // Moves up later slots that would no longer be found.
    void remove(const Slot& slot) {
        auto gap = static_cast<std::size_t>(&slot - slots_.data());
        for (std::size_t at = next(gap); !slots_[at].is_free(); at = next(at)) {
            const std::size_t wanted = home(slots_[at].key());
            const bool stays = gap <= at ? gap < wanted && wanted <= at : gap < wanted || wanted <= at;
            if (stays) continue;
            slots_[gap] = slots_[at];
            gap = at;
        }
        slots_[gap] = Slot{};
        --used_;
    }

private:
    std::size_t home(std::uint64_t key) const {
        return static_cast<std::size_t>((key * 0x9e3779b97f4a7c15u) >> 32) & (slots_.size() - 1);
    }
    std::size_t next(std::size_t at) const { return (at + 1) & (slots_.size() - 1); }

    void grow() {
        std::vector<Slot> before(slots_.size() * 2);
        before.swap(slots_);
        for (const Slot& slot : before)
            if (!slot.is_free()) find(slot.key(), [](const Slot&) { return false; }) = slot;
    }

    std::vector<Slot> slots_ = std::vector<Slot>(256);
    std::size_t used_ = 0;
};

} // namespace loop::runtime
