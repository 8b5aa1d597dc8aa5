#include "constructs/deal.h"

#include "constructs/back_end.h"
#include "session/failure.h"
#include "session/group.h"
#include "session/session.h"
#include "session/simulation.h"

#include <loop/deal.h>

#include <cstdint>
#include <exception>

namespace loop {

namespace runtime {

std::vector<AgreedValue> agreed_values(const DealCall& call) {
    return {{"COUNT", call.chunks.passes, false},
            {"BY", call.by, false},
            {"GIVE", call.give, false},
            {"RETURN", call.result, false},
            {"CHUNK", call.chunks.size, false}};
}

void require(const DealCall& call) {
    constexpr long long least_answer = sizeof(std::int64_t);
    const auto refuse = [&](const auto&... message) { fail(call.site, Construct::Deal, message...); };
    require_all_ranks(Construct::Deal, call.site);
    if (call.by < 0 || call.by >= the_session.ranks)
        refuse("BY is ", call.by, ", but the ranks are 0 to ", the_session.ranks - 1);
    if (call.give < least_answer)
        refuse("GIVE is ", call.give, " bytes; it must be at least ", least_answer,
               ", for the number of a pass");
    if (call.result < 0) refuse("RETURN is ", call.result, " bytes; it must not be negative");
    if (call.chunks.size < 1) refuse("CHUNK is ", call.chunks.size, "; it must be at least 1");
}

patterns::MessageRows rows_of(const DealCall& call, int ranks) {
    if (ranks == 1) return {};
    const long long chunks = call.chunks.count(), workers = ranks - 1;
    patterns::RowBuilder rows;
    for (long long turn = 0; turn < workers; ++turn) {
        const long long rank = turn < call.by ? turn : turn + 1;
        const long long own = chunks / workers + (turn < chunks % workers ? 1 : 0);
        rows.add(rank, call.by, 0, 1, 0);
        rows.add(call.by, rank, 0, 1, 1);
        if (own == 0) continue;
        rows.add(rank, call.by, call.result, own, 2);
        rows.add(call.by, rank, call.give, own, 3);
    }
    return rows.take();
}

} // namespace runtime

using namespace runtime;

// -- what programs use

Dealing::Dealing(int count, long long by, long long give, long long result, long long chunk, Site site)
    : site_(site), deal_(back_end::begin(DealCall{site, {count, chunk}, by, give, result})) {}

// Rank BY would wait for a rank that has left the statement by a jump. An exception may end the run anyway.
Dealing::~Dealing() {
    if (!is_over_ && !is_being_ended() && std::uncaught_exceptions() == 0)
        fail(site_, Construct::Deal, "a jump has left the statement after pass ", pass_,
             "; end a pass by `continue`");
    back_end::end(deal_);
}

bool Dealing::next_chunk() {
    is_over_ = !back_end::next(*deal_, site_, pass_, end_);
    return !is_over_;
}

} // namespace loop
