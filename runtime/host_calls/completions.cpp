// MPI calls in host code that complete requests.
#include "host_calls/broken_rules.h"
#include "host_calls/buffer_uses.h"
#include "host_calls/call.h"
#include "host_calls/logged.h"
#include "host_calls/requests.h"
#include "host_calls/strict.h"
#include "host_calls/wait.h"
#include "session/simulation.h"

#include <algorithm>
#include <vector>

using namespace loop::runtime::trace;

namespace {

// A request before a call that may complete it; after the call, its handle is lost.
struct Seen {
    MPI_Request request = MPI_REQUEST_NULL;
    Begun begun;
    bool known = false;
    bool pending = false; // known and active
};

// Before the call `at`, which may complete the request.
Seen seen_at(const CalledAt& at, MPI_Request request, KeptCheck check = KeptCheck::Always) {
    Seen seen;
    seen.request = request;
    if (request == MPI_REQUEST_NULL || !keeps_requests()) return seen;
    if (const Begun* begun = find_request(request)) {
        seen.begun = *begun;
        seen.known = true;
        seen.pending = begun->active;
    }
    if (seen.pending) check_kept(at, seen.begun.number, check);
    return seen;
}

const std::vector<Seen>& seen_at(const CalledAt& at, int count, const MPI_Request* requests,
                                 KeptCheck check = KeptCheck::Always) {
    static auto* const all = new std::vector<Seen>;
    all->clear();
    for (int i = 0; i < count && requests != nullptr; ++i)
        all->push_back(seen_at(at, requests[i], check));
    return *all;
}

// Returns whether the requests may be tested: every handle is null or was returned by MPI.
bool may_be_tested(const std::vector<Seen>& seen) {
    for (const Seen& one : seen) {
        if (one.request != MPI_REQUEST_NULL && !one.known) return false;
    }
    return true;
}

// MPI_Testall of MPICH 4.0 fails for persistent collectives, which it may complete. A simulated rank does not
// test, because that would take simulated time.
bool tests_first(const Seen& seen) {
    const bool is_plain = seen.begun.what != Begun::What::Collective || !seen.begun.persistent;
    return is_plain && !loop::runtime::is_simulated;
}
bool tests_first(const std::vector<Seen>& seen) {
    return std::all_of(seen.begin(), seen.end(), [](const Seen& one) { return tests_first(one); });
}

int partner_of(const Seen& seen) {
    if (seen.begun.what == Begun::What::Collective) return -1;
    const Channel* const channel = seen.begun.comm == MPI_COMM_NULL ? nullptr : find_channel(seen.begun.comm);
    return channel == nullptr ? -1 : channel->world(seen.begun.partner);
}

// Publishes the first pending request; receives before sends, as a send may just be waiting for its receive.
void tell_partner(HostWait& waits, const std::vector<Seen>& seen) {
    const Seen* first = nullptr;
    for (const Seen& one : seen) {
        if (!one.pending) continue;
        const bool receives = one.begun.what == Begun::What::Receive;
        if (first == nullptr || (receives && first->begun.what != Begun::What::Receive)) first = &one;
    }
    if (first != nullptr) waits.waits_for(first->begun);
}

// Of several requests with one handle, it does not matter which one completes first.
std::uint64_t number_of(const Seen& seen) {
    if (seen.begun.same_handle == 1) return seen.begun.number;
    const Begun* const begun = find_request(seen.request);
    return begun == nullptr ? 0 : begun->number;
}

bool is_canceled(const Seen& seen, const MPI_Status& status) {
    int canceled = 0;
    if (seen.begun.canceling) PMPI_Test_cancelled(const_cast<MPI_Status*>(&status), &canceled);
    return canceled != 0;
}

void log_completed(const CalledAt& at, const Seen& seen, const MPI_Status& status, bool is_received) {
    const std::uint64_t number = is_logging() || is_strict ? number_of(seen) : 0;
    if (number == 0) return;
    if (seen.begun.what == Begun::What::Receive) end_pending(number);
    if (!seen.begun.persistent) forget_kept(number);
    if (end_watch(number, status)) log_request(at, loop::CallEvent::Changed, number);
    if (is_received) return log_received(at, seen.begun.comm, status, number, seen.begun.signature);
    const bool canceled = is_canceled(seen, status);
    log_request(at, canceled ? loop::CallEvent::Canceled : loop::CallEvent::Completed, number);
}

// Returns whether the last record is that of the received message.
bool completed(const CalledAt& at, const Seen& seen, const MPI_Status& status, Waiting& waiting) {
    if (!seen.pending) return false;
    const bool is_received = seen.begun.what == Begun::What::Receive && is_message(status);
    log_completed(at, seen, status, is_received);
    if (is_received) tell_host_received(seen.begun.comm, status);
    // MPI may have freed the communicator already.
    const bool can_record = on() && find_channel(seen.begun.comm) != nullptr;
    if (is_received && can_record) record_received(waiting, received_message(seen.begun.comm, status));
    if (seen.begun.what == Begun::What::Collective && can_record) {
        waiting.end();
        const Channel& channel = *find_channel(seen.begun.comm);
        put(now(), Kind::Collective, loop::tag_of_begun(seen.begun.operation_kind),
            channel.world(seen.begun.partner), static_cast<std::uint64_t>(seen.begun.bytes), channel.index);
    }
    if (!seen.begun.persistent)
        forget_request(seen.request);
    else if (Begun* begun = find_request(seen.request))
        begun->active = false;
    return is_received && can_record;
}

// Provides statuses for MPI if host code passes none.
MPI_Status* room_for(MPI_Status* wanted, int count) {
    if (wanted != MPI_STATUSES_IGNORE && wanted != MPI_STATUS_IGNORE) return wanted;
    static auto* const all = new std::vector<MPI_Status>;
    all->resize(static_cast<std::size_t>(count > 0 ? count : 1));
    return all->data();
}

// A call for several requests may complete some and fail for others.
bool completes_some(int code) {
    int kind = code;
    if (code != MPI_SUCCESS) PMPI_Error_class(code, &kind);
    return kind == MPI_SUCCESS || kind == MPI_ERR_IN_STATUS;
}

// Only after an MPI_ERR_IN_STATUS, each status has its own code.
bool is_complete(int code, const MPI_Status& status) {
    return code == MPI_SUCCESS || status.MPI_ERROR == MPI_SUCCESS;
}

// Complete the requests that MPI reports as done:
auto complete_all(const std::vector<Seen>& seen, const MPI_Status* at) {
    return [&seen, at](const CalledAt& called_at, Waiting& waiting, int code) {
        for (std::size_t i = 0; i < seen.size(); ++i)
            if (is_complete(code, at[i])) completed(called_at, seen[i], at[i], waiting);
    };
}

auto complete_one(const std::vector<Seen>& seen, const int* index, const MPI_Status* at) {
    return [&seen, index, at](const CalledAt& called_at, Waiting& waiting, int) {
        const bool one = *index >= 0 && static_cast<std::size_t>(*index) < seen.size();
        if (one) completed(called_at, seen[static_cast<std::size_t>(*index)], *at, waiting);
    };
}

auto complete_some(const std::vector<Seen>& seen, const int* done, const int* indices, const MPI_Status* at) {
    return [&seen, done, indices, at](const CalledAt& called_at, Waiting& waiting, int code) {
        for (int i = 0; *done != MPI_UNDEFINED && i < *done; ++i)
            if (is_complete(code, at[i]))
                completed(called_at, seen[static_cast<std::size_t>(indices[i])], at[i], waiting);
    };
}

// Of the requests of a failed call, it is not certain which are pending.
int ended(int code) {
    if (code != MPI_SUCCESS) give_up_pending();
    return logged(code, loop::log_misses_messages);
}

// A call that waits for requests: `test` finds out without waiting whether it would return at once.
template <class Test, class Wait, class Complete>
int wait_for(CallName name, HostWait& waits, const std::vector<Seen>& seen, Test test, Wait wait,
             Complete complete, const CalledAt& at) {
    const HostCall call(name, at.caller);
    Waiting waiting;
    const bool records = call.is_recorded() && may_be_tested(seen);
    int done = 0;
    int code = records && tests_first(seen) ? test(done) : MPI_SUCCESS;
    if (code == MPI_SUCCESS && done == 0) {
        tell_partner(waits, seen);
        if (records) waiting.begin(seen.size() == 1 ? partner_of(seen[0]) : -1);
        code = wait();
    }
    if (loop::runtime::is_simulated) waiting.gather();
    if (completes_some(code)) complete(at, waiting, code);
    if (loop::runtime::is_simulated) waiting.end_gathering();
    waiting.end();
    return ended(code);
}

void set_empty(MPI_Status& status) {
    status.MPI_SOURCE = MPI_ANY_SOURCE;
    status.MPI_TAG = MPI_ANY_TAG;
    status.MPI_ERROR = MPI_SUCCESS;
    PMPI_Status_set_elements(&status, MPI_BYTE, 0);
}

// The simulator completes the requests of MPI_Waitall in this way, too, but does not tell when.
int wait_each_simulated(CallName name, HostWait& waits, const std::vector<Seen>& seen, MPI_Request* requests,
                        MPI_Status* statuses, const CalledAt& at) {
    const HostCall call(name, at.caller);
    Waiting waiting;
    tell_partner(waits, seen);
    for (std::size_t i = 0; i < seen.size(); ++i)
        set_empty(statuses[i]);
    int code = MPI_SUCCESS;
    for (std::size_t left = seen.size(); left > 0; --left) {
        if (call.is_recorded()) waiting.begin(seen.size() == 1 ? partner_of(seen[0]) : -1);
        int index = MPI_UNDEFINED;
        MPI_Status status{};
        code = PMPI_Waitany(static_cast<int>(seen.size()), requests, &index, &status);
        if (code != MPI_SUCCESS || index == MPI_UNDEFINED) break;
        const auto done = static_cast<std::size_t>(index);
        statuses[done] = status;
        completed(at, seen[done], status, waiting);
    }
    waiting.end();
    return ended(code);
}

// The simulator's MPI_Testall ends requests that are complete even if others are not, and does not come back
// to them.
int test_all_simulated(CallName name, const std::vector<Seen>& seen, MPI_Request* requests, int& done,
                       MPI_Status* statuses, const CalledAt& at) {
    HostCall call(name, at.caller);
    Waiting waiting;
    const int code = ended(PMPI_Testall(static_cast<int>(seen.size()), requests, &done, statuses));
    bool is_fruitless = code == MPI_SUCCESS && done == 0;
    for (std::size_t i = 0; code == MPI_SUCCESS && i < seen.size(); ++i) {
        if (!seen[i].pending || (done == 0 && requests[i] != MPI_REQUEST_NULL)) continue;
        completed(at, seen[i], statuses[i], waiting);
        is_fruitless = false;
    }
    if (is_fruitless) call.is_fruitless();
    return code;
}

template <class Test, class Complete>
int test_for(CallName name, const int& done, Test test, Complete complete, const CalledAt& at) {
    HostCall call(name, at.caller);
    Waiting waiting;
    const int code = ended(test());
    if (code == MPI_SUCCESS && done == 0) call.is_fruitless();
    if (code != MPI_SUCCESS ? completes_some(code) : done != 0) complete(at, waiting, code);
    return code;
}

} // namespace

