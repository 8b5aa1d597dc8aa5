#include "recording/constructs/kept_pattern.h"
#include "recording/constructs/started.h"
#include "session/failure.h"

#include <loop/send.h>

namespace loop {

using namespace runtime;

namespace recording {

void require_size(Construct construct, const Site& site, long long size) {
    if (size < 0) fail(site, construct, "the size is ", size, " bytes; it must not be negative");
}

void require_distance(Construct construct, const Site& site, long long distance, long long partners) {
    if (distance < 1) fail(site, construct, "the distance is ", distance, "; it must be at least 1");
    if (partners < 1)
        fail(site, construct, "the number of partners is ", partners, "; it must be at least 1");
}

namespace {

KeptPatterns communicate_patterns, exchange_patterns;

void record_communicate(long long size, long long distance, long long partners, void* into,
                        const Site& site) {
    require_size(Construct::Communicate, site, size);
    require_distance(Construct::Communicate, site, distance, partners);
    const PatternNumber pattern = communicate_patterns.get({distance, partners}, [&](int ranks) {
        return shifts_of(ranks, patterns::communicate(0, ranks, distance, partners));
    });
    record(Construct::Communicate, site, pattern, size);
    if (into != nullptr)
        arrive_in_slots(Construct::Communicate, site, into, size,
                        patterns::communicate(rank_in_group(), ranks_in_group(), distance, partners));
}

void record_exchange(long long size, long long distance, long long partners, bool ring, void* into,
                     const Site& site) {
    require_size(Construct::Exchange, site, size);
    require_distance(Construct::Exchange, site, distance, partners);
    const PatternNumber pattern = exchange_patterns.get({distance, partners, ring}, [&](int ranks) {
        return pattern_by_rank(
            ranks, [&](int rank) { return patterns::exchange(rank, ranks, distance, partners, ring); });
    });
    record(Construct::Exchange, site, pattern, size);
    if (into != nullptr)
        arrive_in_slots(Construct::Exchange, site, into, size,
                        patterns::exchange(rank_in_group(), ranks_in_group(), distance, partners, ring));
}

} // namespace
} // namespace recording

using namespace recording;

void communicate(long long size, long long distance, long long partners, const void*, void* into, Site site) {
    record_communicate(size, distance, partners, into, site);
}

Communication::Communication(long long size, long long distance, long long partners, const void*, void* into,
                             Site site)
    : site_(site), pending_(nullptr) {
    record_communicate(size, distance, partners, into, site);
}

Communication::~Communication() = default;

void exchange(long long size, long long distance, long long partners, const void*, void* into, bool ring,
              Site site) {
    record_exchange(size, distance, partners, ring, into, site);
}

void start_communicate(Handle& handle, long long size, long long distance, long long partners, const void*,
                       void* into, Site site) {
    record_communicate(size, distance, partners, into, site);
    add_started(handle);
}

void start_exchange(Handle& handle, long long size, long long distance, long long partners, const void*,
                    void* into, bool ring, Site site) {
    record_exchange(size, distance, partners, ring, into, site);
    add_started(handle);
}

} // namespace loop
