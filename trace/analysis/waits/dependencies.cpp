#include "trace/analysis/waits/dependencies.h"

#include "trace/analysis/messages/first_halves.h"
#include "trace/analysis/messages/operation_time.h"
#include "trace/analysis/waits/usual_transit.h"
#include "trace/analysis/waits/waits.h"

#include <algorithm>
#include <limits>
#include <map>

namespace loop::report {

namespace {

constexpr std::int64_t unknown_ns = std::numeric_limits<std::int64_t>::max();

class DependencyFinder {
public:
    DependencyFinder(const Trace& trace, const Messages& messages, const Collectives& collectives)
        : trace_(trace), messages_(messages), collectives_(collectives), index_(messages, trace.ranks.size()),
          finder_(trace, messages, index_, collectives), met_receiver_(finder_.met_receivers()),
          first_(first_parts(trace, collectives)), shortest_end_(shortest_ends(trace, collectives)),
          shortest_ns_(collectives.operations.size(), unknown_ns), median_end_ns_(shortest_ns_) {}

    std::vector<RankDependencies> run() {
        learn_transit();
        for (const RankTrace& rank : trace_.ranks)
            find(rank);
        return std::move(result_);
    }

private:
    /// How long the messages that ranks waited for were on their way.
    void learn_transit() {
        for (const RankTrace& rank : trace_.ranks)
            for (std::uint32_t i = 0; i < rank.events.size(); ++i) {
                WaitTime wait{};
                if (!finder_.ends_wait(rank.rank, i, wait) || wait.cause.kind != WaitCause::Kind::Message)
                    continue;
                if (wait.cause.message != no_event && is_awaited(wait))
                    transit_.add(messages_.matched[wait.cause.message].bytes,
                                 wait.end_ns - wait.cause.acted_ns);
            }
        for (const Message& message : messages_.matched)
            transit_.add_bound(message.bytes, message.transit_ns());
        transit_.finish();
    }

    void find(const RankTrace& rank) {
        const FirstHalves halves(trace_, static_cast<std::size_t>(rank.rank));
        rank_ = &rank;
        halves_ = &halves;
        own_ = {};
        last_from_.clear();
        for (std::uint32_t i = 0; i < rank.events.size(); ++i) {
            WaitTime wait{};
            if (finder_.ends_wait(rank.rank, i, wait) && wait.cause.kind == WaitCause::Kind::Unknown)
                own_.unexplained_ns += wait.end_ns - wait.begin_ns;
            const EventKind kind = rank.events[i].kind;
            if (kind == EventKind::Receive) receive(i);
            if (kind == EventKind::Resume) resume(i);
            if (kind == EventKind::Collective) take_part(i);
        }
        std::sort(own_.starts.begin(), own_.starts.end(),
                  [](const OperationStart& a, const OperationStart& b) { return a.event < b.event; });
        std::sort(own_.waits.begin(), own_.waits.end());
        result_.push_back(std::move(own_));
    }

    void receive(std::uint32_t event) {
        WaitTime wait{};
        const bool waited =
            finder_.ends_wait(rank_->rank, event, wait) && wait.cause.kind == WaitCause::Kind::Message;
        const std::uint32_t message = index_.of_receive(rank_->rank, event);
        const std::uint32_t ending = waited ? wait.cause.message : no_event;
        if (waited && is_awaited(wait)) {
            own_.waits.push_back(event);
            needs_message(event, ending, unknown_ns);
        } else if (ending != no_event) {
            needs_message(event, ending, usual_transit(ending));
        }
        if (message != no_event && message != ending) needs_message(event, message, usual_transit(message));
    }

    std::int64_t usual_transit(std::uint32_t message) const {
        const Message& came = messages_.matched[message];
        return transit_.of(came.bytes).value_or(came.transit_ns());
    }

