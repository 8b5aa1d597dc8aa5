#include "base/text/strings.h"
#include "report/bsp/between.h"
#include "report/bsp/prediction.h"

#include <fmt/core.h>

#include <algorithm>

namespace loop::report::bsp {

namespace {

/// Measurements of one machine on several numbers of ranks. The sources of published machines say which paper
/// they are from; those of measured ones only say when.
bool is_same_machine(const Machine& a, const Machine& b) {
    return a.computer == b.computer && a.program == b.program && a.is_measured == b.is_measured &&
           (a.is_measured || a.source == b.source);
}

std::vector<Rate> rates_between(const Machine& below, const Machine& above, int ranks) {
    std::vector<Rate> all;
    for (const Rate& one : below.rates)
        for (const Rate& other : above.rates) {
            if (one.name != other.name) continue;
            Rate rate = one;
            rate.mflops = between(ranks, {below.ranks, one.mflops}, {above.ranks, other.mflops});
            rate.launches = std::nullopt;
            if (one.fits_bytes && other.fits_bytes)
                rate.fits_bytes = std::min(*one.fits_bytes, *other.fits_bytes);
            all.push_back(std::move(rate));
        }
    return all;
}

RequestLine line_between(const Machine& below, const RequestLine& one, const Machine& above,
                         const RequestLine& other, int ranks) {
    const auto along = [&](double RequestLine::*cost) {
        return between(ranks, {below.ranks, one.*cost}, {above.ranks, other.*cost});
    };
    RequestLine line{along(&RequestLine::l), along(&RequestLine::o), along(&RequestLine::g)};
    line.residual = std::max(one.residual, other.residual);
    line.most_requests = std::min(one.most_requests, other.most_requests);
    line.most_words = std::min(one.most_words, other.most_words);
    return line;
}

/// The costs of the operations that both have. Their points are not known, so there is no range.
std::vector<RequestCosts> requests_between(const Machine& below, const Machine& above, int ranks) {
    const auto longest = [](const RequestFit& fit) { return fit.longer.value_or(fit.line); };
    std::vector<RequestCosts> all;
    for (const RequestCosts& one : below.requests) {
        const RequestCosts* const other = costs_of(above.requests, one.operation);
        if (other == nullptr || !one.typical.line.is_cost()) continue;
        const RequestFit &low = one.typical, &high = other->typical;
        RequestFit fit{line_between(below, low.line, above, high.line, ranks), {}, {}};
        if (low.longer || high.longer)
            fit.longer = line_between(below, longest(low), above, longest(high), ranks);
        all.push_back({one.operation, fit, {}});
    }
    return all;
}

Machine machine_between(const Machine& below, const Machine& above, int ranks) {
    const std::string how = Pair{below.ranks, above.ranks}.text(ranks);
    const auto along = [&](double one, double other) {
        return between(ranks, {below.ranks, one}, {above.ranks, other});
    };
    Machine machine = below;
    machine.ranks = ranks;
    machine.r_mflops = along(below.r_mflops, above.r_mflops);
    machine.measured_g_us = along(below.g_us(), above.g_us());
    machine.measured_l_us = along(below.l_us(), above.l_us());
    machine.g_flop = *machine.measured_g_us * machine.r_mflops;
    machine.l_flop = *machine.measured_l_us * machine.r_mflops;
    machine.n_half = machine.printed_g_us = machine.printed_l_us = std::nullopt;
    machine.step_times = std::nullopt;
    machine.requests = requests_between(below, above, ranks);
    machine.rates = rates_between(below, above, ranks);
    machine.source = how + ": " + below.source + (above.source == below.source ? "" : ", " + above.source);
    machine.trust.add(above.trust, "");
    machine.trust.note(
        (machine.requests.empty() ? "r, g and l are " : "r, g, l and the costs of requests are ") + how);
    return machine;
}

/// The latest measurement on this number of ranks, of which there is one.
const Machine& latest(const std::vector<Machine>& group, int ranks) {
    const Machine* found = &group.front();
    for (const Machine& machine : group)
        if (machine.ranks == ranks && (found->ranks != ranks || machine.source > found->source))
            found = &machine;
    return *found;
}

void add_group(const std::vector<Machine>& group, int ranks, std::vector<Machine>& all) {
    const std::size_t before = all.size();
    std::vector<int> numbers;
    for (const Machine& machine : group) {
        numbers.push_back(machine.ranks);
        if (machine.ranks == ranks) all.push_back(machine);
    }
    if (all.size() > before) return;
    const auto pair = pair_near(numbers, ranks);
    if (!pair || (!group[0].is_measured && !pair->contains(ranks))) return;
    all.push_back(machine_between(latest(group, pair->below), latest(group, pair->above), ranks));
}

} // namespace

std::vector<Machine> machines_at(const std::vector<Machine>& machines, int ranks) {
    std::vector<std::vector<Machine>> groups;
    for (const Machine& machine : machines) {
        const auto same = [&](const std::vector<Machine>& group) {
            return is_same_machine(group[0], machine);
        };
        auto known = std::find_if(groups.begin(), groups.end(), same);
        if (known == groups.end()) known = groups.insert(known, std::vector<Machine>());
        known->push_back(machine);
    }
    std::vector<Machine> all;
    for (const std::vector<Machine>& group : groups)
        add_group(group, ranks, all);
    return all;
}

} // namespace loop::report::bsp