LOOP_HOST_CALL int MPI_Wait(MPI_Request* request, MPI_Status* status) {
    HostWait waits(loop::WaitKind::Wait, __builtin_return_address(0));
    if (request == nullptr || !keeps_requests()) return PMPI_Wait(request, status);
    const Seen seen = seen_at(LOOP_CALLED_AT(Wait), *request);
    MPI_Status own;
    MPI_Status* const at = status == MPI_STATUS_IGNORE ? &own : status;
    if (seen.pending) waits.waits_for(seen.begun);
    HostCall call(LOOP_RECORDED(Wait));
    Waiting waiting;
    int done = 0;
    int code = MPI_SUCCESS;
    if (call.is_recorded() && seen.pending && tests_first(seen)) code = PMPI_Test(request, &done, at);
    if (code == MPI_SUCCESS && done == 0) {
        if (call.is_recorded() && seen.pending) waiting.begin(partner_of(seen));
        code = PMPI_Wait(request, at);
    }
    if (code == MPI_SUCCESS && completed(LOOP_CALLED_AT(Wait), seen, *at, waiting)) call.ends_with_record();
    waiting.end();
    return ended(code);
}

LOOP_HOST_CALL int MPI_Test(MPI_Request* request, int* done, MPI_Status* status) {
    if (request == nullptr || !keeps_requests()) return PMPI_Test(request, done, status);
    const Seen seen = seen_at(LOOP_CALLED_AT(Test), *request, KeptCheck::OfTests);
    MPI_Status own;
    MPI_Status* const at = status == MPI_STATUS_IGNORE ? &own : status;
    return test_for(
        LOOP_RECORDED(Test), *done, [&] { return PMPI_Test(request, done, at); },
        [&](const CalledAt& called_at, Waiting& waiting, int code) {
            if (code == MPI_SUCCESS) completed(called_at, seen, *at, waiting);
        },
        LOOP_CALLED_AT(Test));
}

