#include "trace/analysis/waits/shared_links.h"

#include <algorithm>
#include <map>
#include <utility>

namespace loop::report {

namespace {

/// A large message on its way.
struct Flight {
    std::int64_t begin_ns, took_ns;
    double bytes;
    std::int64_t middle_ns() const { return begin_ns + took_ns / 2; }
};

/// By message; without bytes if it is small, or if nothing needs it.
std::vector<Flight> flights_of(const Messages& messages, const std::vector<RankDependencies>& dependencies,
                               const EventTimes& times) {
    std::vector<Flight> flights(messages.matched.size());
    for (const RankDependencies& rank : dependencies)
        for (const Dependency& need : rank.needs) {
            if (need.message == no_event || messages.matched[need.message].bytes < large_message) continue;
            Flight& flight = flights[need.message];
            const std::int64_t begin_ns = times[static_cast<std::size_t>(need.rank)][need.on];
            const bool is_first = flight.bytes == 0;
            flight = {is_first ? begin_ns : std::max(flight.begin_ns, begin_ns),
                      std::max(flight.took_ns, need.after_ns),
                      static_cast<double>(messages.matched[need.message].bytes)};
        }
    return flights;
}

/// The bytes that are on their way at a time.
class BytesInFlight {
public:
    explicit BytesInFlight(const std::vector<Flight>& flights) {
        for (const Flight& flight : flights) {
            if (flight.bytes == 0) continue;
            begun_.emplace_back(flight.begin_ns, flight.bytes);
            ended_.emplace_back(flight.begin_ns + flight.took_ns, flight.bytes);
        }
        for (auto* sums : {&begun_, &ended_})
            add_up(*sums);
    }

    double at(std::int64_t time_ns) const { return until(begun_, time_ns) - until(ended_, time_ns); }

private:
    using Sums = std::vector<std::pair<std::int64_t, double>>; ///< by time: all bytes until then

    static void add_up(Sums& sums) {
        std::sort(sums.begin(), sums.end());
        double sum = 0;
        for (auto& [time_ns, bytes] : sums)
            bytes = sum += bytes;
    }

    static double until(const Sums& sums, std::int64_t time_ns) {
        const auto after = std::partition_point(sums.begin(), sums.end(),
                                                [&](const auto& one) { return one.first <= time_ns; });
        return after == sums.begin() ? 0 : std::prev(after)->second;
    }

    Sums begun_, ended_;
};

/// By message: the bytes on their way in the middle of its flight; 0: it is small.
std::vector<double> bytes_beside(const std::vector<Flight>& flights) {
    const BytesInFlight all(flights);
    std::vector<double> result;
    for (const Flight& flight : flights)
        result.push_back(flight.bytes == 0 ? 0 : std::max(flight.bytes, all.at(flight.middle_ns())));
    return result;
}

double median_of(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

/// The size that most large messages have.
double usual_size(const std::vector<Flight>& flights) {
    std::map<double, std::size_t> count;
    for (const Flight& flight : flights)
        if (flight.bytes > 0) ++count[flight.bytes];
    const auto most = std::max_element(count.begin(), count.end(),
                                       [](const auto& a, const auto& b) { return a.second < b.second; });
    return most == count.end() ? 0 : most->first;
}

/// By message: whether a rank waited for its arrival, so that its time is known. For other messages, it is
/// assumed that they took as long.
std::vector<bool> awaited_messages(const Messages& messages,
                                   const std::vector<RankDependencies>& dependencies) {
    std::vector<bool> awaited(messages.matched.size());
    for (const RankDependencies& rank : dependencies)
        for (const Dependency& need : rank.needs)
            if (need.message != no_event &&
                std::binary_search(rank.waits.begin(), rank.waits.end(), need.event))
                awaited[need.message] = true;
    return awaited;
}

/// Whether some of these messages take clearly longer than others, whatever the reason.
bool differ(const std::vector<std::pair<double, std::int64_t>>& known) {
    constexpr double longer = 1.5;
    std::vector<std::int64_t> took;
    for (const auto& one : known)
        took.push_back(one.second);
    std::sort(took.begin(), took.end());
    const std::size_t tenth = took.size() / 10;
    return static_cast<double>(took[took.size() - 1 - tenth]) >= longer * static_cast<double>(took[tenth]);
}

/// So many bytes beside a message of the usual size do not make it take longer. 0 if that is not seen: if
/// messages all have about as many beside them, if it is known of few of them how long they took, or if some
/// take much longer than others.
double harmless_bytes(const std::vector<Flight>& flights, const std::vector<double>& beside,
                      const std::vector<bool>& is_known) {
    constexpr double more = 1.5, longer = 1.1;
    constexpr std::size_t few = 3; // parts of all
    const double size = usual_size(flights);
    if (size == 0) return 0;
    std::vector<std::pair<double, std::int64_t>> known; // bytes on their way, and how long it took
    std::size_t all = 0;
    for (std::size_t i = 0; i < flights.size(); ++i) {
        if (flights[i].bytes != size) continue;
        ++all;
        if (is_known[i]) known.emplace_back(beside[i], flights[i].took_ns);
    }
    if (known.empty() || few * known.size() < all || differ(known)) return 0;
    std::sort(known.begin(), known.end());
    const std::size_t third = (known.size() + 2) / 3;
    const auto median = [&](std::size_t first, auto part) {
        std::vector<double> values;
        for (std::size_t i = first; i < first + third; ++i)
            values.push_back(static_cast<double>(part(known[i])));
        return median_of(std::move(values));
    };
    const auto bytes = [](const auto& one) { return one.first; };
    const auto took = [](const auto& one) { return one.second; };
    const std::size_t last = known.size() - third;
    const bool is_seen = median(last, bytes) >= more * median(0, bytes);
    return is_seen && median(last, took) < longer * median(0, took) ? median(last, bytes) : 0;
}

} // namespace

SharedLinks::SharedLinks(const Messages& messages, const std::vector<RankDependencies>& dependencies,
                         const EventTimes& before)
    : messages_(messages), dependencies_(dependencies) {
    const std::vector<Flight> flights = flights_of(messages, dependencies, before);
    before_ = bytes_beside(flights);
    harmless_ = harmless_bytes(flights, before_, awaited_messages(messages, dependencies));
}

namespace {

/// The slowest message of a size, and the most bytes on their way beside one of that size.
struct Slowest {
    std::size_t all = 0, known = 0; ///< messages; those of which it is known how long they took
    std::int64_t ns = 0;
    double beside = 0;

