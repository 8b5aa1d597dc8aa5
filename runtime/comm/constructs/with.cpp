#include "comm/way.h"
#include "session/failure.h"
#include "session/session.h"

#include <loop/comm.h>

namespace loop {

using namespace runtime;

namespace {

constexpr long long largest_align = 1LL << 30;

template <class... Words>
[[noreturn]] void fail_with(const Site& site, const Words&... words) {
    fail(site, Construct::With, words...);
}

std::size_t checked_align(long long align, const Site& site) {
    if (align < 1 || align > largest_align || (align & (align - 1)) != 0)
        fail_with(site, "ALIGN is ", align, "; it must be a power of two, at most ", largest_align);
    return static_cast<std::size_t>(align);
}

std::size_t checked_offset(long long offset, const char* name, const Site& site) {
    if (offset < 0) fail_with(site, name, " is ", offset, "; it must not be negative");
    return static_cast<std::size_t>(offset);
}

SendMode mode_of(std::string_view mode, const Site& site) {
    if (mode == "standard") return SendMode::Standard;
    if (mode == "synchronous") return SendMode::Synchronous;
    if (mode == "buffered") return SendMode::Buffered;
    if (mode == "ready")
        fail_with(site,
                  "MODE \"ready\" needs receives that are surely posted before, which a sender cannot know");
    fail_with(site, "MODE is \"", mode, "\"; it must be \"standard\", \"synchronous\", or \"buffered\"");
}

} // namespace

With::With(std::optional<long long> align, std::optional<long long> offset,
           std::optional<long long> into_offset, std::optional<long long> buffers, std::optional<bool> touch,
           std::optional<std::string_view> mode, std::optional<bool> any_source,
           std::optional<bool> persistent, Site site)
    : outer_(the_way) {
    if (the_session.stage != Stage::Open) fail_not_open(Construct::With, site);
    Way way = present_way();
    if (align) way.align = checked_align(*align, site);
    if (offset) way.offset = checked_offset(*offset, "OFFSET", site);
    if (into_offset) way.own_into_offset = checked_offset(*into_offset, "INTO_OFFSET", site);
    if (buffers && *buffers < 1) fail_with(site, "BUFFERS is ", *buffers, "; it must be at least 1");
    if (buffers) way.buffers = static_cast<std::size_t>(*buffers);
    if (mode) way.mode = mode_of(*mode, site);
    way.touch = touch.value_or(way.touch);
    way.any_source = any_source.value_or(way.any_source);
    way.persistent = persistent.value_or(way.persistent);
    if (way.any_source && way.persistent)
        fail_with(site,
                  "ANY_SOURCE and PERSISTENT exclude each other: a persistent receive has one tag for all "
                  "calls, so a message of a later call could take the place of one of this call");
    the_way = find_way(way);
}

With::~With() {
    the_way = static_cast<const Way*>(outer_);
}

} // namespace loop
