#include "trace/analysis/waits/shared_links.h"

#include <algorithm>
#include <map>
#include <utility>

namespace loop::report {

namespace {

constexpr std::int64_t large = 1024; ///< bytes; smaller messages take the time of a start-up

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
            if (need.message == no_event || messages.matched[need.message].bytes < large) continue;
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

/// Whether messages of the usual size take longer where more bytes are on their way; true if they all have
/// about as many beside them.
bool take_longer_together(const std::vector<Flight>& flights, const std::vector<double>& beside) {
    constexpr double more = 1.5, longer = 1.1;
    const double size = usual_size(flights);
    std::vector<std::pair<double, std::int64_t>> known; // bytes on their way, and how long it took
    for (std::size_t i = 0; i < flights.size(); ++i)
        if (flights[i].bytes > 0 && flights[i].bytes == size)
            known.emplace_back(beside[i], flights[i].took_ns);
    if (known.empty()) return false;
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
    if (median(last, bytes) < more * median(0, bytes)) return true;
    return median(last, took) >= longer * median(0, took);
}

} // namespace

SharedLinks::SharedLinks(const Messages& messages, const std::vector<RankDependencies>& dependencies,
                         const EventTimes& before)
    : messages_(messages), dependencies_(dependencies) {
    const std::vector<Flight> flights = flights_of(messages, dependencies, before);
    before_ = bytes_beside(flights);
    may_matter_ = take_longer_together(flights, before_);
}

std::vector<RankDependencies> SharedLinks::at(const EventTimes& now,
                                              const std::vector<RankDependencies>& assumed) const {
    const std::vector<double> beside = bytes_beside(flights_of(messages_, assumed, now));
    std::vector<RankDependencies> result = dependencies_;
    for (RankDependencies& rank : result)
        for (Dependency& need : rank.needs) {
            if (need.message == no_event || before_[need.message] == 0) continue;
            const double longer = std::max(1.0, beside[need.message] / before_[need.message]);
            need.after_ns = static_cast<std::int64_t>(static_cast<double>(need.after_ns) * longer);
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