LOOP_HOST_CALL int MPI_Waitall(int count, MPI_Request* requests, MPI_Status* statuses) {
    HostWait waits(loop::WaitKind::Waitall, __builtin_return_address(0));
    if (!keeps_requests()) return PMPI_Waitall(count, requests, statuses);
    const std::vector<Seen>& seen = seen_at(LOOP_CALLED_AT(Waitall), count, requests);
    MPI_Status* const at = room_for(statuses, count);
    if (loop::runtime::is_simulated && may_be_tested(seen))
        return wait_each_simulated(LOOP_RECORDED(Waitall), waits, seen, requests, at,
                                   LOOP_CALLED_AT(Waitall));
    return wait_for(
        LOOP_RECORDED(Waitall), waits, seen,
        [&](int& done) { return PMPI_Testall(count, requests, &done, at); },
        [&] { return PMPI_Waitall(count, requests, at); }, complete_all(seen, at), LOOP_CALLED_AT(Waitall));
}

LOOP_HOST_CALL int MPI_Testall(int count, MPI_Request* requests, int* done, MPI_Status* statuses) {
    if (!keeps_requests()) return PMPI_Testall(count, requests, done, statuses);
    const std::vector<Seen>& seen = seen_at(LOOP_CALLED_AT(Testall), count, requests, KeptCheck::OfTests);
    MPI_Status* const at = room_for(statuses, count);
    if (loop::runtime::is_simulated)
        return test_all_simulated(LOOP_RECORDED(Testall), seen, requests, *done, at, LOOP_CALLED_AT(Testall));
    return test_for(
        LOOP_RECORDED(Testall), *done, [&] { return PMPI_Testall(count, requests, done, at); },
        complete_all(seen, at), LOOP_CALLED_AT(Testall));
}

