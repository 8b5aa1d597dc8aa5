#include "comm/special.h"

#include "comm/payload.h"
#include "comm/waiting/waiting.h"
#include "session/failure.h"
#include "session/lasting.h"

#include <algorithm>

namespace loop::runtime {
namespace {

Lasting<std::vector<std::unique_ptr<PendingExchange>>> special_exchanges;

constexpr std::size_t most_persistent = 16; // of a line, in the same way and at the same depth
constexpr std::size_t most_ways = 16;       // at the same depth, each with its own buffers

bool is_nested(const PendingExchange& pending) {
    const NestedExchanges& nested = nested_exchanges;
    return nested.depth > 0 && nested.by_depth[nested.depth - 1].get() == &pending;
}

// An exchange that can be prepared for this line: a new one, or one that is not needed any more.
PendingExchange& renewed(const PendingExchange& usual, const SiteEntry& entry) {
    std::vector<std::unique_ptr<PendingExchange>>& all = special_exchanges();
    const auto is_free = [&](const std::unique_ptr<PendingExchange>& kept) {
        return !kept->in_flight && kept->way == the_way && kept->depth == usual.depth &&
               (!the_way->persistent || kept->entry == &entry);
    };
    const auto is_of_any_way = [&](const std::unique_ptr<PendingExchange>& kept) {
        return !kept->in_flight && (kept->way == nullptr || !kept->way->persistent) &&
               kept->depth == usual.depth;
    };
    const auto first = std::find_if(all.begin(), all.end(), is_free);
    const std::size_t kept = static_cast<std::size_t>(std::count_if(all.begin(), all.end(), is_free));
    if (kept >= (the_way->persistent ? most_persistent : 1)) {
        std::rotate(first, first + 1, all.end()); // the next one to be renewed is another one
    } else if (!the_way->persistent &&
               static_cast<std::size_t>(std::count_if(all.begin(), all.end(), is_of_any_way)) >= most_ways) {
        const auto oldest = std::find_if(all.begin(), all.end(), is_of_any_way);
        std::rotate(oldest, oldest + 1, all.end());
    } else {
        all.push_back(std::make_unique<PendingExchange>());
        all.back()->depth = usual.depth;
    }
    return *all.back();
}

// -- buffers

bool owns_sends(const PendingExchange& pending) {
    return pending.send_buffer != nullptr && !pending.sends.empty();
}

// Lets the transfers use the runtime's buffers that are in turn.
void take_turn(PendingExchange& pending, std::size_t turn) {
    SpecialExchange& special = pending.special;
    special.turn = turn;
    if (owns_sends(pending)) {
        pending.send_buffer = special.sends.at(turn);
        for (Transfer& to : pending.sends)
            to.data = pending.send_buffer;
    }
    if (!special.owns_receives) return;
    const bool apart = slots_are_apart();
    const std::size_t count = apart ? pending.receives.size() : 1;
    for (std::size_t i = 0; i < pending.receives.size(); ++i)
        pending.receives[i].data = special.receives.at(turn * count + (apart ? i : 0));
}

// All in advance: to fill one before it is sent would bring it into the caches.
void fill_buffers(PendingExchange& pending) {
    const SiteEntry& entry = *pending.entry;
    const PayloadKind kind = payload_kind(the_session.rank, entry.construct, entry.site, 0);
    for (std::size_t turn = 0; turn < pending.way->buffers; ++turn)
        fill_payload(pending.special.sends.at(turn), pending.size, kind);
}

// -- ANY_SOURCE

[[noreturn]] void fail_special(const PendingExchange& pending, const std::string& message) {
    fail(pending.entry->site, pending.entry->construct, message);
}

// The senders in ascending order, each with the indices of its messages in the order of their sending.
void prepare_any_source(PendingExchange& pending) {
    SpecialExchange& special = pending.special;
    const std::vector<Transfer>& receives = pending.receives;
    std::vector<ReceivedMessage> messages;
    for (const Transfer& from : receives)
        messages.push_back({from.rank, static_cast<long long>(from.bytes)});
    require_any_source(pending.entry->construct, pending.entry->site, std::move(messages),
                       !special.owns_receives);
    std::size_t longest = 0;
    special.by_sender.clear();
    for (std::size_t i = 0; i < receives.size(); ++i) {
        special.by_sender.emplace_back(receives[i].rank, i);
        longest = std::max(longest, receives[i].bytes);
    }
    std::sort(special.by_sender.begin(), special.by_sender.end());
    special.longest = !special.owns_receives && !receives.empty() ? receives[0].type : message_type(longest);
    special.sources.assign(receives.size(), MPI_ANY_SOURCE);
}

// The first message of a sender, or the end.
auto first_of(const SpecialExchange& special, int sender) {
    return std::lower_bound(special.by_sender.begin(), special.by_sender.end(),
                            std::pair<int, std::size_t>{sender, 0});
}

// Gives each transfer the data that came from its sender. MPI keeps the order of a sender's messages.
void find_senders(PendingExchange& pending) {
    SpecialExchange& special = pending.special;
    const std::size_t count = pending.receives.size();
    special.arrived.resize(count);
    for (std::size_t i = 0; i < count; ++i)
        special.arrived[i] = {special.sources[i], i};
    std::sort(special.arrived.begin(), special.arrived.end());
    special.data.resize(count);
    for (std::size_t i = 0; i < count; ++i)
        special.data[i] = pending.receives[i].data;
    for (std::size_t k = 0; k < count; ++k) {
        const auto [source, slot] = special.arrived[k];
        const auto [sender, index] = special.by_sender[k];
        if (source != sender)
            fail_special(pending, concat("ANY_SOURCE: the messages of rank ", source,
                                         " for several calls have been taken for those of one call, as it is "
                                         "too many calls ahead of rank ",
                                         sender, "; synchronize the ranks now and then (\\VISIBLE_SYNC)"));
        pending.receives[index].data = special.data[slot];
    }
}

// -- PERSISTENT

void free_requests(std::vector<MPI_Request>& requests) {
    for (MPI_Request& request : requests)
        if (request != MPI_REQUEST_NULL) PMPI_Request_free(&request);
    requests.clear();
}

// Open MPI keeps in a persistent buffered send where MPI's buffer was, also when that has been replaced.
bool sends_persist(const Way& way) {
    return way.persistent && way.mode != SendMode::Buffered;
}

// For each turn of the buffers: the receives, then the sends.
void make_requests(PendingExchange& pending) {
    std::vector<MPI_Request>& requests = pending.special.requests;
    const StartSend init = init_function(pending.way->mode);
    for (std::size_t turn = 0; turn < pending.way->buffers; ++turn) {
        take_turn(pending, turn);
        for (const Transfer& from : pending.receives)
            check_mpi(PMPI_Recv_init(from.data, from.type.count, from.type.type, from.rank, pending.tag.wire,
                                     the_session.constructs, &requests.emplace_back()),
                      "making a persistent receive");
        for (const Transfer& to : pending.sends) {
            requests.push_back(MPI_REQUEST_NULL);
            if (!sends_persist(*pending.way)) continue;
            check_mpi(init(to.data, to.type.count, to.type.type, to.rank, pending.tag.wire,
                           the_session.constructs, &requests.back()),
                      "making a persistent send");
        }
    }
}

} // namespace

void note_way(SiteEntry& entry, const Way& way) {
    const std::string text = describe(way);
    if (std::find(entry.ways.begin(), entry.ways.end(), text) == entry.ways.end()) entry.ways.push_back(text);
}

PendingExchange& special_exchange(PendingExchange& usual, const SiteEntry& entry,
                                  bool (*fits)(const PendingExchange&, const void*), const void* arguments) {
    if (!is_nested(usual)) return usual;
    for (const auto& kept : special_exchanges())
        if (!kept->in_flight && kept->depth == usual.depth && fits(*kept, arguments)) return *kept;
    return renewed(usual, entry);
}

void prepare_special(PendingExchange& pending) {
    const Way& way = *pending.way;
    note_way(*pending.entry, way);
    pending.filled = nullptr;
    if (pending.verified && owns_sends(pending)) fill_buffers(pending);
    if (way.any_source) prepare_any_source(pending);
    free_requests(pending.special.requests);
    if (way.persistent) make_requests(pending);
    pending.special.turn = 0;
}

void begin_special(PendingExchange& pending, long long call) {
    const Way& way = *pending.way;
    SpecialExchange& special = pending.special;
    if (way.buffers > 1 || way.any_source) take_turn(pending, (special.turn + 1) % way.buffers);
    if (way.buffers > 1) {
        pending.marked_call = -1;
        pending.filled = pending.send_buffer;
        pending.filled_bytes = pending.size;
    }
    if (way.any_source)
        pending.tag = any_source_tag(pending.depth, pending.entry->construct, pending.entry->label,
                                     pending.entry->site.line, call);
    if (way.persistent) {
        const std::size_t count = pending.receives.size() + pending.sends.size();
        std::copy_n(special.requests.begin() + static_cast<std::ptrdiff_t>(special.turn * count), count,
                    pending.requests.begin());
    }
}

void post_special_receive(PendingExchange& pending, std::size_t index) {
    MPI_Request& request = pending.requests[index];
    if (pending.way->persistent) return check_mpi(PMPI_Start(&request), "starting a receive");
    const Transfer& from = pending.receives[index];
    const bool any = pending.way->any_source;
    const MessageType& type = any ? pending.special.longest : from.type;
    check_mpi(PMPI_Irecv(from.data, type.count, type.type, any ? MPI_ANY_SOURCE : from.rank, pending.tag.wire,
                         the_session.constructs, &request),
              "posting a receive");
}

void post_special_send(PendingExchange& pending, std::size_t index) {
    const Way& way = *pending.way;
    const Transfer& to = pending.sends[index];
    if (way.mode == SendMode::Buffered && index == 0) {
        std::size_t bytes = 0;
        for (const Transfer& each : pending.sends)
            bytes += each.bytes;
        make_bsend_room(pending.sends.size(), bytes);
    }
    if (way.touch) {
        if (pending.send_buffer != nullptr)
            touch_write(to.data, to.bytes);
        else
            touch_read(to.data, to.type, to.bytes);
    }
    MPI_Request& request = pending.requests[pending.receives.size() + index];
    if (sends_persist(way)) return check_mpi(PMPI_Start(&request), "starting a send");
    check_mpi(pending.start_send(to.data, to.type.count, to.type.type, to.rank, pending.tag.wire,
                                 the_session.constructs, &request),
              "sending a message");
}

void end_special_receives(PendingExchange& pending) {
    if (pending.way->any_source) find_senders(pending);
    if (!pending.way->touch) return;
    for (const Transfer& from : pending.receives)
        touch_read(from.data, from.type, from.bytes);
}

std::size_t bytes_from(const PendingExchange& pending, int sender) {
    const auto first = first_of(pending.special, sender);
    const bool is_known = first != pending.special.by_sender.end() && first->first == sender;
    return is_known ? pending.receives[first->second].bytes : 0;
}

void release_special() {
    for (PendingExchange* pending : all_exchanges())
        free_requests(pending->special.requests);
    special_exchanges().clear();
    release_bsend_room();
}

} // namespace loop::runtime
