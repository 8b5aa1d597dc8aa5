#include "comm/thread_messages.h"

#include "comm/buffers.h"
#include "comm/datatype.h"
#include "comm/payload.h"
#include "comm/payload_report.h"
#include "comm/sites.h"
#include "comm/thread_waits.h"
#include "comm/waiting/waiting.h"
#include "comm/way.h"
#include "session/clock.h"
#include "session/failure.h"
#include "session/group.h"
#include "session/lasting.h"
#include "trace/sites.h"

#include <loop/judgement.h>

#include <mpi.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <vector>

namespace loop::runtime {
namespace {

// The calls of one thread at one line in one group.
struct ThreadSite {
    Construct construct;
    Site site;
    const Group* group;
    long long calls = 0;
    long long counted_calls = 0;  // these are in the rank's entry already
    Traffic traffic{};            // of the others
    std::optional<SendKey> key{}; // of a \SEND: on what `messages` depends
    patterns::SendPattern messages{};
};

struct ThreadTransfer {
    int rank;
    std::size_t bytes;
    char* data;
};

struct alignas(64) ThreadMessages {
    std::vector<std::unique_ptr<ThreadSite>> sites;
    std::vector<ThreadTransfer> sends, receives;
    std::vector<MPI_Request> requests;
    std::vector<int> partners; // of the requests
    std::vector<MPI_Status> statuses;
    Buffer sent, received;
    std::size_t filled = 0; // bytes of `sent`
    PayloadReport payloads;
    std::int64_t ns = 0;
    TracedCalls traced;
};

// Of a thread, in each call of \THREADS.
constexpr std::size_t most_traced_calls = 256, most_traced_messages = 1024;

Lasting<std::vector<std::unique_ptr<ThreadMessages>>> all_messages;

thread_local int own_thread = -1;

// In a loop with THREADS, passes have no partners, and without \THREADS around it in the source, LOOP does
// not know that threads communicate.
void require_partner_threads(Construct construct, const Site& site) {
    if (the_session.threads == MPI_COMM_NULL || own_thread < 0)
        fail(site, construct,
             "called by a thread: write it in the statement of \\THREADS, not in a function");
    if (the_way != nullptr) fail(site, construct, "\\WITH does not apply to what threads send; leave it out");
}

ThreadMessages& own_messages() {
    return *all_messages()[static_cast<std::size_t>(own_thread)];
}

ThreadSite& thread_site(Construct construct, const Site& site) {
    auto& all = own_messages().sites;
    for (const auto& one : all)
        if (one->site == site && one->construct == construct && one->group == the_session.group) return *one;
    all.push_back(std::make_unique<ThreadSite>(ThreadSite{construct, site, the_session.group}));
    return *all.back();
}

// Different for each thread, so that a message to another thread is found.
PayloadKind thread_payload(int sender, const ThreadSite& site, long long call) {
    constexpr long long most_threads = 1 << 16;
    return payload_kind(sender, site.construct, site.site, call * most_threads + own_thread);
}

// Whole messages are checked in calls 0, 1, 2, 4, 8, ...: threads cannot pause the measurement. In other
// calls, the first word is checked.
bool is_checked_whole(long long call) {
    return (call & (call - 1)) == 0;
}

std::size_t longest_of(const std::vector<ThreadTransfer>& transfers) {
    std::size_t bytes = 0;
    for (const ThreadTransfer& transfer : transfers)
        bytes = std::max(bytes, transfer.bytes);
    return bytes;
}

void place_messages(ThreadMessages& messages, const ThreadSite& site, long long call) {
    const PayloadKind kind = thread_payload(the_session.rank, site, call);
    const std::size_t bytes = longest_of(messages.sends);
    char* const data = messages.sent.reserve(1, std::max<std::size_t>(bytes, 1));
    if (bytes > messages.filled) fill_payload(data, messages.filled = bytes, kind);
    mark_payload(data, bytes, kind);
    for (ThreadTransfer& send : messages.sends)
        send.data = data;
    const Slots slots = reserve_slots(messages.received, std::max<std::size_t>(messages.receives.size(), 1),
                                      longest_of(messages.receives));
    for (std::size_t i = 0; i < messages.receives.size(); ++i)
        messages.receives[i].data = slots.at(i);
}

// Threads must not make datatypes at the same time.
int int_bytes(const ThreadTransfer& transfer) {
    if (transfer.bytes > max_plain_bytes)
        fail(Site{"", 0}, the_session.construct, "a message of a thread has ", transfer.bytes, " bytes; ",
             max_plain_bytes, " are possible");
    return static_cast<int>(transfer.bytes);
}

MPI_Request start_thread_receive(const ThreadTransfer& transfer) {
    MPI_Request request = MPI_REQUEST_NULL;
    check_mpi(PMPI_Irecv(transfer.data, int_bytes(transfer), MPI_BYTE, transfer.rank, own_thread,
                         the_session.threads, &request),
              "posting a receive");
    return request;
}

MPI_Request start_thread_send(const ThreadTransfer& transfer) {
    MPI_Request request = MPI_REQUEST_NULL;
    check_mpi(PMPI_Isend(transfer.data, int_bytes(transfer), MPI_BYTE, transfer.rank, own_thread,
                         the_session.threads, &request),
              "sending a message");
    return request;
}

// The rank's row of a diagram shows thread 0, which is the rank's own.
bool is_traced_thread() {
    return own_thread == 0 && trace::on();
}

// The ranks whose messages are not done.
std::vector<int> awaited_ranks(const ThreadMessages& messages) {
    std::vector<int> ranks;
    for (std::size_t i = 0; i < messages.requests.size(); ++i) {
        int done = 0;
        check_mpi(PMPI_Request_get_status(messages.requests[i], &done, MPI_STATUS_IGNORE),
                  "looking at a message");
        if (done == 0) ranks.push_back(messages.partners[i]);
    }
    return ranks;
}

void wait_for_messages(ThreadMessages& messages, const ThreadSite& site) {
    messages.statuses.resize(messages.requests.size());
    trace::Waiting waiting;
    if (is_traced_thread()) waiting.begin(-1);
    ThreadWait wait(own_thread, site.construct, site.site.line);
    wait_all_of_thread(static_cast<int>(messages.requests.size()), messages.requests.data(),
                       messages.statuses.data(), [&] {
                           if (std::vector<int> ranks = awaited_ranks(messages); !ranks.empty())
                               wait.tell(std::move(ranks));
                       });
    waiting.end();
    messages.requests.clear();
    messages.partners.clear();
}

void start_receive(ThreadMessages& messages, const ThreadTransfer& transfer) {
    messages.requests.push_back(start_thread_receive(transfer));
    messages.partners.push_back(transfer.rank);
}

void start_send(ThreadMessages& messages, const ThreadTransfer& transfer) {
    messages.requests.push_back(start_thread_send(transfer));
    messages.partners.push_back(transfer.rank);
}

void trace_message(TracedCalls& traced, const ThreadTransfer& transfer, bool is_received) {
    if (!trace::on() || traced.leaves_out_messages) return;
    if (traced.messages.size() == most_traced_messages)
        traced.leaves_out_messages = true;
    else
        traced.messages.push_back(
            {trace::now(), transfer.rank, static_cast<std::int32_t>(transfer.bytes), is_received});
}

void move_messages(ThreadMessages& messages, const ThreadSite& site, bool in_turn) {
    const std::size_t turns = std::max(messages.sends.size(), messages.receives.size());
    if (!in_turn)
        for (const ThreadTransfer& receive : messages.receives)
            start_receive(messages, receive);
    for (std::size_t i = 0; i < turns; ++i) {
        if (in_turn && i < messages.receives.size()) start_receive(messages, messages.receives[i]);
        if (i < messages.sends.size()) {
            trace_message(messages.traced, messages.sends[i], false);
            start_send(messages, messages.sends[i]);
        }
        if (!in_turn) continue;
        wait_for_messages(messages, site);
        if (i < messages.receives.size()) trace_message(messages.traced, messages.receives[i], true);
    }
    if (in_turn) return;
    wait_for_messages(messages, site);
    for (const ThreadTransfer& receive : messages.receives)
        trace_message(messages.traced, receive, true);
}

void verify_messages(ThreadMessages& messages, const ThreadSite& site, long long call) {
    if (!the_session.verify) return;
    for (const ThreadTransfer& receive : messages.receives) {
        const PayloadKind kind = thread_payload(receive.rank, site, call);
        const bool whole = is_checked_whole(call);
        const std::size_t checked = whole ? receive.bytes : std::min(receive.bytes, sizeof kind.mark);
        const auto wrong = static_cast<long long>(count_wrong_bytes(receive.data, checked, kind));
        ++messages.payloads.messages;
        if (wrong != 0) {
            ++messages.payloads.wrong_messages;
            messages.payloads.wrong_bytes += wrong;
            messages.payloads.faults.push_back({site.construct, site.site, receive.rank, call, wrong});
            print_error(concat(place_text(site.site), "error: rank ", the_session.rank, ", thread ",
                               own_thread, ": ", display_name(site.construct), ": ", wrong, " of ",
                               receive.bytes, " bytes from rank ", receive.rank, " are wrong, call ",
                               call + 1, " of this line"));
        }
        if (is_checked_whole(call + 1)) spoil_payload(receive.data, receive.bytes);
    }
}

void count_messages(ThreadMessages& messages, ThreadSite& site) {
    ++site.calls;
    Traffic& traffic = site.traffic;
    for (const ThreadTransfer& send : messages.sends)
        traffic.bytes_sent += static_cast<long long>(send.bytes);
    for (const ThreadTransfer& receive : messages.receives)
        traffic.bytes_received += static_cast<long long>(receive.bytes);
    traffic.messages_sent += static_cast<long long>(messages.sends.size());
    traffic.messages_received += static_cast<long long>(messages.receives.size());
}

void execute_call(ThreadMessages& messages, ThreadSite& entry, bool in_turn) {
    place_messages(messages, entry, entry.calls);
    move_messages(messages, entry, in_turn);
    verify_messages(messages, entry, entry.calls);
    count_messages(messages, entry);
}

ThreadTransfer thread_transfer(int rank, long long bytes) {
    return {rank, static_cast<std::size_t>(bytes), nullptr};
}

// The time that a thread spends in a construct.
class ThreadCall {
public:
    ThreadCall(Construct construct, const Site& site) : begin_ns_(now_ns()) {
        require_partner_threads(construct, site);
        if (trace::on()) begin_ticks_ = trace::now();
        if (is_traced_thread()) trace::enter(trace_site_ = trace::site_index(construct, site));
    }
    ~ThreadCall() {
        if (is_traced_thread()) trace::leave(trace_site_);
        ThreadMessages& messages = own_messages();
        messages.ns += now_ns() - begin_ns_;
        if (trace::on()) keep_times(messages.traced);
    }
    ThreadCall(const ThreadCall&) = delete;
    ThreadCall& operator=(const ThreadCall&) = delete;

private:
    void keep_times(TracedCalls& traced) const {
        if (traced.calls.size() < most_traced_calls)
            traced.calls.emplace_back(begin_ticks_, trace::now());
        else
            traced.are_all = false;
    }