LOOP_HOST_CALL int MPI_Waitany(int count, MPI_Request* requests, int* index, MPI_Status* status) {
    HostWait waits(loop::WaitKind::Waitany, __builtin_return_address(0));
    if (!keeps_requests()) return PMPI_Waitany(count, requests, index, status);
    const std::vector<Seen>& seen = seen_at(LOOP_CALLED_AT(Waitany), count, requests);
    MPI_Status* const at = room_for(status, 1);
    return wait_for(
        LOOP_RECORDED(Waitany), waits, seen,
        [&](int& done) { return PMPI_Testany(count, requests, index, &done, at); },
        [&] { return PMPI_Waitany(count, requests, index, at); }, complete_one(seen, index, at),
        LOOP_CALLED_AT(Waitany));
}

LOOP_HOST_CALL int MPI_Testany(int count, MPI_Request* requests, int* index, int* done, MPI_Status* status) {
    if (!keeps_requests()) return PMPI_Testany(count, requests, index, done, status);
    const std::vector<Seen>& seen = seen_at(LOOP_CALLED_AT(Testany), count, requests, KeptCheck::OfTests);
    MPI_Status* const at = room_for(status, 1);
    return test_for(
        LOOP_RECORDED(Testany), *done, [&] { return PMPI_Testany(count, requests, index, done, at); },
        complete_one(seen, index, at), LOOP_CALLED_AT(Testany));
}

