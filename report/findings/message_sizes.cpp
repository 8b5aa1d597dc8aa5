#include "report/findings/message_sizes.h"

#include <algorithm>
#include <map>

namespace loop::report {

namespace {

std::uint32_t receiving_site(const Trace& trace, const Message& message) {
    return trace.ranks[static_cast<std::size_t>(message.receiver)].events[message.receive_event].site;
}

/// By size: how many measured messages the site receives.
std::map<std::int64_t, std::int64_t> numbers_of(const Trace& trace, const Messages& messages,
                                                std::uint32_t site) {
    std::map<std::int64_t, std::int64_t> numbers;
    for (const Message& message : messages.matched)
        if (message.is_measured && receiving_site(trace, message) == site) ++numbers[message.bytes];
    return numbers;
}

/// By size: for how long messages that the site waits for connect two steps of the path. What lies between
/// the steps and is no transit was not measured.
std::map<std::int64_t, std::int64_t> times_in_transit(const Trace& trace, const Analysis& analysis,
                                                      std::uint32_t site) {
    std::map<std::int64_t, std::int64_t> times;
    const std::vector<PathStep>& steps = analysis.path.steps;
    for (std::size_t i = 1; i < steps.size(); ++i) {
        if (steps[i].message == no_event) continue;
        const Message& message = analysis.messages.matched[steps[i].message];
        if (steps[i].rank != message.receiver || receiving_site(trace, message) != site) continue;
        const std::int64_t between_ns = steps[i].begin_ns - steps[i - 1].end_ns;
        times[message.bytes] +=
            std::clamp<std::int64_t>(between_ns, 0, std::max<std::int64_t>(0, message.transit_ns()));
    }
    return times;
}

} // namespace

std::optional<SizeCost> costliest_size(const Trace& trace, const Analysis& analysis, std::uint32_t site) {
    const auto numbers = numbers_of(trace, analysis.messages, site);
    const auto times = times_in_transit(trace, analysis, site);
    if (numbers.size() < 2 || times.empty()) return std::nullopt;
    const auto most = std::max_element(times.begin(), times.end(),
                                       [](const auto& a, const auto& b) { return a.second < b.second; });
    if (3 * most->second < 2 * analysis.path.transit_by_site_ns[site]) return std::nullopt;
    const auto number = numbers.find(most->first);
    if (number == numbers.end()) return std::nullopt;
    SizeCost cost{most->first, most->second, number->second, 0};
    for (const auto& [bytes, count] : numbers)
        cost.all += count;
    return cost;
}

} // namespace loop::report
