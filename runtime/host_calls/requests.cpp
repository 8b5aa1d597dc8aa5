#include "host_calls/requests.h"

#include "host_calls/call.h"
#include "host_calls/wait.h"

#include <cstddef>
#include <vector>

namespace loop::runtime::trace {
namespace {

struct RequestEntry {
    std::uint64_t key = 0;
    bool used = false;
    Begun begun;
};

// Open addressing, at most half full, without gaps in a run: what a message costs is a look and a few stores.
class RequestTable {
public:
    RequestEntry& place_of(std::uint64_t key) {
        std::size_t slot = home_of(key);
        while (slots_[slot].used && slots_[slot].key != key)
            slot = next(slot);
        return slots_[slot];
    }

    void add(RequestEntry& free, std::uint64_t key, const Begun& begun) {
        free = {key, true, begun};
        if (++used_ * 2 > slots_.size()) grow();
    }

    // Those behind it that would no longer be found move up.
    void remove(const RequestEntry& entry) {
        auto gap = static_cast<std::size_t>(&entry - slots_.data());
        for (std::size_t slot = next(gap); slots_[slot].used; slot = next(slot)) {
            const std::size_t home = home_of(slots_[slot].key);
            const bool stays = gap <= slot ? gap < home && home <= slot : gap < home || home <= slot;
            if (stays) continue;
            slots_[gap] = slots_[slot];
            gap = slot;
        }
        slots_[gap].used = false;
        --used_;
    }

private:
    std::size_t home_of(std::uint64_t key) const {
        return static_cast<std::size_t>((key * 0x9e3779b97f4a7c15u) >> 32) & (slots_.size() - 1);
    }
    std::size_t next(std::size_t slot) const { return (slot + 1) & (slots_.size() - 1); }

    void grow() {
        std::vector<RequestEntry> before(slots_.size() * 2);
        before.swap(slots_);
        for (const RequestEntry& entry : before)
            if (entry.used) place_of(entry.key) = entry;
    }

    std::vector<RequestEntry> slots_ = std::vector<RequestEntry>(256);
    std::size_t used_ = 0;
};

RequestTable& requests() {
    static auto* const all = new RequestTable;
    return *all;
}

} // namespace

void remember_request(MPI_Request request, const Begun& begun) {
    if (request == MPI_REQUEST_NULL) return;
    const std::uint64_t key = handle_key(request);
    RequestEntry& entry = requests().place_of(key);
    if (!entry.used) return requests().add(entry, key, begun);
    const bool both_sends =
        entry.begun.what == Begun::What::Send && begun.what == Begun::What::Send && !entry.begun.persistent;
    const int handles = both_sends ? entry.begun.same_handle + 1 : 1;
    entry.begun = begun;
    entry.begun.same_handle = handles;
}

Begun* find_request(MPI_Request request) {
    RequestEntry& entry = requests().place_of(handle_key(request));
    return entry.used ? &entry.begun : nullptr;
}

void forget_request(MPI_Request request) {
    RequestEntry& entry = requests().place_of(handle_key(request));
    if (entry.used && --entry.begun.same_handle <= 0) requests().remove(entry);
}

bool keeps_requests() {
    return recording() ? is_recording_thread() : is_first_thread();
}

} // namespace loop::runtime::trace