    /// The event comes after the message has arrived, which takes at most so long once it was sent; if its
    /// sender met the receiver first, once the receiver was there, too. If no rank waited for such a message,
    /// it may have arrived at once.
    void needs_message(std::uint32_t event, std::uint32_t message, std::int64_t most_ns) {
        const Message& came = messages_.matched[message];
        needs_link(event, came, most_ns);
        const std::int64_t time_ns = rank_->events[event].time_ns;
        const bool is_sure = most_ns == unknown_ns || transit_.is_known(came.bytes);
        if (!is_sure) own_.needs.push_back({event, came.sender, came.send_event, 0});
        if (!met_receiver_[message]) {
            own_.needs.push_back({event, came.sender, came.send_event,
                                  std::min(most_ns, time_ns - came.sent_ns), is_sure, message});
            return;
        }
        const std::int64_t begin_ns =
            halves_->begin_ns(rank_->events[event].site, receive_time(rank_->events, event).begin_ns);
        const std::int64_t after_ns = std::min(most_ns, time_ns - std::max(came.sent_ns, begin_ns));
        own_.needs.push_back({event, came.sender, came.send_event, after_ns, is_sure, message});
        needs_since(event, {rank_->rank, begin_ns, event}, after_ns, is_sure, message);
    }

    /// A large message may come only after the one before from the same sender, on the same links.
    void needs_link(std::uint32_t event, const Message& came, std::int64_t most_ns) {
        if (came.bytes < large_message) return;
        const std::int64_t time_ns = rank_->events[event].time_ns;
        const auto [before, is_first] = last_from_.try_emplace(came.sender, event);
        if (!is_first && before->second < event) {
            const std::int64_t before_ns = rank_->events[before->second].time_ns;
            needs_since(event, {rank_->rank, before_ns, event},
                        std::min({most_ns, time_ns - came.sent_ns, time_ns - before_ns}), false);
        }
        before->second = event;
    }

    /// A probe waits for a message, and a sender for its receiver.
    void resume(std::uint32_t event) {
        WaitTime wait{};
        if (!finder_.ends_wait(rank_->rank, event, wait)) return;
        const WaitCause& cause = wait.cause;
        if (cause.kind == WaitCause::Kind::Message) {
            own_.waits.push_back(event);
            needs_message(event, cause.message, unknown_ns);
        }
        if (cause.kind != WaitCause::Kind::Receiver || cause.acted_ns <= wait.begin_ns) return;
        const Message& sent = messages_.matched[cause.message];
        own_.waits.push_back(event);
        own_.needs.push_back({event, rank_->rank, sent.send_event, wait.end_ns - cause.acted_ns});
        needs_since(event, {sent.receiver, cause.acted_ns, sent.receive_event}, wait.end_ns - cause.acted_ns);
    }

    void take_part(std::uint32_t event) {
        const CollectivePart* const part = collectives_.part_of(rank_->rank, event);
        if (part == nullptr) return;
        const CollectiveOperation& operation = collectives_.operations[part->operation];
        handle(event, *part);
        if (const std::uint32_t began = event_at(*rank_, part->started_ns, event); began != no_event)
            own_.starts.push_back({began, part->operation, part->started_ns - rank_->events[began].time_ns});
        if (needs_all(trace_, collectives_, *part)) {
            const std::int64_t after_ns =
                in_operation_ns(event, *part, {operation.last_rank, operation.last_begin_ns});
            if (is_of_root(*part)) needs_last(event, *part, after_ns);
            own_.needs.push_back({event, no_partner, part->operation, after_ns, !is_of_root(*part)});
            needs_first(event, *part, after_ns);
            needs_call(event, *part, operation.last_begin_ns);
        } else if (const Needed needed = needed_by(trace_, collectives_, *part); needed.rank != no_partner) {
            needs_one(event, *part, needed);
            needs_call(event, *part, needed.begin_ns);
        } else {
            needs_call(event, *part, part->started_ns);
        }
    }

    /// The shortest call that ends an operation which its rank started before.
    struct ShortestEnd {
        std::int64_t ns = unknown_ns;
        bool is_handling = false; ///< the operation was long over when the call began
    };
    using ShortestEnds = std::map<std::pair<std::uint32_t, std::int64_t>, ShortestEnd>; ///< by site and bytes

    static std::pair<std::uint32_t, std::int64_t> kind_of(const Trace& trace, const CollectivePart& part) {
        const Event& event = trace.ranks[static_cast<std::size_t>(part.rank)].events[part.event];
        return {event.site, event.bytes};
    }

