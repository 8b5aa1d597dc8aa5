#include "trace/read/file_header.h"

#include "base/text/clean.h"
#include "base/text/json.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace loop::report {

namespace {

struct Unusable {
    std::string why;
};

std::string text(const Json& object, const char* key) {
    const Json& value = object[key];
    return value.is_string() ? clean_text(value.get<std::string>()) : "";
}

/// Returns the integer, limited to +-`bound`, or `otherwise` if the value is not a number.
std::int64_t whole(const Json& object, const char* key, std::int64_t bound, std::int64_t otherwise = 0) {
    const Json& value = object[key];
    if (!value.is_number()) return otherwise;
    const double size = value.get<double>();
    if (!(std::abs(size) <= static_cast<double>(bound)))
        throw Unusable{fmt::format("its header says {} {}, which is out of range", key, size)};
    return value.is_number_integer() ? value.get<std::int64_t>() : static_cast<std::int64_t>(size);
}

double positive(const Json& object, const char* key, double otherwise) {
    const Json& value = object[key];
    const double number = value.is_number() ? value.get<double>() : otherwise;
    return std::isfinite(number) && number > 0 ? number : otherwise;
}

SiteKind site_kind(const std::string& word) {
    for (const SiteKind kind : recorded_site_kinds)
        if (word == site_kind_name(kind)) return kind;
    return SiteKind::Region;
}

TraceSite site(const Json& item) {
    return {site_kind(text(item, "kind")),
            text(item, "construct"),
            text(item, "name"),
            text(item, "file"),
            static_cast<int>(whole(item, "line", 1 << 30)),
            static_cast<int>(whole(item, "column", 1 << 30))};
}

TraceFileHeader::Group communicator(const Json& item, int ranks) {
    TraceFileHeader::Group result;
    result.communicator.name = text(item, "name");
    const Json& key = item["key"];
    result.key = key.is_string() ? key.get<std::string>() : key.dump();
    for (const Json& member : item["ranks"])
        if (member.is_number_integer()) {
            const int rank = member.get<int>();
            result.communicator.ranks.push_back(rank >= 0 && rank < ranks ? rank : no_partner);
        }
    return result;
}

constexpr std::size_t max_sites = std::size_t{1} << 17;
constexpr std::int64_t largest_count = std::int64_t{1} << 60;
/// Tick counters may have any 63-bit value, but differences of two of them must not overflow.
constexpr std::int64_t max_ticks = std::int64_t{1} << 61;
/// More than 70 years.
constexpr std::int64_t longest_uptime_ns = std::int64_t{1} << 61;

void read_clock(const Json& clock, TraceFileHeader& header) {
    header.clock_source = text(clock, "source");
    header.clock_text = text(clock, "text");
    if (header.clock_text.empty()) header.clock_text = header.clock_source;
    header.ticks_per_second = positive(clock, "ticks_per_second", 0);
    if (header.ticks_per_second < 1e3 || header.ticks_per_second > 1e12)
        throw Unusable{"its header does not define the resolution of its clock"};
    header.resolution_ns = positive(clock, "resolution_ns", 1);
    header.open_ticks = whole(clock, "open_ticks", max_ticks);
    header.close_ticks = whole(clock, "close_ticks", max_ticks, header.open_ticks);
    header.origin_ns = whole(clock, "origin_ns", longest_uptime_ns);
    for (const Json& sample : clock["samples"])
        header.samples.push_back({whole(sample, "ticks", max_ticks),
                                  whole(sample, "offset_ns", longest_uptime_ns),
                                  whole(sample, "bound_ns", longest_uptime_ns)});
}

CallCounts call_counts(const Json& item, std::size_t sites) {
    CallCounts counts;
    const std::int64_t site = whole(item, "site", max_sites, -1);
    if (site < 0 || static_cast<std::size_t>(site) >= sites)
        throw Unusable{fmt::format("its header counts calls of site {}, which it does not have", site)};
    counts.site = static_cast<std::uint32_t>(site);
    const std::pair<const char*, std::int64_t CallCounts::*> members[] = {
        {"calls", &CallCounts::calls},
        {"messages_sent", &CallCounts::messages_sent},
        {"bytes_sent", &CallCounts::bytes_sent},
        {"messages_received", &CallCounts::messages_received},
        {"bytes_received", &CallCounts::bytes_received},
        {"collective_bytes_given", &CallCounts::collective_bytes_given},
        {"collective_bytes_got", &CallCounts::collective_bytes_got}};
    for (const auto& [key, member] : members)
        counts.*member = std::max<std::int64_t>(0, whole(item, key, largest_count));
    return counts;
}

TraceFileHeader read_header(const Json& object) {
    TraceFileHeader header;
    header.launch = text(object, "launch");
    header.host = text(object, "host");
    header.ended = text(object, "ended");
    header.ranks = static_cast<int>(whole(object, "ranks", max_ranks));
    header.rank = static_cast<int>(whole(object, "rank", max_ranks, -1));
    if (header.ranks < 1 || header.rank < 0 || header.rank >= header.ranks)
        throw Unusable{fmt::format("its header says rank {} of {}", header.rank, header.ranks)};
    read_clock(object["clock"], header);
    if (object["sites"].size() > max_sites)
        throw Unusable{fmt::format("its header has more than {} sites", max_sites)};
    for (const Json& item : object["sites"])
        header.sites.push_back(site(item));
    for (const Json& item : object["communicators"])
        header.communicators.push_back(communicator(item, header.ranks));
    header.counts_calls = object["counts"].is_array();
    for (const Json& item : object["counts"])
        header.call_counts.push_back(call_counts(item, header.sites.size()));
    header.events = static_cast<std::uint64_t>(std::max<std::int64_t>(0, whole(object, "events", 1LL << 60)));
    header.dropped =
        static_cast<std::uint64_t>(std::max<std::int64_t>(0, whole(object, "dropped", 1LL << 60)));
    header.lacks_threads = object["lacks_threads"] == Json(true);
    return header;
}

} // namespace

std::string magic_problem(const std::string& line) {
    if (line == trace_magic) return "";
    if (line.rfind("loop-trace/", 0) == 0)
        return fmt::format("it is of version {}; this reader knows {}", shortened(clean_text(line), 30),
                           trace_magic);
    return fmt::format("it is not a trace: it does not begin with `{}`", trace_magic);
}

HeaderOutcome parse_trace_header(const std::string& line) {
    HeaderOutcome outcome;
    const Json object = Json::parse_or_discard(line);
    if (!object.is_object()) {
        outcome.problem = "its header is not JSON";
        return outcome;
    }
    try {
        outcome.header = read_header(object);
    } catch (const Unusable& problem) {
        outcome.problem = problem.why;
    }
    return outcome;
}

} // namespace loop::report
