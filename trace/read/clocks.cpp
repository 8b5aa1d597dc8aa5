#include "trace/read/clocks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace loop::report {

namespace {

/// Two readings of one monotonic clock at the same instant differ by at most this.
constexpr std::int64_t same_clock_ns = 1'000'000;

using Headers = std::vector<std::optional<TraceFileHeader>>;

std::int64_t bounded(std::int64_t time_ns) {
    return std::clamp(time_ns, -longest_ns * 128, longest_ns * 128);
}

std::int64_t in_ns(std::int64_t ticks, double ns_per_tick) {
    const double ns = static_cast<double>(ticks) * ns_per_tick;
    return std::llrint(std::clamp(ns, -1e18, 1e18));
}

RankClock own_clock(const TraceFileHeader& header) {
    RankClock clock;
    clock.ns_per_tick = 1e9 / header.ticks_per_second;
    clock.base_ns = header.origin_ns;
    return clock;
}

/// What the calibration of a rank is good for: a killed rank could not make one at its end.
std::pair<bool, std::int64_t> calibrated_ticks(const TraceFileHeader& header) {
    return {header.ended != "killed", header.close_ticks - header.open_ticks};
}

/// Gives all ranks of one host the calibration of the rank with the longest session.
void share_calibration(const std::vector<int>& ranks, const Headers& headers,
                       std::vector<RankClock>& clocks) {
    const int longest = *std::max_element(ranks.begin(), ranks.end(), [&](int a, int b) {
        return calibrated_ticks(*headers[a]) < calibrated_ticks(*headers[b]);
    });
    const TraceFileHeader& reference = *headers[longest];
    if (reference.clock_source != "tsc") return;
    const double ns_per_tick = 1e9 / reference.ticks_per_second;
    for (const int rank : ranks) {
        const TraceFileHeader& header = *headers[rank];
        if (header.clock_source != "tsc") continue;
        const std::int64_t base =
            bounded(reference.origin_ns + in_ns(header.open_ticks - reference.open_ticks, ns_per_tick));
        if (std::abs(base - header.origin_ns) > same_clock_ns) continue; // a different tick counter
        clocks[rank].base_ns = base;
        clocks[rank].ns_per_tick = ns_per_tick;
    }
}

/// The clock samples of one host's ranks, by the host's time.
std::vector<ClockSample> samples_of_host(const std::vector<int>& ranks, const Headers& headers,
                                         const std::vector<RankClock>& clocks) {
    std::vector<ClockSample> samples;
    for (const int rank : ranks) {
        const TraceFileHeader& header = *headers[rank];
        for (const TraceFileHeader::Sample& sample : header.samples)
            samples.push_back({clocks[rank].host_time(sample.ticks - header.open_ticks), sample.offset_ns,
                               sample.bound_ns});
        if (!samples.empty()) break; // the ranks of a host have the same samples
    }
    std::sort(samples.begin(), samples.end(),
              [](const ClockSample& a, const ClockSample& b) { return a.time_ns < b.time_ns; });
    return samples;
}

using Hosts = std::map<std::string, std::vector<int>>;

/// Returns "" for hosts that share one clock: those of simulated machines, where ranks compare no clocks.
std::string host_of(const TraceFileHeader& header) {
    return header.clock_source == "mpi_wtime" && header.samples.empty() ? "" : header.host;
}

/// The host whose time is the common time: rank 0's, or, if rank 0's trace is lost, one without samples.
std::optional<std::string> home_of(const Hosts& hosts, const Headers& headers) {
    if (!headers.empty() && headers[0]) return host_of(*headers[0]);
    for (const auto& [host, ranks] : hosts)
        if (std::all_of(ranks.begin(), ranks.end(), [&](int rank) { return headers[rank]->samples.empty(); }))
            return host;
    return std::nullopt;
}

std::int64_t first_begin(const std::vector<int>& ranks, const std::vector<RankClock>& clocks) {
    std::int64_t begin = clocks[ranks.front()].base_ns;
    for (const int rank : ranks)
        begin = std::min(begin, clocks[rank].base_ns);
    return begin;
}

constexpr std::size_t intervals_for_median = 3;

struct Interval {
    double length_ns, change_ns;
};

std::vector<Interval> intervals_between(const std::vector<ClockSample>& samples) {
    std::vector<Interval> intervals;
    for (std::size_t i = 1; i < samples.size(); ++i)
        intervals.push_back({static_cast<double>(samples[i].time_ns - samples[i - 1].time_ns),
                             static_cast<double>(samples[i].offset_ns - samples[i - 1].offset_ns)});
    return intervals;
}

double even_drift(const std::vector<Interval>& intervals) {
    if (intervals.size() < intervals_for_median) return 0;
    std::vector<double> rates;
    for (const Interval& interval : intervals)
        rates.push_back(interval.length_ns > 0 ? interval.change_ns / interval.length_ns : 0);
    const auto middle = rates.begin() + static_cast<std::ptrdiff_t>(rates.size() / 2);
    std::nth_element(rates.begin(), middle, rates.end());
    return *middle;
}

} // namespace

