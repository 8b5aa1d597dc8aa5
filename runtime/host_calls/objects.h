#pragma once

#include "host_calls/call_log.h"
#include "host_calls/channels.h"
#include "session/lasting.h"

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace loop::runtime::trace {

// The numbers in the call log of objects that host code made and has not freed, by handle. A library may
// return one handle several times, and counts the references.
class ObjectNumbers {
public:
    template <class Handle>
    std::uint64_t add(Handle handle) {
        numbers_[handle_key(handle)].push_back(next_number());
        return the_call_log.last_number;
    }

    // Returns 0 for an object that is not known.
    template <class Handle>
    std::uint64_t take(Handle handle) {
        const auto found = numbers_.find(handle_key(handle));
        if (found == numbers_.end()) return 0;
        const std::uint64_t number = found->second.back();
        found->second.pop_back();
        if (found->second.empty()) numbers_.erase(found);
        return number;
    }

private:
    std::unordered_map<std::uint64_t, std::vector<std::uint64_t>> numbers_;
};

} // namespace loop::runtime::trace
