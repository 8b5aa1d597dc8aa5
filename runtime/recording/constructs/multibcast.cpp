#include "recording/constructs/kept_pattern.h"
#include "recording/constructs/started.h"

namespace loop {

using namespace recording;

namespace {

KeptPatterns multibcast_patterns, sync_patterns;

// The order of the messages, in which the three constructs differ, is not part of a pattern.
void record_multibcast(Construct construct, long long size, void* into, const Site& site) {
    require_size(construct, site, size);
    const PatternNumber pattern = multibcast_patterns.get(
        {}, [](int ranks) { return shifts_of(ranks, patterns::multibcast_me(0, ranks)); });
    record(construct, site, pattern, size);
    if (into != nullptr)
        arrive_in_slots(construct, site, into, size,
                        patterns::multibcast0(runtime::rank_in_group(), runtime::ranks_in_group()));
}

void record_visible_sync(const Site& site) {
    runtime::require_all_ranks(Construct::VisibleSync, site);
    const PatternNumber pattern = sync_patterns.get(
        {}, [](int ranks) { return shifts_of(ranks, patterns::communicate(0, ranks, 1, 1)); });
    record(Construct::VisibleSync, site, pattern, 1);
}

} // namespace

#define LOOP_MULTIBCAST(name, id)                                                                            \
    void name(long long size, const void*, void* into, Site site) {                                          \
        record_multibcast(Construct::id, size, into, site);                                                  \
    }                                                                                                        \
    void start_##name(Handle& handle, long long size, const void*, void* into, Site site) {                  \
        record_multibcast(Construct::id, size, into, site);                                                  \
        add_started(handle);                                                                                 \
    }
LOOP_MULTIBCAST(multibcast0, Multibcast0)
LOOP_MULTIBCAST(multibcast_me, MultibcastMe)
LOOP_MULTIBCAST(multibcast_alter, MultibcastAlter)

void visible_sync(Site site) {
    record_visible_sync(site);
}

void start_visible_sync(Handle& handle, Site site) {
    record_visible_sync(site);
    add_started(handle);
}

} // namespace loop
