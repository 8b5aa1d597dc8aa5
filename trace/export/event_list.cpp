#include "trace/export/event_list.h"

#include <algorithm>
#include <queue>
#include <set>
#include <tuple>

namespace loop::report {

namespace {

template <typename Item>
bool is_wanted(const std::vector<Item>& wanted, const Item& item) {
    return wanted.empty() || std::find(wanted.begin(), wanted.end(), item) != wanted.end();
}

bool any_name(const TraceSite& site, const std::vector<std::string>& names) {
    return names.empty() ||
           std::any_of(names.begin(), names.end(), [&](const auto& name) { return has_name(site, name); });
}

class Selection {
public:
    Selection(const Trace& trace, const EventFilter& filter)
        : filter_(filter), partners_(filter.partners.begin(), filter.partners.end()) {
        for (const TraceSite& site : trace.sites)
            sites_.push_back(is_wanted(filter.lines, site.line) && any_name(site, filter.names));
        outside_ = filter.lines.empty() && is_wanted(filter.names, std::string(host_code));
    }

    bool has(const Event& event) const {
        const bool here = event.site < sites_.size() ? sites_[event.site] : outside_;
        return here && is_wanted(filter_.kinds, event.kind) && has_partner(event);
    }

private:
    bool has_partner(const Event& event) const {
        return partners_.empty() || (event.partner != no_partner && partners_.count(event.partner) != 0);
    }

    const EventFilter& filter_;
    std::set<std::int32_t> partners_;
    std::vector<bool> sites_;
    bool outside_ = true;
};

/// The events of a rank that pass, one after the other.
class Cursor {
public:
    Cursor(const RankTrace& rank, const EventFilter& filter) : rank_(&rank) {
        const auto before = [](const Event& event, std::int64_t time_ns) { return event.time_ns < time_ns; };
        const auto after = [](std::int64_t time_ns, const Event& event) { return time_ns < event.time_ns; };
        const auto& events = rank.events;
        at_ = filter.from_ns ? std::lower_bound(events.begin(), events.end(), *filter.from_ns, before)
                             : events.begin();
        end_ = filter.until_ns ? std::upper_bound(at_, events.end(), *filter.until_ns, after) : events.end();
    }

    /// Moves to the first event from here on that passes. Returns whether there is one.
    bool find(const Selection& selection) {
        at_ = std::find_if(at_, end_, [&](const Event& event) { return selection.has(event); });
        return at_ != end_;
    }
    void advance() { ++at_; }
    const RankTrace& rank() const { return *rank_; }
    const Event& event() const { return *at_; }
    bool operator<(const Cursor& other) const {
        return std::tuple(at_->time_ns, rank_->rank) > std::tuple(other.at_->time_ns, other.rank_->rank);
    }

private:
    const RankTrace* rank_;
    std::vector<Event>::const_iterator at_, end_;
};

} // namespace

const char* event_name(EventKind kind) {
    switch (kind) {
    case EventKind::Enter:
        return "enter";
    case EventKind::Leave:
        return "leave";
    case EventKind::Send:
        return "send";
    case EventKind::Post:
        return "post";
    case EventKind::Wait:
        return "wait";
    case EventKind::Receive:
        return "receive";
    case EventKind::Resume:
        return "resume";
    case EventKind::Mark:
        return "mark";
    case EventKind::Collective:
        return "collective";
    case EventKind::Excluded:
        return "excluded";
    case EventKind::Included:
        return "included";
    }
    return "";
}

bool has_name(const TraceSite& site, const std::string& name) {
    return !name.empty() && (name == site.construct || name == "\\" + site.construct || name == site.name ||
                             name == site_text(site));
}

void for_each_event(const Trace& trace, const EventFilter& filter,
                    const std::function<bool(const RankTrace& rank, const Event& event)>& take) {
    const Selection selection(trace, filter);
    std::priority_queue<Cursor> next; // the earliest event first
    for (const RankTrace& rank : trace.ranks) {
        if (!is_wanted(filter.ranks, rank.rank)) continue;
        Cursor cursor(rank, filter);
        if (cursor.find(selection)) next.push(cursor);
    }
    while (!next.empty()) {
        Cursor cursor = next.top();
        next.pop();
        if (!take(cursor.rank(), cursor.event())) return;
        cursor.advance();
        if (cursor.find(selection)) next.push(cursor);
    }
}

} // namespace loop::report
