#include "trace/analysis/messages/in_flight.h"

#include "trace/read/parallel.h"

#include <algorithm>

namespace loop::report {

namespace {

/// The send or the arrival of a message. Kept small, as every message has two. Its time is not the shown
/// time: all messages within a break would be in flight together.
class Movement {
public:
    Movement() = default;
    Movement(std::int64_t time_ns, std::int64_t bytes, bool arrives)
        : time_ns_(time_ns), bytes_and_arrival_(2 * bytes + (arrives ? 1 : 0)) {}

    std::int64_t time_ns() const { return time_ns_; }
    std::int64_t bytes() const { return bytes_and_arrival_ / 2; }
    bool arrives() const { return bytes_and_arrival_ % 2 != 0; }

    /// At equal times, sends come before arrivals: the messages count as in flight together.
    bool operator<(const Movement& other) const {
        return time_ns_ != other.time_ns_ ? time_ns_ < other.time_ns_ : arrives() < other.arrives();
    }

private:
    std::int64_t time_ns_ = 0;
    std::int64_t bytes_and_arrival_ = 0;
};

/// Sends and arrivals grouped by bin, so that each bin can be sorted separately.
class ByBin {
public:
    ByBin(const std::vector<Message>& messages, const TimeGrid& grid) : starts_(grid.bins + 1) {
        const auto bin_of = [&](std::int64_t time_ns) { return grid.bin_of(grid.breaks.shown(time_ns)); };
        for (const Message& message : messages)
            if (message.is_measured && !message.violated()) {
                ++starts_[bin_of(message.sent_ns) + 1];
                ++starts_[bin_of(message.received_ns) + 1];
            }
        for (std::size_t bin = 0; bin < grid.bins; ++bin)
            starts_[bin + 1] += starts_[bin];
        movements_.resize(starts_.back());
        std::vector<std::size_t> next(starts_.begin(), starts_.end() - 1);
        for (const Message& message : messages)
            if (message.is_measured && !message.violated()) {
                movements_[next[bin_of(message.sent_ns)]++] = {message.sent_ns, message.bytes, false};
                movements_[next[bin_of(message.received_ns)]++] = {message.received_ns, message.bytes, true};
            }
        parallel_for(grid.bins, [this](std::size_t bin) { std::sort(begin(bin), end(bin)); });
    }

    Movement* begin(std::size_t bin) { return movements_.data() + starts_[bin]; }
    Movement* end(std::size_t bin) { return movements_.data() + starts_[bin + 1]; }

private:
    std::vector<std::size_t> starts_;
    std::vector<Movement> movements_;
};

} // namespace

InFlight in_flight(const Messages& messages, const TimeGrid& grid) {
    InFlight result;
    result.highest.resize(grid.bins);
    result.average_messages.resize(grid.bins);
    result.average_bytes.resize(grid.bins);
    ByBin movements(messages.matched, grid);
    QueueLength now;
    const auto raise = [&](QueueLength& highest) {
        highest.messages = std::max(highest.messages, now.messages);
        highest.bytes = std::max(highest.bytes, now.bytes);
    };
    for (std::size_t bin = 0; bin < grid.bins; ++bin) {
        const TimeRange range = grid.bin(bin);
        std::int64_t since = range.begin_ns;
        double message_time = 0, byte_time = 0;
        const auto add_until = [&](std::int64_t time_ns) {
            const double time = static_cast<double>(std::max<std::int64_t>(0, time_ns - since));
            message_time += time * static_cast<double>(now.messages);
            byte_time += time * static_cast<double>(now.bytes);
            since = std::max(since, time_ns);
        };
        raise(result.highest[bin]);
        for (const Movement* movement = movements.begin(bin); movement != movements.end(bin); ++movement) {
            add_until(std::min(grid.breaks.shown(movement->time_ns()), range.end_ns));
            now.messages += movement->arrives() ? -1 : 1;
            now.bytes += movement->arrives() ? -movement->bytes() : movement->bytes();
            raise(result.highest[bin]);
        }
        add_until(range.end_ns);
        const auto length = static_cast<double>(range.length_ns());
        result.average_messages[bin] = length > 0 ? message_time / length : 0;
        result.average_bytes[bin] = length > 0 ? byte_time / length : 0;
        result.high_water.messages = std::max(result.high_water.messages, result.highest[bin].messages);
        result.high_water.bytes = std::max(result.high_water.bytes, result.highest[bin].bytes);
    }
    return result;
}

} // namespace loop::report