    std::int64_t begin_ns_;
    trace::Ticks begin_ticks_ = 0;
    trace::SiteIndex trace_site_ = 0;
};

const patterns::SendPattern& pattern_of(ThreadSite& entry, const SendCall& call) {
    if (entry.key && entry.key->matches(call)) return entry.messages;
    entry.key.emplace(call);
    entry.messages = messages_of(call);
    return entry.messages;
}

} // namespace

bool is_thread() {
    return the_session.stage == Stage::Threads;
}

void prepare_thread_messages(int threads) {
    if (the_session.threads == MPI_COMM_NULL) return;
    auto& all = all_messages();
    begin_thread_waits(threads);
    while (all.size() < static_cast<std::size_t>(threads))
        all.push_back(std::make_unique<ThreadMessages>());
    if (!trace::on()) return;
    for (const auto& messages : all) {
        messages->traced.calls.reserve(most_traced_calls);
        messages->traced.messages.reserve(most_traced_messages);
    }
}

void begin_thread_messages(int thread) {
    own_thread = the_session.threads == MPI_COMM_NULL ? -1 : thread;
    if (own_thread < 0) return;
    own_messages().ns = 0;
    own_messages().traced.calls.clear();
    own_messages().traced.messages.clear();
    own_messages().traced.are_all = true;
}

std::int64_t end_thread_messages() {
    if (own_thread < 0) return 0;
    end_thread();
    return own_messages().ns;
}

const TracedCalls* traced_calls_of_thread(std::size_t thread) {
    if (the_session.threads == MPI_COMM_NULL || thread >= all_messages().size()) return nullptr;
    return &all_messages()[thread]->traced;
}

bool count_thread_messages() {
    bool any = false;
    for (const auto& messages : all_messages()) {
        for (const auto& one : messages->sites) {
            if (one->calls == one->counted_calls) continue;
            SiteEntry& entry = site_entry(one->construct, one->site);
            entry.calls += one->calls - one->counted_calls;
            entry.counted += one->traffic;
            if (entry.ways.empty()) entry.ways.emplace_back(by_threads_text);
            one->counted_calls = one->calls;
            one->traffic = {};
            any = true;
        }
        add_payloads(messages->payloads);
        messages->payloads = {};
    }
    return any;
}

void communicate_as_thread(Construct construct, const Site& site, const patterns::Pattern& pattern,
                           long long size, bool in_turn) {
    const ThreadCall thread_call(construct, site);
    ThreadMessages& messages = own_messages();
    messages.sends.clear();
    messages.receives.clear();
    for (const patterns::Partner& partner : pattern.sends)
        messages.sends.push_back(thread_transfer(rank_of_member(partner.rank), size));
    for (const patterns::Partner& partner : pattern.receives)
        messages.receives.push_back(thread_transfer(rank_of_member(partner.rank), size));
    ThreadSite& entry = thread_site(construct, site);
    execute_call(messages, entry, in_turn);
    entry.traffic.dropped_partners += pattern.dropped;
}

void communicate_as_thread(const SendCall& call) {
    const ThreadCall thread_call(call.construct, call.site);
    ThreadMessages& messages = own_messages();
    ThreadSite& entry = thread_site(call.construct, call.site);
    const patterns::SendPattern& pattern = pattern_of(entry, call);
    messages.sends.clear();
    messages.receives.clear();
    for (const patterns::PlacedMessage& message : pattern.sends)
        messages.sends.push_back(thread_transfer(message.rank, message.bytes));
    for (const patterns::PlacedMessage& message : pattern.receives)
        messages.receives.push_back(thread_transfer(message.rank, message.bytes));
    execute_call(messages, entry, false);
}

} // namespace loop::runtime
