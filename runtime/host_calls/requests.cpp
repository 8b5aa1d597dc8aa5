#include "host_calls/requests.h"

#include "host_calls/broken_rules.h"
#include "host_calls/buffer_uses.h"
#include "host_calls/call.h"
#include "host_calls/call_log.h"
#include "host_calls/strict.h"
#include "host_calls/wait.h"
#include "session/lasting.h"
#include "session/open_table.h"

#include <cstddef>
#include <unordered_map>
#include <vector>

namespace loop::runtime::trace {
namespace {

struct RequestEntry {
    std::uint64_t handle = 0;
    bool used = false;
    Begun begun;

    bool is_free() const { return !used; }
    std::uint64_t key() const { return handle; }
};

Lasting<OpenTable<RequestEntry>> requests;

// The numbers of requests whose handle MPI has used again, the last one at the end.
struct EarlierNumber {
    std::uint64_t handle;
    std::uint64_t number;
};
Lasting<std::vector<EarlierNumber>> earlier_numbers;

Lasting<std::unordered_map<std::uint64_t, ProbedMessage>> probed_messages;

std::uint64_t take_earlier_number(std::uint64_t handle) {
    std::vector<EarlierNumber>& all = earlier_numbers();
    for (std::size_t at = all.size(); at-- > 0;) {
        if (all[at].handle != handle) continue;
        const std::uint64_t number = all[at].number;
        all.erase(all.begin() + static_cast<std::ptrdiff_t>(at));
        return number;
    }
    return 0;
}

RequestEntry& entry_of(std::uint64_t handle) {
    return requests().find(handle, [&](const RequestEntry& entry) { return entry.handle == handle; });
}

// Two requests have the same handle: it is not certain which of them a call completes. A receive has its own
// handle while it is pending, so the completion of the earlier one was missed.
void forget_buffers(const Begun& earlier, const Begun& later) {
    forget_sample(earlier.number);
    forget_sample(later.number);
    forget_kept(earlier.number);
    forget_kept(later.number);
    if (earlier.what == Begun::What::Receive || later.what == Begun::What::Receive) give_up_pending();
}

} // namespace

void remember_message(MPI_Message message, const ProbedMessage& probed) {
    probed_messages()[handle_key(message)] = probed;
}

ProbedMessage take_message(MPI_Message message) {
    const auto found = probed_messages().find(handle_key(message));
    if (found == probed_messages().end()) return {};
    const ProbedMessage probed = found->second;
    probed_messages().erase(found);
    return probed;
}

void remember_request(MPI_Request request, const Begun& begun) {
    if (request == MPI_REQUEST_NULL) return;
    const std::uint64_t key = handle_key(request);
    RequestEntry& entry = entry_of(key);
    if (!entry.used) return requests().add(entry, {key, true, begun});
    const bool is_shared = !entry.begun.persistent && !begun.persistent;
    const int handles = is_shared ? entry.begun.same_handle + 1 : 1;
    if (is_shared) earlier_numbers().push_back({key, entry.begun.number});
    forget_buffers(entry.begun, begun);
    entry.begun = begun;
    entry.begun.same_handle = handles;
}

Begun* find_request(MPI_Request request) {
    RequestEntry& entry = entry_of(handle_key(request));
    return entry.used ? &entry.begun : nullptr;
}

void forget_request(MPI_Request request) {
    RequestEntry& entry = entry_of(handle_key(request));
    if (!entry.used) return;
    if (--entry.begun.same_handle <= 0) return requests().remove(entry);
    entry.begun.number = take_earlier_number(entry.handle);
}

bool keeps_requests() {
    const bool keeps = on() ? is_recording_thread() : is_followed_thread();
    if (!keeps) miss_in_log(log_misses_threads);
    return keeps;
}

} // namespace loop::runtime::trace
