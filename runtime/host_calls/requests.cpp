#include "host_calls/requests.h"

#include "host_calls/call.h"
#include "host_calls/wait.h"
#include "session/lasting.h"
#include "session/open_table.h"

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

RequestEntry& entry_of(std::uint64_t handle) {
    return requests().find(handle, [&](const RequestEntry& entry) { return entry.handle == handle; });
}

} // namespace

void remember_request(MPI_Request request, const Begun& begun) {
    if (request == MPI_REQUEST_NULL) return;
    const std::uint64_t key = handle_key(request);
    RequestEntry& entry = entry_of(key);
    if (!entry.used) return requests().add(entry, {key, true, begun});
    const bool both_sends =
        entry.begun.what == Begun::What::Send && begun.what == Begun::What::Send && !entry.begun.persistent;
    const int handles = both_sends ? entry.begun.same_handle + 1 : 1;
    entry.begun = begun;
    entry.begun.same_handle = handles;
}

Begun* find_request(MPI_Request request) {
    RequestEntry& entry = entry_of(handle_key(request));
    return entry.used ? &entry.begun : nullptr;
}

void forget_request(MPI_Request request) {
    RequestEntry& entry = entry_of(handle_key(request));
    if (entry.used && --entry.begun.same_handle <= 0) requests().remove(entry);
}

bool keeps_requests() {
    return recording() ? is_recording_thread() : is_first_thread();
}

} // namespace loop::runtime::trace
