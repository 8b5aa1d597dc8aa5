#include "runner/outcome/hang/waiting.h"

#include "base/text/strings.h"
#include "runner/outcome/ranks/last_seen.h"

#include <loop/patterns.h>

#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>
#include <set>

namespace loop::runner {

namespace {

bool is_closing(const RankPlace& seen) {
    return seen.inside && (seen.construct == Construct::Close0 || seen.construct == Construct::PiclClose);
}

bool is_multibroadcast(Construct construct) {
    return construct == Construct::Multibcast0 || construct == Construct::MultibcastMe ||
           construct == Construct::MultibcastAlter;
}

bool is_picl_message(Construct construct) {
    return construct == Construct::PiclSend || construct == Construct::PiclRecv ||
           construct == Construct::PiclSendEnd || construct == Construct::PiclRecvEnd;
}

/// What the rank waits for; in a completion call such as `MPI_Wait`, the operation to complete.
WaitKind what(const RankPlace& seen) {
    return is_completion(seen.waits) ? seen.begun : seen.waits;
}

bool is_wait_of_threads(const RankPlace& seen) {
    return seen.waits == WaitKind::Construct && seen.construct == Construct::Threads;
}

/// "`\SEND` of thread 1 (of 3 threads, 2 wait)": the first thread that waits, and in which construct.
std::string name_of_thread(const RankPlace& seen) {
    const std::int64_t wait = seen.arguments[1], waiting = wait >> 16 & 0xffff, all = wait >> 32;
    const std::string name = fmt::format(
        "`{}` of thread {}", construct_text(static_cast<Construct>(wait & 0xffff)), seen.arguments[0]);
    return waiting == 1 ? name : fmt::format("{} (of {} threads, {} wait)", name, all, waiting);
}

std::string name_of(const RankPlace& seen) {
    if (is_wait_of_threads(seen)) return name_of_thread(seen);
    return fmt::format("`{}`",
                       seen.in_host_call() ? host_wait_name(seen.waits) : construct_text(seen.construct));
}

/// In `\FINISH`: the construct that it completes, and its line. For example "`\EXCHANGE` of x.loop:5".
std::string started_text(const RankPlace& seen, const std::string& source) {
    const auto started = static_cast<std::uint64_t>(seen.arguments[0]);
    return fmt::format("`{}` of {}:{}", construct_text(static_cast<Construct>(started >> 32 & 0xffffu)),
                       source, static_cast<int>(started & 0xffffffffu));
}

bool finishes(const RankPlace& seen) {
    return !seen.in_host_call() && seen.construct == Construct::Finish && seen.arguments[0] != 0;
}

/// The ranks of a packed set; none if it is unknown.
std::vector<int> ranks_in(std::uint64_t members, int ranks) {
    std::vector<int> all;
    for (int rank = 0; rank < ranks && members != unknown_members; ++rank)
        if (may_be_member(members, rank)) all.push_back(rank);
    return all;
}

/// The line number in "ring.loop:12"; 0 if unknown.
int line_of(const std::string& place) {
    const std::size_t colon = place.rfind(':');
    return colon == std::string::npos ? 0 : std::atoi(place.c_str() + colon + 1);
}

} // namespace

bool is_done(const RankOutcome& rank) {
    if (!rank.last_seen) return true;
    const RankPlace& seen = *rank.last_seen;
    return seen.waits == WaitKind::Finalize || is_closing(seen) || seen.state > RankState::InConstruct;
}

bool waits(const RankOutcome& rank) {
    return rank.last_seen && rank.last_seen->waits != WaitKind::Nothing;
}

bool is_stuck(const RankOutcome& rank) {
    return waits(rank) && !is_done(rank);
}

bool is_host_send(const RankPlace& seen) {
    const WaitKind kind = what(seen);
    return (kind >= WaitKind::Send && kind <= WaitKind::Rsend) ||
           (kind >= WaitKind::Isend && kind <= WaitKind::Rsend_init);
}

bool is_message(const RankPlace& seen) {
    if (!seen.in_host_call()) return is_picl_message(seen.construct);
    return is_host_send(seen) || is_receive(seen);
}

bool is_receive(const RankPlace& seen) {
    if (!seen.in_host_call())
        return seen.construct == Construct::PiclRecv || seen.construct == Construct::PiclRecvEnd;
    const WaitKind kind = what(seen);
    return (kind >= WaitKind::Recv && kind <= WaitKind::Probe) || kind == WaitKind::Irecv ||
           kind == WaitKind::Recv_init;
}

bool deals(const RankPlace& seen) {
    return !seen.in_host_call() && seen.construct == Construct::Deal && seen.waits_for == waits_for_somebody;
}

WaitKind host_operation(const RankPlace& seen) {
    const WaitKind kind = seen.in_host_call() ? what(seen) : WaitKind::Nothing;
    return is_blocking_operation(kind) || is_begun_operation(kind) ? kind : WaitKind::Nothing;
}

std::vector<int> awaited_ranks(const RankOutcome& rank, int ranks) {
    const RankPlace& seen = *rank.last_seen;
    if (seen.waits_for >= 0)
        return seen.waits_for < ranks ? std::vector<int>{seen.waits_for} : std::vector<int>{};
    if (deals(seen)) return ranks_in(static_cast<std::uint64_t>(seen.arguments[2]), ranks);
    if (seen.waits_for != waits_for_partners || seen.in_host_call()) return {};
    if (is_picl_message(seen.construct)) {
        const std::int64_t node = seen.arguments[2];
        return !is_receive(seen) && node >= 0 && node < ranks ? std::vector<int>{static_cast<int>(node)}
                                                              : std::vector<int>{};
    }
    if (seen.construct == Construct::Send || seen.construct == Construct::Relay || finishes(seen) ||
        is_wait_of_threads(seen))
        return ranks_in(static_cast<std::uint64_t>(seen.arguments[2]), ranks);
    if (seen.group != 0) return {}; // its numbers are those of an \AMONG
    const bool exchange = seen.construct == Construct::Exchange;
    if (!exchange && seen.construct != Construct::Communicate) return {};
    // A status file may be inconsistent if it was read during an update. Arguments that no construct accepts
    // are not a pattern.
    const std::int64_t partners = seen.arguments[2] & ~ring_bit;
    if (seen.arguments[1] < 1 || partners < 1) return {};
    const patterns::Pattern pattern =
        exchange ? patterns::exchange(rank.rank, ranks, seen.arguments[1], partners,
                                      (seen.arguments[2] & ring_bit) != 0)
                 : patterns::communicate(rank.rank, ranks, seen.arguments[1], partners);
    std::set<int> all;
    for (const auto* list : {&pattern.receives, &pattern.sends})
        for (const patterns::Partner& partner : *list)
            all.insert(partner.rank);
    return {all.begin(), all.end()};
}

bool waits_for_all(const RankPlace& seen) {
    return seen.waits_for == waits_for_everyone ||
           (seen.waits_for == waits_for_partners && is_multibroadcast(seen.construct));
}

bool needs(const RankOutcome& waiting, int other, int ranks) {
    const RankPlace& seen = *waiting.last_seen;
    const std::vector<int> awaited = awaited_ranks(waiting, ranks);
    if (!awaited.empty()) return std::find(awaited.begin(), awaited.end(), other) != awaited.end();
    if (!may_be_member(seen.among(), other)) return false;
    const bool some_of_group = seen.group != 0 && seen.waits_for == waits_for_partners;
    return waits_for_all(seen) || some_of_group || seen.waits_for == waits_for_somebody || is_receive(seen);
}

int line_now(const RankOutcome& rank) {
    return rank.last_seen->in_host_call() ? line_of(rank.calls.now) : rank.last_seen->line;
}

int line_before(const RankOutcome& rank) {
    const std::uint64_t previous = rank.last_seen->previous;
    return (previous & host_call_bit) != 0 ? line_of(rank.calls.before)
                                           : static_cast<int>(previous & 0xffffffffu);
}

WaitingPlace waiting_place(const RankOutcome& rank, const std::string& source) {
    const RankPlace& seen = *rank.last_seen;
    const std::string call = name_of(seen) + (finishes(seen) ? " for " + started_text(seen, source) : "");
    if (!seen.in_host_call()) return {call, fmt::format("at {}:{}", source, seen.line)};
    if (!rank.calls.now.empty()) return {call, "at " + rank.calls.now};
    return {call, is_of_recorded_program(seen) ? "at an unknown line" : place_text(seen, source)};
}

bool has_finished(const RankOutcome& rank) {
    if (rank.is_complete()) return !rank.died_late();
    return rank.last_seen && rank.last_seen->state == RankState::Closed &&
           rank.last_seen->waits == WaitKind::Nothing;
}

std::string end_message(const RankOutcome& rank, const std::string& source) {
    if (has_finished(rank)) return "finished";
    if (!rank.last_seen) return "did not reach the first construct";
    const std::string place = end_place(rank, source);
    const std::string end = end_text(rank);
    return end.empty() ? end : end + ", " + place;
}

} // namespace loop::runner