    static ShortestEnds shortest_ends(const Trace& trace, const Collectives& collectives) {
        ShortestEnds shortest;
        for (const CollectivePart& part : collectives.parts) {
            if (part.started_ns >= part.begin_ns) continue;
            const auto rank = static_cast<std::size_t>(part.rank);
            const std::int64_t ns = trace.ranks[rank].events[part.event].time_ns - part.begin_ns;
            ShortestEnd& known = shortest[kind_of(trace, part)];
            if (ns >= known.ns) continue;
            const std::int64_t since_ns = collectives.operations[part.operation].last_begin_ns;
            known = {ns, part.begin_ns - since_ns >= ns};
        }
        return shortest;
    }

    /// A rank that has started an operation before handles its data in the call that ends it, also if all
    /// have come: at least as long as the shortest such call. If that one may have waited, too, this is not
    /// sure.
    void handle(std::uint32_t event, const CollectivePart& part) {
        if (part.started_ns >= part.begin_ns) return;
        const ShortestEnd& shortest = shortest_end_.at(kind_of(trace_, part));
        needs_since(event, {part.rank, part.begin_ns, event}, shortest.ns, shortest.is_handling);
    }

    bool is_of_root(const CollectivePart& part) const {
        return part.rank == collectives_.operations[part.operation].root;
    }

    /// The root of a reduction or gather comes so long after the rank that started last. What others sent may
    /// have come before that, so it is not sure that the root needs as long after each of them.
    void needs_last(std::uint32_t event, const CollectivePart& part, std::int64_t after_ns) {
        const CollectiveOperation& operation = collectives_.operations[part.operation];
        const CollectivePart* const last = collectives_.part_of_rank(part.operation, operation.last_rank);
        needs_since(event, {last->rank, last->started_ns, last->event}, after_ns);
        own_.needs.push_back({event, no_partner, part.operation, 0});
    }

    /// The event comes after one other rank has started its part. With much data, the root of a broadcast or
    /// scatter may need until then.
    void needs_one(std::uint32_t event, const CollectivePart& part, const Needed& needed) {
        const CollectiveOperation& operation = collectives_.operations[part.operation];
        const CollectivePart* const other = collectives_.part_of_rank(part.operation, needed.rank);
        if (other == nullptr) return;
        const Moment start{needed.rank, needed.begin_ns, other->event};
        const std::int64_t after_ns = in_operation_ns(event, part, needed);
        needs_since(event, start, after_ns);
        if (!needed.is_source) needs_first(event, part, after_ns);
        if (needed.is_source && first_[part.operation].bytes >= much_data)
            needs_since(event, start, rank_->events[event].time_ns - needed.begin_ns, false);
        if (!needed.is_source &&
            (broadcasts(trace_, collectives_, operation) || scatters(trace_, collectives_, operation)))
            needs_root(event, part, after_ns);
    }

    /// A rank that passes the data on has them from the root.
    void needs_root(std::uint32_t event, const CollectivePart& part, std::int64_t after_ns) {
        const CollectiveOperation& operation = collectives_.operations[part.operation];
        const CollectivePart* const root = collectives_.part_of_rank(part.operation, operation.root);
        if (root != nullptr && root->rank != part.rank)
            needs_since(event, {root->rank, root->started_ns, root->event}, after_ns);
    }

    /// How long the operation takes after the rank that is needed has started. If it was complete when this
    /// rank began to wait, that is the shortest time of any rank; else this rank waits in its call.
    std::int64_t in_operation_ns(std::uint32_t event, const CollectivePart& part, const Needed& last) {
        const std::int64_t end_ns = rank_->events[event].time_ns;
        const bool may_be_complete =
            last.begin_ns < part.begin_ns && (last.is_source || part.started_ns < part.begin_ns);
        if (may_be_complete &&
            (!is_awaited({part.begin_ns, end_ns, no_site, {{}, last.rank, last.begin_ns}}) ||
             is_long_over(part, last)))
            return std::min(end_ns - last.begin_ns, shortest_ns(part.operation, last));
        for (std::uint32_t i = event; i > 0 && rank_->events[i - 1].time_ns >= part.begin_ns; --i)
            own_.waits.push_back(i);
        return end_ns - last.begin_ns;
    }

