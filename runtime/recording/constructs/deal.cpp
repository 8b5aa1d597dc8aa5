#include "recording/constructs/kept_pattern.h"
#include "session/failure.h"

#include <loop/deal.h>

namespace loop {

using namespace recording;
using namespace runtime;

namespace {

struct DealArguments {
    int count;
    long long by, give, result, chunk;
};

// Which rank gets which chunk depends on time; here they take turns. A rank asks once more than it gets
// chunks; its first request and the last answer to it are empty.
Pattern deal_pattern(int ranks, const DealArguments& call) {
    if (ranks == 1) return {};
    const long long chunks = patterns::Chunks{call.count, call.chunk}.count();
    const long long workers = ranks - 1;
    PatternBuilder builder;
    long long worker = 0;
    for (long long rank = 0; rank < ranks; ++rank) {
        if (rank == call.by) continue;
        const long long own = chunks / workers + (worker++ < chunks % workers ? 1 : 0);
        builder.add(rank, call.by, 0, 1, 0);
        builder.add(call.by, rank, 0, 1, 1);
        if (own == 0) continue;
        builder.add(rank, call.by, call.result, own, 2);
        builder.add(call.by, rank, call.give, own, 3);
    }
    return builder.take();
}

KeptPatterns deal_patterns;

} // namespace

Dealing::Dealing(int count, long long by, long long give, long long result, long long chunk, Site site)
    : site_(site), deal_(nullptr) {
    require_all_ranks(Construct::Deal, site);
    if (by < 0 || by >= the_session.ranks)
        fail(site, Construct::Deal, "BY is ", by, ", but the ranks are 0 to ", the_session.ranks - 1);
    if (give < 8) fail(site, Construct::Deal, "GIVE is ", give, "; it must be at least 8");
    if (result < 0) fail(site, Construct::Deal, "RETURN is ", result, "; it must not be negative");
    if (chunk < 1) fail(site, Construct::Deal, "CHUNK is ", chunk, "; it must be at least 1");
    const DealArguments call{count < 0 ? 0 : count, by, give, result, chunk};
    const PatternNumber pattern = deal_patterns.get({call.count, by, give, result, chunk},
                                                    [&](int ranks) { return deal_pattern(ranks, call); });
    if (the_session.ranks > 2)
        note(concat("line ", site.line,
                    ": which rank gets which pass of \\DEAL depends on time; here, ranks take turns"));
    record(Construct::Deal, site, pattern, 1);
}

Dealing::~Dealing() = default;

// The statement does not communicate, so its passes are not executed.
bool Dealing::next_chunk() {
    return false;
}

} // namespace loop
