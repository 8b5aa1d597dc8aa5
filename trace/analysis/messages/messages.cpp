#include "trace/analysis/messages/messages.h"

#include "trace/read/excluded_depth.h"
#include "trace/read/parallel.h"

#include <algorithm>
#include <numeric>

namespace loop::report {

namespace {

/// The rank and event of a send.
struct SendPlace {
    std::int32_t sender;
    std::uint32_t event;
    bool is_measured;
};

constexpr std::uint32_t none = 0xffffffff;

/// The sends to one receiver, in one queue per sender, communicator, and tag.
class SendQueues {
public:
    SendQueues(const Trace& trace, const SendPlace* sends, std::size_t count)
        : sends_(sends), next_(count, none), slots_(64, none) {
        for (std::uint32_t i = 0; i < count; ++i)
            append(event_of(trace, sends[i]), sends[i].sender, i);
    }

    /// Removes the oldest matching send and returns its index; `none` if there is none.
    std::uint32_t take(const Event& receive) {
        const std::uint32_t queue = slots_[slot(receive, receive.partner)];
        if (queue == none || queues_[queue].head == none) return none;
        const std::uint32_t send = queues_[queue].head;
        queues_[queue].head = next_[send];
        return send;
    }

    template <typename Function>
    void each_left(Function&& function) const {
        for (const Queue& queue : queues_)
            for (std::uint32_t send = queue.head; send != none; send = next_[send])
                function(sends_[send]);
    }

private:
    struct Queue {
        std::int32_t sender;
        std::int32_t tag;
        std::uint16_t communicator;
        std::uint32_t head;
        std::uint32_t tail;
    };

    static const Event& event_of(const Trace& trace, const SendPlace& place) {
        return trace.ranks[static_cast<std::size_t>(place.sender)].events[place.event];
    }

    static std::uint64_t hash(std::int32_t sender, std::int32_t tag, std::uint16_t communicator) {
        std::uint64_t key = static_cast<std::uint64_t>(static_cast<std::uint32_t>(sender)) << 32 |
                            static_cast<std::uint32_t>(tag);
        key = (key ^ static_cast<std::uint64_t>(communicator) << 48) * 0x9e3779b97f4a7c15U;
        return key ^ key >> 32;
    }

    /// Returns the slot of the queue for these messages, or the free slot where it belongs.
    std::size_t slot(const Event& event, std::int32_t sender) const {
        std::size_t at = hash(sender, event.tag, event.communicator) & (slots_.size() - 1);
        for (; slots_[at] != none; at = (at + 1) & (slots_.size() - 1)) {
            const Queue& queue = queues_[slots_[at]];
            if (queue.sender == sender && queue.tag == event.tag && queue.communicator == event.communicator)
                break;
        }
        return at;
    }

    void append(const Event& event, std::int32_t sender, std::uint32_t send) {
        const std::size_t at = slot(event, sender);
        if (slots_[at] == none) {
            slots_[at] = static_cast<std::uint32_t>(queues_.size());
            queues_.push_back({sender, event.tag, event.communicator, send, send});
            if (2 * queues_.size() > slots_.size()) grow();
            return;
        }
        Queue& queue = queues_[slots_[at]];
        next_[queue.tail] = send;
        queue.tail = send;
    }

    void grow() {
        slots_.assign(2 * slots_.size(), none);
        for (std::uint32_t i = 0; i < queues_.size(); ++i) {
            const Queue& queue = queues_[i];
            std::size_t at = hash(queue.sender, queue.tag, queue.communicator) & (slots_.size() - 1);
            while (slots_[at] != none)
                at = (at + 1) & (slots_.size() - 1);
            slots_[at] = i;
        }
    }

    const SendPlace* sends_;
    std::vector<std::uint32_t> next_; ///< by send: the next one in the same queue
    std::vector<std::uint32_t> slots_;
    std::vector<Queue> queues_;
};

/// Sends and receives to match, by receiver: those of rank r are from starts[r] to starts[r + 1].
class Matching {
public:
    explicit Matching(const Trace& trace)
        : trace_(trace), ranks_(trace.ranks.size()), send_starts_(ranks_ + 1), receive_starts_(ranks_ + 1) {}

    Messages run() {
        count();
        collect_sends();
        result_.matched.resize(receive_starts_.back());
        matched_.resize(ranks_);
        unreceived_.resize(ranks_);
        unsent_.resize(ranks_);
        parallel_for(ranks_, [this](std::size_t receiver) { match(receiver); });
        close_ranks();
        for (const Message& message : result_.matched)
            if (message.violated()) {
                ++result_.violated;
                result_.worst_violation_ns = std::max(result_.worst_violation_ns, -message.transit_ns());
            }
        return std::move(result_);
    }

private:
    bool is_send(const Event& event) const { return event.kind == EventKind::Send && in_range(event); }
    bool is_receive(const Event& event) const { return event.kind == EventKind::Receive && in_range(event); }
    bool in_range(const Event& event) const {
        return event.partner >= 0 && static_cast<std::size_t>(event.partner) < ranks_;
    }