    /// Whether an operation was over when this rank began to wait: what it then waits for is its own
    /// handling. That is so if most ranks were through, and all of them need the same. With few data, it is
    /// also so if any other rank was through in half of the time until then.
    bool is_long_over(const CollectivePart& part, const Needed& last) {
        const CollectiveOperation& operation = collectives_.operations[part.operation];
        if (operation.root < 0 && needs_all(trace_, collectives_, part) &&
            median_end_ns(operation) <= part.begin_ns)
            return true;
        if (first_[part.operation].bytes >= much_data) return false;
        const std::int64_t shortest = shortest_ns(part.operation, last);
        return shortest >= 0 && shortest <= (part.begin_ns - last.begin_ns) / 2;
    }

    /// When half of the ranks are through.
    std::int64_t median_end_ns(const CollectiveOperation& operation) {
        std::int64_t& median =
            median_end_ns_[static_cast<std::size_t>(&operation - collectives_.operations.data())];
        if (median != unknown_ns) return median;
        std::vector<std::int64_t> ends;
        for (std::uint32_t i = operation.first_part; i < operation.first_part + operation.parts; ++i) {
            const CollectivePart& part = collectives_.parts[i];
            ends.push_back(trace_.ranks[static_cast<std::size_t>(part.rank)].events[part.event].time_ns);
        }
        const auto middle = ends.begin() + static_cast<std::ptrdiff_t>(ends.size() / 2);
        std::nth_element(ends.begin(), middle, ends.end());
        return median = *middle;
    }

    /// The part that was started first, how many bytes a rank contributes at most, and how many the rank that
    /// came last.
    struct First {
        const CollectivePart* part = nullptr;
        std::int64_t bytes = 0, of_last = 0;
    };

    static std::vector<First> first_parts(const Trace& trace, const Collectives& collectives) {
        std::vector<First> result(collectives.operations.size());
        for (const CollectivePart& part : collectives.parts) {
            First& first = result[part.operation];
            const std::vector<Event>& events = trace.ranks[static_cast<std::size_t>(part.rank)].events;
            const std::int64_t bytes = events[part.event].bytes;
            first.bytes = std::max(first.bytes, bytes);
            if (part.rank == collectives.operations[part.operation].last_rank) first.of_last = bytes;
            if (first.part == nullptr || part.started_ns < first.part->started_ns) first.part = &part;
        }
        return result;
    }

    /// Before the last rank starts an operation with much data, the others can do a part of it. It takes at
    /// most as long as what is done afterwards, for each doubling of the number of ranks, and longer in
    /// proportion if another rank has more data than the last one; if ranks compute meanwhile, as long as it
    /// took from its first start.
    void needs_first(std::uint32_t event, const CollectivePart& part, std::int64_t after_ns) {
        const std::uint32_t operation = part.operation;
        const auto& [first, bytes, of_last] = first_[operation];
        if (bytes < much_data) return;
        const std::int64_t doublings = doublings_of(collectives_.operations[operation].parts);
        const std::int64_t whole_ns = rank_->events[event].time_ns - first->started_ns;
        const double parts = static_cast<double>(1 + doublings) * static_cast<double>(bytes) /
                             static_cast<double>(std::max<std::int64_t>(1, of_last));
        const double afterwards_ns =
            std::min(static_cast<double>(whole_ns), parts * static_cast<double>(after_ns));
        const bool is_overlapped = part.started_ns < part.begin_ns;
        needs_since(event, {first->rank, first->started_ns, first->event},
                    is_overlapped ? whole_ns : static_cast<std::int64_t>(afterwards_ns), false);
    }

    /// Much data may come only once the rank has called, also if it calls later than what it needs, which
    /// began at `since_ns`: they may take as long as they took in the run from then on.
    void needs_call(std::uint32_t event, const CollectivePart& part, std::int64_t since_ns) {
        if (first_[part.operation].bytes < much_data) return;
        const std::int64_t begin_ns = std::max(since_ns, part.started_ns);
        needs_since(event, {part.rank, part.started_ns, event}, rank_->events[event].time_ns - begin_ns,
                    false);
    }

