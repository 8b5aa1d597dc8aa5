#include "trace/analysis/messages/traffic.h"

#include "trace/analysis/messages/operation_time.h"
#include "trace/read/excluded_depth.h"

namespace loop::report {

namespace {

void add(SideTraffic& side, std::int64_t bytes, const OperationTime& time) {
    side.bytes.add(bytes);
    side.ns.add(time.length_ns());
    if (time.waited) side.waited_ns.add(time.waited_ns);
}

class TrafficWalk {
public:
    explicit TrafficWalk(const Trace& trace) : trace_(trace) {
        result_.by_rank.resize(trace.ranks.size());
        result_.by_site.resize(trace.sites.size());
        result_.collectives_by_site.resize(trace.sites.size());
    }

    TrafficStatistics run() {
        for (const RankTrace& rank : trace_.ranks) {
            Traffic& traffic = result_.by_rank[static_cast<std::size_t>(rank.rank)];
            enters_.clear();
            excluded_.clear();
            for (std::size_t i = 0; i < rank.events.size(); ++i)
                count(rank.events, i, traffic);
            add_up(result_.all.sent, traffic.sent);
            add_up(result_.all.received, traffic.received);
        }
        return std::move(result_);
    }

private:
    void count(const std::vector<Event>& events, std::size_t i, Traffic& rank) {
        const Event& event = events[i];
        excluded_.pass(event);
        switch (event.kind) {
        case EventKind::Send:
            if (excluded_.is_measured()) count_message(event, send_time(events, i), rank, &Traffic::sent);
            break;
        case EventKind::Receive:
            if (excluded_.is_measured())
                count_message(event, receive_time(events, i), rank, &Traffic::received);
            break;
        case EventKind::Enter:
            enters_.push_back(event.time_ns);
            break;
        case EventKind::Leave:
            if (!enters_.empty()) enters_.pop_back();
            break;
        case EventKind::Collective:
            if (excluded_.is_measured() && event.site < result_.by_site.size()) count_collective(events, i);
            break;
        case EventKind::Post:
        case EventKind::Wait:
        case EventKind::Resume:
        case EventKind::Mark:
        case EventKind::Excluded:
        case EventKind::Included:
            break;
        }
    }

    void count_message(const Event& event, const OperationTime& time, Traffic& rank,
                       SideTraffic Traffic::*side) {
        add(rank.*side, event.bytes, time);
        if (event.site < result_.by_site.size()) add(result_.by_site[event.site].*side, event.bytes, time);
    }

    void count_collective(const std::vector<Event>& events, std::size_t i) {
        const Event& event = events[i];
        CollectiveTraffic& site = result_.collectives_by_site[event.site];
        const std::int64_t call = enters_.empty() ? event.time_ns : enters_.back();
        const std::size_t ranks = event.communicator < trace_.communicators.size()
                                      ? trace_.communicators[event.communicator].ranks.size()
                                      : 0;
        site.ranks = site.ns.count == 0 || site.ranks == ranks ? ranks : 0;
        site.bytes.add(event.bytes);
        site.ns.add(collective_time(events, i, call).length_ns());
    }

    static void add_up(SideTraffic& all, const SideTraffic& one) {
        all.bytes.add(one.bytes);
        all.ns.add(one.ns);
        all.waited_ns.add(one.waited_ns);
    }

    const Trace& trace_;
    ExcludedDepth excluded_;           ///< what is not measured does not count
    std::vector<std::int64_t> enters_; ///< times at which the open sites were entered
    TrafficStatistics result_;
};

} // namespace

TrafficStatistics traffic_of(const Trace& trace, const Messages& messages) {
    TrafficStatistics result = TrafficWalk(trace).run();
    for (const Message& message : messages.matched)
        if (message.is_measured && !message.violated()) result.transit_ns.add(message.transit_ns());
    return result;
}

} // namespace loop::report
