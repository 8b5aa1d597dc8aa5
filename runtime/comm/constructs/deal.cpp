#include "comm/deals.h"
#include "session/failure.h"
#include "session/group.h"
#include "session/session.h"
#include "trace/scope.h"

#include <loop/deal.h>

#include <exception>

namespace loop {

using namespace runtime;

namespace {

constexpr long long least_answer = sizeof(std::int64_t);

void require_deal(long long by, long long give, long long result, long long chunk, const Site& site) {
    const auto fail_here = [&](const auto&... message) { fail(site, Construct::Deal, message...); };
    if (by < 0 || by >= the_session.ranks)
        fail_here("BY is ", by, ", but the ranks are 0 to ", the_session.ranks - 1);
    if (give < least_answer)
        fail_here("GIVE is ", give, " bytes; it must be at least ", least_answer,
                  ", for the number of a pass");
    if (result < 0) fail_here("RETURN is ", result, " bytes; it must not be negative");
    if (chunk < 1) fail_here("CHUNK is ", chunk, "; it must be at least 1");
}

} // namespace

Dealing::Dealing(int count, long long by, long long give, long long result, long long chunk, Site site)
    : site_(site), deal_(nullptr) {
    const Scope scope(Construct::Deal, site);
    require_all_ranks(Construct::Deal, site);
    require_deal(by, give, result, chunk, site);
    deal_ = new Deal(site_entry(Construct::Deal, site), {{count, chunk}, static_cast<int>(by), give, result});
}

// Rank BY would wait for a rank that has left the statement by a jump. An exception may end the run anyway.
Dealing::~Dealing() {
    if (!is_over_ && !is_being_ended() && std::uncaught_exceptions() == 0)
        fail(site_, Construct::Deal, "a jump has left the statement after pass ", pass_,
             "; end a pass by `continue`");
    delete deal_;
}

bool Dealing::next_chunk() {
    const Scope scope(Construct::Deal, site_);
    is_over_ = !deal_->next(pass_, end_);
    return !is_over_;
}

} // namespace loop
