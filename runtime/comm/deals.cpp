#include "comm/deals.h"

#include "comm/buffers.h"
#include "comm/datatype.h"
#include "comm/deal_matching.h"
#include "comm/matching/told_values.h"
#include "comm/node/doorbells.h"
#include "comm/waiting/traced.h"
#include "session/lasting.h"

#include <algorithm>
#include <cstring>

namespace loop::runtime {
namespace {

constexpr int nothing = -1;
constexpr int gone = -2;

constexpr std::size_t number_bytes = sizeof(std::int64_t);
// Up to this size, a request leaves at once with every MPI library: the sender need not call MPI again.
constexpr long long surely_eager_bytes = 1024;

struct DealMemory {
    Buffer answer, result;
};
Lasting<DealMemory> deal_memory;

char* reserve(Buffer& buffer, long long bytes) {
    return buffer.reserve(1, rounded_to_page(static_cast<std::size_t>(bytes)));
}

// A rank that has left a \DEAL may ask in the next one while rank BY still answers others in this one. It
// cannot be further ahead, so two tags, which the calls with the same BY use in turn, keep the calls apart.
int next_turn(int by) {
    static Lasting<std::vector<char>> turns;
    turns().resize(static_cast<std::size_t>(the_session.ranks));
    return turns()[static_cast<std::size_t>(by)] ^= 1;
}

bool is_empty(MPI_Status& status) {
    int bytes = 0; // MPI_UNDEFINED if they are more than an int can count
    check_mpi(PMPI_Get_count(&status, MPI_BYTE, &bytes), "receiving a message");
    return bytes == 0;
}

} // namespace

Deal::Deal(SiteEntry& entry, const DealCall& call)
    : entry_(entry), arguments_{entry.site, call.chunks, call.by, call.give, call.result},
      by_(static_cast<int>(call.by)), hash_(hash_of(agreed_values(call))), call_(entry.calls++),
      tag_(any_source_tag(next_turn(by_), Construct::Deal, arguments_.chunks.passes, hash_)),
      answer_(reserve(deal_memory().answer, arguments_.give)),
      result_(reserve(deal_memory().result, arguments_.result)),
      answer_payload_(entry, call_, answer_ + number_bytes,
                      static_cast<std::size_t>(arguments_.give) - number_bytes),
      result_payload_(entry, call_, result_, static_cast<std::size_t>(arguments_.result)),
      before_(entry.counted) {
    if (the_session.rank == by_) {
        first_of_.assign(static_cast<std::size_t>(the_session.ranks), nothing);
        first_of_[static_cast<std::size_t>(by_)] = gone;
        left_ = the_session.ranks - 1;
        note_awaited();
    }
    publish_call();
    const std::array<long long, 3> common{arguments_.chunks.passes, hash_, 0};
    const bool is_new = call_ == 0 || entry.arguments != common;
    entry.arguments = common;
    match_deal(entry, arguments_, is_new);
}

// Again for each request: constructs in the statement publish their own arguments.
void Deal::publish_call() const {
    publish(entry_.label + call_, arguments_.chunks.passes, hash_, awaited_);
}

bool Deal::next(int& first, int& end) {
    publish_call();
    if (!next_first()) return end_call();
    first = first_;
    end = arguments_.chunks.end(first);
    return true;
}

bool Deal::next_first() {
    if (the_session.rank != by_) return ask();
    hand_out();
    const bool is_alone = the_session.ranks == 1;
    first_ = first_ < 0 ? 0 : arguments_.chunks.end(first_);
    return is_alone && first_ < arguments_.chunks.passes;
}

bool Deal::end_call() {
    const Traffic& now = entry_.counted;
    entry_.h.add(std::max(now.bytes_sent - before_.bytes_sent, now.bytes_received - before_.bytes_received));
    return false;
}

// -- rank BY

void Deal::hand_out() {
    for (int next = 0; left_ > 0;) {
        const int worker = receive_request();
        const bool is_left = next < arguments_.chunks.passes;
        answer(worker, is_left ? next : gone);
        if (is_left) next = arguments_.chunks.end(next);
    }
}

int Deal::receive_request() {
    const MessageType type = message_type(static_cast<std::size_t>(arguments_.result));
    MPI_Status status{};
    trace::Waiting waiting;
    if (trace::on())
        receive_traced(result_, type.count, type.type, MPI_ANY_SOURCE, tag_.wire, the_session.constructs,
                       waiting, &status);
    else
        receive(result_, type.count, type.type, MPI_ANY_SOURCE, tag_.wire, the_session.constructs, &status);
    const int worker = status.MPI_SOURCE;
    const int first = first_of_[static_cast<std::size_t>(worker)];
    const std::size_t bytes = first < 0 ? 0 : static_cast<std::size_t>(arguments_.result);
    if (trace::on()) waiting.received(traced(worker, bytes));
    count_received(bytes);
    if (first >= 0) result_payload_.verify(worker, first);
    return worker;
}

// `first`: of the chunk that the rank gets, or `gone`.
void Deal::answer(int worker, int first) {
    first_of_[static_cast<std::size_t>(worker)] = first;
    if (first == gone) {
        --left_;
        note_awaited();
        publish_call();
        return send_answer(worker, 0);
    }
    const std::int64_t number = first;
    std::memcpy(answer_, &number, sizeof number);
    answer_payload_.prepare(first);
    send_answer(worker, static_cast<std::size_t>(arguments_.give));
}

// The rank waits for the answer, so a blocking send does not last.
void Deal::send_answer(int worker, std::size_t bytes) {
    const MessageType type = message_type(bytes);
    count_sent(bytes);
    if (!the_session.yielding && !trace::on()) {
        const Waits waits(worker);
        return check_mpi(PMPI_Send(answer_, type.count, type.type, worker, tag_.wire, the_session.constructs),
                         "sending a message");
    }
    MPI_Request request;
    MPI_Status status{};
    if (trace::on()) trace::put_message(trace::now(), trace::Kind::Send, traced(worker, bytes));
    check_mpi(PMPI_Isend(answer_, type.count, type.type, worker, tag_.wire, the_session.constructs, &request),
              "sending a message");
    if (doorbells_are_open) ring_doorbell(worker);
    if (trace::on()) return wait_sent_traced(1, &request, &status);
    wait_sent(1, &request, &status);
}

void Deal::note_awaited() {
    constexpr int most = 64; // if some have left and more are left, nothing is said
    awaited_ = static_cast<std::int64_t>(unknown_members);
    if (left_ > most && left_ < the_session.ranks - 1) return;
    std::vector<std::int32_t> ranks;
    for (std::size_t rank = 0; rank < first_of_.size(); ++rank)
        if (first_of_[rank] != gone) ranks.push_back(static_cast<std::int32_t>(rank));
    awaited_ = static_cast<std::int64_t>(
        pack_members(ranks.data(), static_cast<std::int64_t>(ranks.size()), the_session.ranks));
}

// -- the other ranks

bool Deal::ask() {
    if (first_ >= 0) result_payload_.prepare(first_);
    if (!exchange(first_ < 0 ? 0 : static_cast<std::size_t>(arguments_.result))) return false;
    std::int64_t number = 0;
    std::memcpy(&number, answer_, sizeof number);
    if (number <= first_ || number >= arguments_.chunks.passes)
        fail(entry_.site, entry_.construct, "rank ", by_, " has given the pass ", number, " of ",
             arguments_.chunks.passes);
    first_ = static_cast<int>(number);
    answer_payload_.verify(by_, first_);
    return true;
}

// Sends a request, and receives the answer. Returns whether it has a chunk.
bool Deal::exchange(std::size_t bytes) {
    MPI_Status status{};
    if (the_session.yielding || trace::on())
        exchange_apart(bytes, status);
    else
        exchange_at_once(bytes, status);
    const bool has_chunk = !is_empty(status);
    count_sent(bytes);
    count_received(has_chunk ? static_cast<std::size_t>(arguments_.give) : 0);
    return has_chunk;
}

void Deal::exchange_at_once(std::size_t bytes, MPI_Status& status) {
    const MessageType out = message_type(bytes);
    const MessageType in = message_type(static_cast<std::size_t>(arguments_.give));
    const Waits waits(by_);
    const int code = PMPI_Sendrecv(result_, out.count, out.type, by_, tag_.wire, answer_, in.count, in.type,
                                   by_, tag_.wire, the_session.constructs, &status);
    if (code != MPI_SUCCESS) fail_receive(code, by_);
}

void Deal::exchange_apart(std::size_t bytes, MPI_Status& status) {
    const MessageType out = message_type(bytes);
    const MessageType in = message_type(static_cast<std::size_t>(arguments_.give));
    MPI_Request request;
    MPI_Status sent;
    trace::Waiting waiting;
    if (trace::on()) trace::put_message(trace::now(), trace::Kind::Send, traced(by_, bytes));
    check_mpi(PMPI_Isend(result_, out.count, out.type, by_, tag_.wire, the_session.constructs, &request),
              "sending a message");
    await_answer(waiting);
    if (!trace::on()) {
        receive(answer_, in.count, in.type, by_, tag_.wire, the_session.constructs, &status);
        return wait_sent(1, &request, &sent);
    }
    receive_traced(answer_, in.count, in.type, by_, tag_.wire, the_session.constructs, waiting, &status);
    waiting.received(traced(by_, is_empty(status) ? 0 : static_cast<std::size_t>(arguments_.give)));
    wait_sent_traced(1, &request, &sent);
}

// Returns early if the messages are long: then this rank must call MPI so that they move.
void Deal::await_answer(trace::Waiting& waiting) const {
    if (!doorbells_are_open) return;
    const std::uint32_t number = next_doorbell(by_);
    if (arguments_.result > surely_eager_bytes) return;
    if (static_cast<std::size_t>(arguments_.give) > max_eager_bytes) return;
    const Waits waits(by_);
    if (trace::on() && !has_rung(by_, number)) waiting.begin(by_);
    await_doorbell(by_, number);
}

// -- both

void Deal::count_sent(std::size_t bytes) {
    ++entry_.counted.messages_sent;
    entry_.counted.bytes_sent += static_cast<long long>(bytes);
}

void Deal::count_received(std::size_t bytes) {
    ++entry_.counted.messages_received;
    entry_.counted.bytes_received += static_cast<long long>(bytes);
}

trace::Message Deal::traced(int partner, std::size_t bytes) const {
    return {partner, tag_.shown, bytes, trace::constructs_channel};
}

} // namespace loop::runtime