std::int64_t uneven_drift_ns(const std::vector<ClockSample>& samples) {
    const std::vector<Interval> intervals = intervals_between(samples);
    const double drift = even_drift(intervals);
    double worst = 0;
    for (const Interval& interval : intervals)
        worst = std::max(worst, std::abs(interval.change_ns - drift * interval.length_ns));
    return std::llrint(std::min(worst, 1e18));
}

std::int64_t RankClock::host_time(std::int64_t ticks_since_open) const {
    return bounded(base_ns + in_ns(ticks_since_open, ns_per_tick));
}

std::int64_t RankClock::common_time(std::int64_t host_time_ns) const {
    if (samples.empty()) return bounded(host_time_ns + shift_ns);
    const auto after =
        std::upper_bound(samples.begin(), samples.end(), host_time_ns,
                         [](std::int64_t time, const ClockSample& sample) { return time < sample.time_ns; });
    if (after == samples.begin()) return bounded(host_time_ns + after->offset_ns);
    const ClockSample& before = *(after - 1);
    if (after == samples.end()) return bounded(host_time_ns + before.offset_ns);
    const double part = static_cast<double>(host_time_ns - before.time_ns) /
                        static_cast<double>(after->time_ns - before.time_ns);
    const double change = static_cast<double>(after->offset_ns - before.offset_ns) * part;
    return bounded(host_time_ns + before.offset_ns + std::llrint(change));
}

Clocks join_clocks(const Headers& headers) {
    Clocks result;
    result.ranks.resize(headers.size());
    Hosts hosts;
    for (std::size_t rank = 0; rank < headers.size(); ++rank) {
        if (!headers[rank]) continue;
        result.ranks[rank] = own_clock(*headers[rank]);
        hosts[host_of(*headers[rank])].push_back(static_cast<int>(rank));
    }
    for (const auto& [host, ranks] : hosts)
        share_calibration(ranks, headers, result.ranks);

    const std::optional<std::string> home = home_of(hosts, headers);
    std::vector<std::string> lost;
    std::optional<std::int64_t> begin; // begin of the first rank whose time is known
    for (const auto& [host, ranks] : hosts) {
        const std::vector<ClockSample> samples = samples_of_host(ranks, headers, result.ranks);
        if (samples.empty() && host != home) lost.push_back(host);
        if (samples.empty() && host != home) continue;
        for (const int rank : ranks) {
            RankClock& clock = result.ranks[rank];
            if (host != home) clock.samples = samples;
            begin =
                std::min(begin.value_or(clock.common_time(clock.base_ns)), clock.common_time(clock.base_ns));
        }
    }
    for (const std::string& host : lost) {
        const std::int64_t shift = begin.value_or(0) - first_begin(hosts[host], result.ranks);
        for (const int rank : hosts[host]) {
            result.ranks[rank].shift_ns = shift;
            result.ranks[rank].is_compared = false;
        }
        result.problems.push_back(fmt::format(
            "the clock of host `{}` was not compared with the others': its first rank is shown to begin with "
            "theirs, and the times of messages between them mean nothing",
            host));
    }
    return result;
}

} // namespace loop::report
