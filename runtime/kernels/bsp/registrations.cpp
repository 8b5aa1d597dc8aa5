#include "kernels/bsp/registrations.h"

namespace loop::runtime::bsp {

bool Registrations::settle() {
    if (changes_.empty()) return true;
    last_slot_ = none;
    bool known = true;
    for (const Change& change : changes_) {
        if (change.push) {
            add(change);
        } else {
            known = remove(change.ident) && known;
        }
    }
    changes_.clear();
    return known;
}

void Registrations::add(const Change& change) {
    Slot slot = static_cast<Slot>(areas_.size());
    if (free_.empty()) {
        areas_.push_back({});
        in_use_.push_back(true);
    } else {
        slot = free_.back();
        free_.pop_back();
        in_use_[slot] = true;
    }
    areas_[slot] = {static_cast<char*>(const_cast<void*>(change.ident)), change.bytes};
    newest_last_[change.ident].push_back(slot);
    remember(2 * std::uint64_t{slot});
}

bool Registrations::remove(const void* ident) {
    const auto found = newest_last_.find(ident);
    if (found == newest_last_.end()) return false;
    const Slot slot = found->second.back();
    found->second.pop_back();
    if (found->second.empty()) newest_last_.erase(found);
    in_use_[slot] = false;
    free_.push_back(slot);
    remember(2 * std::uint64_t{slot} + 1);
    return true;
}

bool Registrations::look_up(const void* ident, Slot& slot) {
    const auto found = newest_last_.find(ident);
    if (found == newest_last_.end()) return false;
    last_ident_ = ident;
    last_slot_ = slot = found->second.back();
    return true;
}

} // namespace loop::runtime::bsp