    std::int64_t shortest_ns(std::uint32_t index, const Needed& last) {
        std::int64_t& shortest = shortest_ns_[index];
        if (shortest != unknown_ns) return shortest;
        const CollectiveOperation& operation = collectives_.operations[index];
        for (std::uint32_t i = operation.first_part; i < operation.first_part + operation.parts; ++i) {
            const CollectivePart& part = collectives_.parts[i];
            if (last.is_source && part.rank == last.rank) continue;
            const RankTrace& rank = trace_.ranks[static_cast<std::size_t>(part.rank)];
            // Data from a source may have come before the rank was there to take them.
            const std::int64_t since_ns =
                last.is_source ? std::max(last.begin_ns, part.begin_ns) : last.begin_ns;
            shortest = std::min(shortest, rank.events[part.event].time_ns - since_ns);
        }
        return shortest;
    }

    /// What another rank does at a time, before its event `until`.
    struct Moment {
        std::int32_t rank;
        std::int64_t time_ns;
        std::uint32_t until;
    };

    /// The event comes so long after that moment at the earliest.
    void needs_since(std::uint32_t event, const Moment& moment, std::int64_t after_ns, bool is_sure = true,
                     std::uint32_t message = no_event) {
        const RankTrace& rank = trace_.ranks[static_cast<std::size_t>(moment.rank)];
        const std::uint32_t began = event_at(rank, moment.time_ns, moment.until);
        if (began == no_event) return;
        own_.needs.push_back({event, moment.rank, began,
                              after_ns + moment.time_ns - rank.events[began].time_ns, is_sure, message});
    }

    /// The last event before `until` that is not after this time; no_event: none.
    static std::uint32_t event_at(const RankTrace& rank, std::int64_t time_ns, std::uint32_t until) {
        const auto end = rank.events.begin() + until;
        const auto after =
            std::upper_bound(rank.events.begin(), end, time_ns,
                             [](std::int64_t time, const Event& one) { return time < one.time_ns; });
        return after == rank.events.begin() ? no_event
                                            : static_cast<std::uint32_t>(after - rank.events.begin() - 1);
    }

    const Trace& trace_;
    const Messages& messages_;
    const Collectives& collectives_;
    MessageIndex index_;
    WaitFinder finder_;
    UsualTransit transit_;
    std::vector<bool> met_receiver_; ///< by message: whether the sender waited until the receiver was there
    std::vector<First> first_;       ///< by operation
    ShortestEnds shortest_end_;
    const RankTrace* rank_ = nullptr;
    const FirstHalves* halves_ = nullptr;
    RankDependencies own_; ///< of `rank_`
    std::map<std::int32_t, std::uint32_t>
        last_from_; ///< by sender: the last event that needs a large message
    std::vector<std::int64_t> shortest_ns_, median_end_ns_; ///< by operation, on demand
    std::vector<RankDependencies> result_;
};

} // namespace

std::vector<RankDependencies> dependencies_of(const Trace& trace, const Messages& messages,
                                              const Collectives& collectives) {
    return DependencyFinder(trace, messages, collectives).run();
}

namespace {

/// The need of all ranks of an operation with much data, whose end also depends on its first start.
bool is_of_much_data(const std::vector<Dependency>& needs, std::size_t need) {
    return needs[need].rank == no_partner && need + 1 < needs.size() &&
           needs[need + 1].event == needs[need].event && !needs[need + 1].is_sure;
}

} // namespace

std::vector<RankDependencies> with_shortest_operations(std::vector<RankDependencies> dependencies) {
    std::map<std::uint32_t, std::int64_t> shortest; // by operation
    const auto each = [&](auto act) {
        for (RankDependencies& rank : dependencies)
            for (std::size_t need = 0; need < rank.needs.size(); ++need)
                if (is_of_much_data(rank.needs, need)) act(rank.needs[need]);
    };
    each([&](const Dependency& need) {
        const auto [known, is_new] = shortest.emplace(need.on, need.after_ns);
        if (!is_new) known->second = std::min(known->second, need.after_ns);
    });
    each([&](Dependency& need) { need.after_ns = shortest.at(need.on); });
    return dependencies;
}

} // namespace loop::report