LOOP_HOST_CALL int MPI_Waitsome(int count, MPI_Request* requests, int* done, int* indices,
                                MPI_Status* statuses) {
    HostWait waits(loop::WaitKind::Waitsome, __builtin_return_address(0));
    if (!keeps_requests()) return PMPI_Waitsome(count, requests, done, indices, statuses);
    const std::vector<Seen>& seen = seen_at(LOOP_CALLED_AT(Waitsome), count, requests);
    MPI_Status* const at = room_for(statuses, count);
    return wait_for(
        LOOP_RECORDED(Waitsome), waits, seen,
        [&](int& found) {
            const int code = PMPI_Testsome(count, requests, done, indices, at);
            found = *done;
            return code;
        },
        [&] { return PMPI_Waitsome(count, requests, done, indices, at); },
        complete_some(seen, done, indices, at), LOOP_CALLED_AT(Waitsome));
}

LOOP_HOST_CALL int MPI_Testsome(int count, MPI_Request* requests, int* done, int* indices,
                                MPI_Status* statuses) {
    if (!keeps_requests()) return PMPI_Testsome(count, requests, done, indices, statuses);
    const std::vector<Seen>& seen = seen_at(LOOP_CALLED_AT(Testsome), count, requests, KeptCheck::OfTests);
    MPI_Status* const at = room_for(statuses, count);
    return test_for(
        LOOP_RECORDED(Testsome), *done, [&] { return PMPI_Testsome(count, requests, done, indices, at); },
        complete_some(seen, done, indices, at), LOOP_CALLED_AT(Testsome));
}

// Tells that the operation is done but leaves the request: from now on, host code may use the buffer.
LOOP_HOST_CALL int MPI_Request_get_status(MPI_Request request, int* done, MPI_Status* status) {
    HostCall call(LOOP_BEGIN_AND_END(Request_get_status));
    MPI_Status own;
    MPI_Status* const at = status == MPI_STATUS_IGNORE ? &own : status;
    const int code = PMPI_Request_get_status(request, done, at);
    const bool is_done = code == MPI_SUCCESS && *done != 0;
    if (!is_done) call.is_fruitless();
    if (!keeps_requests()) return code;
    const Begun* const begun = is_done ? find_request(request) : nullptr;
    if (begun != nullptr) end_pending(begun->number);
    if (begun != nullptr && !begun->persistent) forget_kept(begun->number);
    if (begun != nullptr && end_watch(begun->number, *at))
        log_request(LOOP_CALLED_AT(Request_get_status), loop::CallEvent::Changed, begun->number);
    return code;
}

// If a receive is freed here, its completion is never recorded.
LOOP_HOST_CALL int MPI_Request_free(MPI_Request* request) {
    const CountsGap gap;
    if (!keeps_requests() || request == nullptr) return PMPI_Request_free(request);
    const MPI_Request handle = *request;
    const int code = PMPI_Request_free(request);
    if (code != MPI_SUCCESS) return code;
    const CalledAt at = LOOP_CALLED_AT(Request_free);
    if (const Begun* const begun = find_request(handle)) {
        end_pending(begun->number);
        forget_kept(begun->number);
        forget_sample(begun->number);
        if (begun->canceling) miss_in_log(loop::log_misses_messages); // nobody learns whether it happened
        log_object(at, loop::CallEvent::Freed, loop::CallObject::Request, begun->number);
    }
    tell_freed(handle);
    forget_request(handle);
    return code;
}

LOOP_HOST_CALL int MPI_Cancel(MPI_Request* request) {
    const HostCall call(LOOP_BEGIN_AND_END(Cancel));
    const int code = PMPI_Cancel(request);
    if (code != MPI_SUCCESS || !keeps_requests()) return code;
    if (Begun* const begun = find_request(*request)) begun->canceling = true;
    return code;
}
