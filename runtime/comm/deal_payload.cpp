#include "comm/deal_payload.h"

#include "comm/payload.h"
#include "comm/payload_report.h"
#include "session/session.h"
#include "trace/excluded.h"

namespace loop::runtime {

DealPayload::DealPayload(const SiteEntry& entry, long long call, char* data, std::size_t bytes)
    : entry_(entry), call_(call), data_(data), bytes_(bytes), is_verified_(the_session.verify && bytes > 0) {}

void DealPayload::prepare(int first) {
    if (!is_verified_) return;
    const Excluded not_measured;
    const PayloadKind kind = payload_kind(the_session.rank, entry_.construct, entry_.site, chunk(first));
    if (is_filled_) return mark_payload(data_, bytes_, kind);
    fill_payload(data_, bytes_, kind);
    is_filled_ = true;
}

void DealPayload::verify(int sender, int first) {
    if (!is_verified_) return;
    const Excluded not_measured;
    verify_message({entry_, call_, sender, data_, bytes_},
                   payload_kind(sender, entry_.construct, entry_.site, chunk(first)));
}

// Different for all chunks of all calls of the line.
std::int64_t DealPayload::chunk(int first) const {
    return call_ << 32 | first;
}

} // namespace loop::runtime
