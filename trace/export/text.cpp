#include "base/text/clean.h"
#include "base/text/place.h"
#include "base/text/units.h"
#include "trace/export/export.h"
#include "trace/read/time_range.h"

#include <fmt/format.h>

#include <algorithm>

namespace loop::report {

namespace {

constexpr std::size_t max_place = 60, bytes_width = 9;

/// One unit for all times, down to the nanosecond.
struct TimeUnit {
    const char* name;
    double ns;
    int digits;
};

TimeUnit time_unit(std::int64_t length_ns) {
    if (length_ns < 1'000'000) return {"us", 1e3, 3};
    if (length_ns < 1'000'000'000) return {"ms", 1e6, 6};
    return {"s", 1e9, 9};
}

bool has_message(EventKind kind) {
    return kind == EventKind::Send || kind == EventKind::Post || kind == EventKind::Receive;
}

std::string partner_text(const Event& event) {
    const bool known = event.partner != no_partner;
    const auto rank = [&](const char* word) { return fmt::format("{} {}", word, event.partner); };
    switch (event.kind) {
    case EventKind::Send:
        return rank("to");
    case EventKind::Post:
        return known ? rank("from") : "from any";
    case EventKind::Receive:
        return known ? rank("from") : "unknown";
    case EventKind::Wait:
        return known ? rank("for") : "";
    case EventKind::Collective:
        return known ? rank("root") : "all ranks";
    case EventKind::Enter:
    case EventKind::Leave:
    case EventKind::Resume:
    case EventKind::Mark:
    case EventKind::Excluded:
    case EventKind::Included:
        break;
    }
    return "";
}

std::string last_text(const Event& event) {
    if (event.kind == EventKind::Mark) return std::to_string(event.bytes);
    return has_message(event.kind) ? std::to_string(event.tag) : "";
}

/// Where each site is, for people: "\EXCHANGE halo.loop:12".
std::vector<std::string> places(const Trace& trace) {
    std::vector<std::string> texts;
    for (const TraceSite& site : trace.sites) {
        const std::string line = site.line == 0      ? ""
                                 : site.file.empty() ? fmt::format(" line {}", line_text(site))
                                                     : fmt::format(" {}:{}", site.file, line_text(site));
        texts.push_back(shortened(clean_text(site_text(site) + line), max_place));
    }
    texts.emplace_back(host_code);
    return texts;
}

std::string padded(const std::string& text, std::size_t width) {
    const std::size_t own = display_width(text);
    return own < width ? text + std::string(width - own, ' ') : text;
}

/// The columns. Their widths follow from the whole trace, so that no event must be seen twice.
class EventTable {
public:
    explicit EventTable(const Trace& trace)
        : zero_ns_(whole(trace).begin_ns), unit_(time_unit(whole(trace).length_ns())),
          places_(places(trace)) {
        const double longest = static_cast<double>(whole(trace).length_ns()) / unit_.ns;
        time_width_ = std::max<std::size_t>(fmt::format("{:.{}f}", longest, unit_.digits).size(), 8);
        rank_width_ = std::max<std::size_t>(std::to_string(trace.ranks.size()).size(), 4);
        for (const std::string& place : places_)
            place_width_ = std::max(place_width_, display_width(place));
        partner_width_ = std::max<std::size_t>(5 + std::to_string(trace.ranks.size()).size(), 9);
    }

    std::string head() const {
        return line(fmt::format("time, {}", unit_.name), "rank", "event", "in", "partner", "bytes",
                    "tag or number");
    }

    std::string row(const RankTrace& rank, const Event& event) const {
        const double time = static_cast<double>(event.time_ns - zero_ns_) / unit_.ns;
        const bool has_bytes = has_message(event.kind) || event.kind == EventKind::Collective;
        return line(fmt::format("{:.{}f}", time, unit_.digits), std::to_string(rank.rank),
                    event_name(event.kind), places_[std::min<std::size_t>(event.site, places_.size() - 1)],
                    partner_text(event), has_bytes ? bytes_text(static_cast<double>(event.bytes)) : "",
                    last_text(event));
    }

private:
    std::string line(const std::string& time, const std::string& rank, const char* event,
                     const std::string& place, const std::string& partner, const std::string& bytes,
                     const std::string& last) const {
        std::string text = fmt::format("{:>{}}  {:>{}}  {:<10}  {}  {:<{}}  {:>{}}  {}", time, time_width_,
                                       rank, rank_width_, event, padded(place, place_width_), partner,
                                       partner_width_, bytes, bytes_width, last);
        text.erase(text.find_last_not_of(' ') + 1);
        return text + '\n';
    }

    std::int64_t zero_ns_;
    TimeUnit unit_;
    std::vector<std::string> places_; ///< by site; the last one is for host code
    std::size_t time_width_ = 0, rank_width_ = 0, place_width_ = 0, partner_width_ = 0;
};

} // namespace

WrittenEvents write_events_text(const Trace& trace, const EventFilter& filter,
                                std::optional<std::uint64_t> most, std::ostream& out) {
    const EventTable table(trace);
    WrittenEvents written;
    out << table.head();
    for_each_event(trace, filter, [&](const RankTrace& rank, const Event& event) {
        written.has_more = most && written.count == *most;
        if (written.has_more || !out) return false;
        out << table.row(rank, event);
        ++written.count;
        return true;
    });
    return written;
}

} // namespace loop::report
