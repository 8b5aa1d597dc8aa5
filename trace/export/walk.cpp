#include "trace/export/walk.h"

#include <algorithm>

namespace loop::report {

Walk::Walk(const RankTrace& rank) : rank_(&rank), begin_ns_(rank.begin_ns) {
    if (!rank.events.empty()) begin_ns_ = std::min(begin_ns_, rank.events.front().time_ns);
    time_ns_ = begin_ns_;
    find_collectives();
}

void Walk::find_collectives() {
    constexpr std::size_t none = ~std::size_t(0);
    OpenVisits<std::size_t> open; // index of the Enter; none: its first collective is known
    for (std::size_t i = 0; i < rank_->events.size(); ++i) {
        const EventKind kind = rank_->events[i].kind;
        const std::uint32_t site = rank_->events[i].site;
        if (kind == EventKind::Enter) {
            open.enter(site, i);
        } else if (kind == EventKind::Leave) {
            open.leave(site);
        } else if (kind == EventKind::Collective && !open.empty() && open.innermost() != none) {
            collectives_.emplace_back(open.innermost(), i);
            open.innermost() = none;
        }
    }
    std::sort(collectives_.begin(), collectives_.end());
}

bool Walk::open(RegionKind region, const Event& event, Step& step) {
    open_.push_back({region, event.site});
    step = {StepKind::Open, region, time_ns_, event.site, &event, nullptr};
    return true;
}

/// Closes the innermost region; the others above `depth` follow with the next calls.
bool Walk::close_to(std::size_t depth, const Event* cause, Step& step) {
    const Open innermost = open_.back();
    open_.pop_back();
    step = {StepKind::Close, innermost.region, time_ns_, innermost.site, cause, nullptr};
    closing_ = open_.size() > depth;
    close_depth_ = depth;
    cause_ = cause;
    return true;
}

/// Returns false if the event is skipped.
bool Walk::take(const Event& event, Step& step) {
    time_ns_ = std::max(time_ns_, event.time_ns);
    switch (event.kind) {
    case EventKind::Enter: {
        sites_.enter(event.site, open_.size());
        open(RegionKind::Site, event, step);
        const std::size_t index = index_ - 1;
        while (next_collective_ < collectives_.size() && collectives_[next_collective_].first < index)
            ++next_collective_;
        if (next_collective_ < collectives_.size() && collectives_[next_collective_].first == index)
            step.collective = &rank_->events[collectives_[next_collective_].second];
        return true;
    }
    case EventKind::Leave: {
        std::size_t depth = open_.size();
        sites_.leave(event.site, [&](std::uint32_t, std::size_t before) { depth = before; });
        return depth < open_.size() && close_to(depth, &event, step);
    }
    case EventKind::Wait:
        return !waits() && open(RegionKind::Waiting, event, step);
    case EventKind::Resume:
        return waits() && close_to(open_.size() - 1, &event, step);
    case EventKind::Excluded:
        return open(RegionKind::Excluded, event, step);
    case EventKind::Included:
        return !open_.empty() && open_.back().region == RegionKind::Excluded &&
               close_to(open_.size() - 1, &event, step);
    case EventKind::Receive:
        if (waits()) {
            after_closing_ = true;
            return close_to(open_.size() - 1, &event, step);
        }
        break;
    case EventKind::Send:
    case EventKind::Post:
    case EventKind::Mark:
    case EventKind::Collective:
        break;
    }
    step = {StepKind::Event, RegionKind::Site, time_ns_, event.site, &event, nullptr};
    return true;
}

bool Walk::next(Step& step) {
    if (closing_) return close_to(close_depth_, cause_, step);
    if (after_closing_) {
        after_closing_ = false;
        step = {StepKind::Event, RegionKind::Site, time_ns_, cause_->site, cause_, nullptr};
        return true;
    }
    while (index_ < rank_->events.size())
        if (take(rank_->events[index_++], step)) return true;
    if (!ended_) {
        ended_ = true;
        time_ns_ = std::max(time_ns_, rank_->end_ns);
    }
    return !open_.empty() && close_to(0, nullptr, step);
}

} // namespace loop::report