    bool is_known() const {
        constexpr std::size_t few = 3; // parts of all
        return few * known >= all;
    }
    /// How long a message takes at most with so many bytes beside it: a quarter longer, as other ones may
    /// share its links, and in proportion if these are more bytes.
    std::int64_t at(double bytes_beside) const {
        constexpr double others = 1.25;
        return static_cast<std::int64_t>(others * static_cast<double>(ns) *
                                         std::max(1.0, bytes_beside / beside));
    }
};

std::map<std::int64_t, Slowest> slowest_by_size(const Messages& messages,
                                                const std::vector<RankDependencies>& dependencies,
                                                const std::vector<double>& beside) {
    std::map<std::int64_t, Slowest> by_size;
    const std::vector<bool> awaited = awaited_messages(messages, dependencies);
    for (const RankDependencies& rank : dependencies)
        for (const Dependency& need : rank.needs) {
            if (need.message == no_event || beside[need.message] == 0) continue;
            Slowest& slowest = by_size[messages.matched[need.message].bytes];
            ++slowest.all;
            slowest.beside = std::max(slowest.beside, beside[need.message]);
            if (!awaited[need.message]) continue;
            ++slowest.known;
            slowest.ns = std::max(slowest.ns, need.after_ns);
        }
    return by_size;
}

} // namespace

std::vector<RankDependencies> SharedLinks::at(const EventTimes& now,
                                              const std::vector<RankDependencies>& assumed) const {
    const auto slowest = slowest_by_size(messages_, dependencies_, before_);
    const std::vector<double> beside = bytes_beside(flights_of(messages_, assumed, now));
    std::vector<RankDependencies> result = dependencies_;
    for (RankDependencies& rank : result)
        for (Dependency& need : rank.needs) {
            if (need.message == no_event || before_[need.message] == 0) continue;
            const double longer =
                std::max(1.0, beside[need.message] / std::max(harmless_, before_[need.message]));
            const Slowest& most = slowest.at(messages_.matched[need.message].bytes);
            auto after_ns = static_cast<std::int64_t>(static_cast<double>(need.after_ns) * longer);
            if (most.is_known()) after_ns = std::min(after_ns, most.at(beside[need.message]));
            need.after_ns = std::max(need.after_ns, after_ns);
        }
    return result;
}

std::vector<RankDependencies> SharedLinks::unshared() const {
    std::map<std::int64_t, std::vector<std::int64_t>> took_by_size;
    const auto bytes_of = [&](const Dependency& need) { return messages_.matched[need.message].bytes; };
    const auto is_large = [](const Dependency& need, const std::vector<double>& before) {
        return need.message != no_event && before[need.message] > 0;
    };
    for (const RankDependencies& rank : dependencies_)
        for (const Dependency& need : rank.needs)
            if (is_large(need, before_)) took_by_size[bytes_of(need)].push_back(need.after_ns);
    for (auto& [bytes, took] : took_by_size)
        std::nth_element(took.begin(), took.begin() + static_cast<std::ptrdiff_t>(took.size() / 10),
                         took.end());
    std::vector<RankDependencies> result = dependencies_;
    for (RankDependencies& rank : result)
        for (Dependency& need : rank.needs)
            if (is_large(need, before_)) {
                const std::vector<std::int64_t>& took = took_by_size[bytes_of(need)];
                need.after_ns = std::min(need.after_ns, took[took.size() / 10]);
            }
    return result;
}

} // namespace loop::report
