#include "comm/matching/argument_matching.h"

#include "comm/matching/peers.h"
#include "session/failure.h"
#include "session/group.h"
#include "session/session.h"
#include "trace/excluded.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <string>

namespace loop::runtime {
namespace {

std::string value_text(std::int64_t value, const char* name) {
    if (std::strcmp(name, "number of partners") == 0 && (value & ring_bit) != 0)
        return concat(value & ~ring_bit, " on a ring");
    return concat(value);
}

void compare_calls(const Call& own, const Call& other, int rank, const ExplainDifference& explain) {
    if (own.place != other.place || own.number != other.number) return;
    for (int i = 0; i < 3; ++i) {
        if (own.arguments[i] == other.arguments[i]) continue;
        const char* name = argument_name(the_session.construct, i);
        if (*name == '\0') continue;
        if (explain)
            fail(the_session.site, the_session.construct,
                 "different arguments: ", explain(rank, *status_of(rank)));
        if (is_hash(name))
            fail(the_session.site, the_session.construct, "different arguments: ", name,
                 " are not the same on rank ", rank, " in the same call of this line");
        fail(the_session.site, the_session.construct, "different arguments: the ", name, " is ",
             value_text(own.arguments[i], name), ", and ", value_text(other.arguments[i], name), " on rank ",
             rank, " in the same call of this line");
    }
}

void compare_with(const Call& own, int rank, const ExplainDifference& explain) {
    const RankStatus* status = status_of(rank);
    if (status == nullptr) return;
    Call other;
    if (read_present(*status, other)) compare_calls(own, other, rank, explain);
    for (const NewArguments& entry : status->history)
        if (read_entry(entry, other) != 0) compare_calls(own, other, rank, explain);
}

// The same construct and line, and the same group.
bool is_same_line(const Call& one, const Call& other) {
    constexpr int label_begins = 40; // see SiteEntry::label
    return one.place == other.place && one.number >> label_begins == other.number >> label_begins;
}

bool is_among(const Call& call) {
    return static_cast<Construct>(call.place >> 32 & 0xffffu) == Construct::Among;
}

// The call of the rank that compares with `own`. It may be about to publish its next one.
bool read_present_soon(const RankStatus& status, const Call& own, Call& call) {
    constexpr int most = 100;
    for (int attempt = 0; attempt < most; ++attempt)
        if (is_among(own) ? read_entry(status.among, call) != 0 : read_present(status, call)) return true;
    return false;
}

// The other rank may be ahead: the arguments that it published last up to this call are those of this call.
void compare_passed(const Call& own, const Call& present, Call latest, int rank,
                    const ExplainDifference& explain) {
    if (latest.place != own.place || !is_same_line(present, own) || present.number <= own.number) return;
    latest.number = own.number;
    compare_calls(own, latest, rank, explain);
}

// The arguments that this rank has published last were those of all its calls since then.
void compare_earlier(Call own, std::int64_t published, const Call& other, int rank,
                     const ExplainDifference& explain) {
    if (other.number < published || other.number > own.number) return;
    own.number = other.number;
    compare_calls(own, other, rank, explain);
}

void look_at(const Call& own, std::int64_t published, int rank, std::int64_t& seen,
             const ExplainDifference& explain) {
    const RankStatus* const status = status_of(rank);
    if (status == nullptr) return;
    Call present, other;
    const bool has_present = read_present_soon(*status, own, present);
    if (has_present) compare_calls(own, present, rank, explain);
    bool settled = true; // this rank has reached all of its calls
    std::int64_t most_seen = seen;
    Call latest; // of those up to this call
    for (const NewArguments& entry : status->history) {
        const std::int64_t number = read_entry(entry, other);
        if (number == 0) continue;
        most_seen = std::max(most_seen, number);
        if (!is_same_line(other, own)) continue;
        compare_earlier(own, published, other, rank, explain);
        if (other.number > own.number)
            settled = false;
        else if (latest.place == 0 || other.number > latest.number)
            latest = other;
    }
    if (has_present) compare_passed(own, present, latest, rank, explain);
    if (settled) seen = most_seen;
}

bool has_news(const Neighbours& neighbours) {
    for (std::size_t i = 0; i < neighbours.ranks.size(); ++i) {
        const RankStatus* const status = status_of(neighbours.ranks[i]);
        if (status != nullptr && has_told_more(*status, neighbours.seen[i])) return true;
    }
    return false;
}

} // namespace

Neighbours neighbours_in_group() {
    const int ranks = ranks_in_group(), rank = rank_in_group();
    Neighbours neighbours;
    for (const int member : {(rank + 1) % ranks, (rank + ranks - 1) % ranks}) {
        if (member == rank) continue;
        if (!neighbours.ranks.empty() && neighbours.ranks[0] == rank_of_member(member)) continue;
        neighbours.ranks.push_back(rank_of_member(member));
        neighbours.seen.push_back(0);
    }
    return neighbours;
}

void match_neighbours(Neighbours& neighbours, bool is_new, const ExplainDifference& explain) {
    if (!has_peers()) return;
    if (!is_new) {
        // Either the neighbor sees what this rank has published, or this rank sees what the neighbor has.
        std::atomic_thread_fence(std::memory_order_seq_cst);
        if (!has_news(neighbours)) return;
    }
    const Excluded not_measured;
    const Call own = own_call();
    if (is_new) {
        neighbours.published = own.number;
        tell_new(own);
    }
    for (std::size_t i = 0; i < neighbours.ranks.size(); ++i)
        look_at(own, neighbours.published, neighbours.ranks[i], neighbours.seen[i], explain);
}

void match_arguments(const std::vector<int>& partners, const ExplainDifference& explain) {
    if (!has_peers()) return;
    const Excluded not_measured;
    const Call own = own_call();
    tell_new(own);
    for (const int partner : partners)
        compare_with(own, partner, explain);
}

} // namespace loop::runtime
