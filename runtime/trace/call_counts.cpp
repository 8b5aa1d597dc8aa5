#include "trace/call_counts.h"

#include "session/session.h"
#include "trace/fragments.h"

namespace loop::runtime::trace {
namespace {

constexpr std::size_t chunk = 256;

// Never freed and never moved: a signal handler may read it at any instruction. One per process.
CallCounts* chunks[Fragments::most / chunk + 1] = {};
CallCounts* present = nullptr; // of the call; null: it is not measured

} // namespace

void count_call(SiteIndex site) {
    present = nullptr;
    if (!is_measured() || site >= Fragments::most) return;
    CallCounts*& counts = chunks[site / chunk];
    if (counts == nullptr) counts = new CallCounts[chunk];
    present = &counts[site % chunk];
    ++present->calls;
}

void count_sent(std::int64_t bytes) {
    if (present == nullptr) return;
    ++present->messages_sent;
    present->bytes_sent += bytes;
}

void count_received(std::int64_t bytes) {
    if (present == nullptr) return;
    ++present->messages_received;
    present->bytes_received += bytes;
}

void count_collective(const GivenAndGot& moves) {
    if (present == nullptr) return;
    present->collective.given += moves.given;
    present->collective.got += moves.got;
}

const CallCounts* counts_of(SiteIndex site) {
    const CallCounts* const counts = chunks[site / chunk];
    return counts == nullptr || counts[site % chunk].calls == 0 ? nullptr : &counts[site % chunk];
}

} // namespace loop::runtime::trace