    void count() {
        for (const RankTrace& rank : trace_.ranks)
            for (const Event& event : rank.events) {
                if (is_send(event)) ++send_starts_[static_cast<std::size_t>(event.partner) + 1];
                if (is_receive(event)) ++receive_starts_[static_cast<std::size_t>(rank.rank) + 1];
            }
        std::partial_sum(send_starts_.begin(), send_starts_.end(), send_starts_.begin());
        std::partial_sum(receive_starts_.begin(), receive_starts_.end(), receive_starts_.begin());
    }

    void collect_sends() {
        sends_.resize(send_starts_.back());
        std::vector<std::size_t> next(send_starts_.begin(), send_starts_.end() - 1);
        for (const RankTrace& rank : trace_.ranks) {
            ExcludedDepth excluded;
            for (std::size_t i = 0; i < rank.events.size(); ++i) {
                excluded.pass(rank.events[i]);
                if (is_send(rank.events[i]))
                    sends_[next[static_cast<std::size_t>(rank.events[i].partner)]++] = {
                        rank.rank, static_cast<std::uint32_t>(i), excluded.is_measured()};
            }
        }
    }

    void match(std::size_t receiver) {
        const SendPlace* const sends = sends_.data() + send_starts_[receiver];
        SendQueues queues(trace_, sends, send_starts_[receiver + 1] - send_starts_[receiver]);
        const std::vector<Event>& events = trace_.ranks[receiver].events;
        Message* out = result_.matched.data() + receive_starts_[receiver];
        ExcludedDepth excluded;
        for (std::size_t i = 0; i < events.size(); ++i) {
            excluded.pass(events[i]);
            if (!is_receive(events[i])) continue;
            const std::uint32_t send = queues.take(events[i]);
            const auto event = static_cast<std::uint32_t>(i);
            const auto self = static_cast<std::int32_t>(receiver);
            if (send == none) {
                unsent_[receiver].push_back(
                    {self, event, !complete(events[i].partner), excluded.is_measured()});
                continue;
            }
            const SendPlace& place = sends[send];
            const Event& sent = trace_.ranks[static_cast<std::size_t>(place.sender)].events[place.event];
            *out++ = {
                sent.time_ns, events[i].time_ns, sent.bytes, place.sender,
                self,         place.event,       event,      place.is_measured && excluded.is_measured()};
        }
        matched_[receiver] =
            static_cast<std::size_t>(out - result_.matched.data()) - receive_starts_[receiver];
        queues.each_left([&](const SendPlace& place) {
            unreceived_[receiver].push_back({place.sender, place.event,
                                             !complete(static_cast<std::int32_t>(receiver)),
                                             place.is_measured});
        });
    }

    bool complete(std::int32_t rank) const { return trace_.ranks[static_cast<std::size_t>(rank)].complete; }

    /// Closes the gaps between the receivers' messages.
    void close_ranks() {
        std::size_t end = 0;
        for (std::size_t rank = 0; rank < ranks_; ++rank) {
            const auto from = result_.matched.begin() + static_cast<std::ptrdiff_t>(receive_starts_[rank]);
            std::move(from, from + static_cast<std::ptrdiff_t>(matched_[rank]),
                      result_.matched.begin() + static_cast<std::ptrdiff_t>(end));
            end += matched_[rank];
            append(result_.unreceived, unreceived_[rank]);
            append(result_.unsent, unsent_[rank]);
        }
        result_.matched.resize(end);
        std::sort(result_.unreceived.begin(), result_.unreceived.end(),
                  [](const LoneMessage& a, const LoneMessage& b) {
                      return std::pair(a.rank, a.event) < std::pair(b.rank, b.event);
                  });
    }

    static void append(std::vector<LoneMessage>& all, const std::vector<LoneMessage>& more) {
        all.insert(all.end(), more.begin(), more.end());
    }

    const Trace& trace_;
    std::size_t ranks_;
    std::vector<std::size_t> send_starts_, receive_starts_, matched_;
    std::vector<SendPlace> sends_;
    std::vector<std::vector<LoneMessage>> unreceived_, unsent_;
    Messages result_;
};

} // namespace

Messages match_messages(const Trace& trace) {
    return Matching(trace).run();
}

std::vector<std::uint32_t> by_sending_time(const Messages& messages) {
    std::vector<std::uint32_t> order(messages.matched.size());
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
        return messages.matched[a].sent_ns < messages.matched[b].sent_ns;
    });
    return order;
}

} // namespace loop::report
