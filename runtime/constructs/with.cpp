#include "constructs/way.h"
#include "session/concat.h"
#include "session/failure.h"
#include "session/lasting.h"
#include "session/session.h"

#include <loop/comm.h>

#include <algorithm>
#include <climits>
#include <deque>

namespace loop {

namespace runtime {

const Way* the_way = nullptr;

namespace {

Lasting<std::deque<Way>> ways; // addresses stay valid

const Way usual_way{};

bool are_equal(const Way& a, const Way& b) {
    return a.align == b.align && a.offset == b.offset && a.own_into_offset == b.own_into_offset &&
           a.buffers == b.buffers && a.touch == b.touch && a.mode == b.mode && a.any_source == b.any_source &&
           a.persistent == b.persistent;
}

} // namespace

Way present_way() {
    return the_way != nullptr ? *the_way : usual_way;
}

const Way* find_way(const Way& way) {
    if (are_equal(way, usual_way)) return nullptr;
    for (const Way& known : ways())
        if (are_equal(way, known)) return &known;
    return &ways().emplace_back(way);
}

const Way* way_of_trees() {
    if (the_way == nullptr) return nullptr;
    Way only;
    only.mode = the_way->mode;
    return find_way(only);
}

const Way* way_of_collectives() {
    if (the_way == nullptr) return nullptr;
    Way only;
    only.persistent = the_way->persistent;
    return find_way(only);
}

void require_any_source(Construct construct, const Site& site, std::vector<ReceivedMessage> messages,
                        bool has_places) {
    if (has_places && messages.size() > 1)
        fail(site, construct,
             "with ANY_SOURCE, messages arrive in any order, so LOOP cannot receive them at their places of "
             "INTO; leave out INTO or ANY_SOURCE");
    std::stable_sort(messages.begin(), messages.end(),
                     [](const ReceivedMessage& a, const ReceivedMessage& b) { return a.rank < b.rank; });
    for (std::size_t i = 1; i < messages.size(); ++i) {
        const ReceivedMessage &before = messages[i - 1], &message = messages[i];
        if (message.rank == before.rank && message.bytes != before.bytes)
            fail(site, construct,
                 "with ANY_SOURCE, the messages of a sender must have equal sizes, but rank ", message.rank,
                 " sends ", before.bytes, " and ", message.bytes, " bytes to this rank; use two constructs");
    }
}

std::size_t require_buffered(Construct construct, const Site& site, std::size_t messages, std::size_t bytes,
                             std::size_t overhead) {
    constexpr std::size_t most = INT_MAX, alignment = 64;
    const std::size_t needed = bytes + messages * (overhead + alignment);
    if (bytes > most || needed > most)
        fail(site, construct, "MPI's buffer for MODE: \"buffered\" cannot hold the ", bytes,
             " bytes of this call; send fewer bytes, or use another mode");
    return needed;
}

std::string describe(const Way& way) {
    std::string text;
    const auto add = [&](const auto&... words) { text += concat(text.empty() ? "" : ", ", words...); };
    if (way.mode == SendMode::Synchronous) add("synchronous");
    if (way.mode == SendMode::Buffered) add("buffered");
    if (way.any_source) add("any source");
    if (way.persistent) add("persistent");
    if (way.buffers > 1) add(way.buffers, " buffers");
    if (way.align != page_bytes) add("aligned to ", way.align);
    if (way.offset != 0) add("offset ", way.offset);
    if (way.into_offset() != way.offset) add("offset of receives ", way.into_offset());
    if (way.touch) add("touched");
    return text;
}

} // namespace runtime

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
