#include "report/bsp/predicted_time.h"

#include "report/bsp/request_time.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace loop::report::bsp {

namespace {

constexpr double mostly_one_way = 0.75; ///< a rank sends a half of what it receives, or less, or the reverse

void add_range(PredictedTime& time, const Interval& of_one, double count) {
    if (!time.range) return;
    time.range->first += count * of_one.first;
    time.range->second += count * of_one.second;
}

/// The least that these supersteps may be: while a rank receives, others may already send what belongs to the
/// next superstep, so that only the mean of what a rank sends and receives takes its time.
EqualSteps least_of(const EqualSteps& steps) {
    EqualSteps least = steps;
    least.words *= steps.both_ways;
    for (const auto number :
         {&StepRequests::puts, &StepRequests::rows, &StepRequests::gets, &StepRequests::messages})
        least.requests.*number *= steps.both_ways;
    return least;
}

void add_request_steps(PredictedTime& time, const RequestTime& of_one, const RequestTime& of_least,
                       const EqualSteps& steps) {
    time.words += steps.count * of_one.words;
    time.requests += steps.count * of_one.requests;
    time.supersteps += steps.count * of_one.l;
    add_range(time, {std::min(of_one.range.first, of_least.range.first), of_one.range.second}, steps.count);
    if (!of_one.measured) time.beyond_requests.add(steps);
}

void add_word_steps(PredictedTime& time, const StepTimes& times, const EqualSteps& steps) {
    const Line& line = times.typical.of(steps.words);
    time.words += steps.count * steps.words * line.g;
    time.supersteps += steps.count * line.l;
    const Interval range = times.range(steps.words);
    add_range(time, {std::min(range.first, times.range(least_of(steps).words).first), range.second},
              steps.count);
    if (steps.words > times.h1) time.beyond_words.add(steps);
    if (steps.requests.rows > 0) time.rows += steps.count;
}

/// Without points, as of a machine that was interpolated or published.
void add_steps(PredictedTime& time, const Costs& costs, const EqualSteps& steps) {
    time.words += predict(costs, 0, steps.count * steps.words, 0);
    time.supersteps += predict(costs, 0, 0, steps.count);
    if (steps.requests.rows > 0) time.rows += steps.count;
}

std::string beyond_words_text(const Machine& machine, const Demand& demand, const Beyond& beyond) {
    return fmt::format("{} of {} supersteps have more words (up to {}) than the longest relation that was "
                       "measured ({}): their times are extrapolated. Measure longer ones (--set h1={:.0f})",
                       number(beyond.steps), number(demand.supersteps), number(beyond.words),
                       number(machine.step_times->h1), std::ceil(beyond.words));
}

std::string beyond_requests_text(const Demand& demand, const Beyond& beyond) {
    return fmt::format(
        "{} of {} supersteps have more requests (up to {}) or words (up to {}) than were "
        "measured of their operations: their times are extrapolated. A larger h1 measures more "
        "(--set h1), up to 16384 of both",
        number(beyond.steps), number(demand.supersteps), number(beyond.requests), number(beyond.words));
}

void add_irregular(Irregular& irregular, const EqualSteps& steps, int ranks) {
    const double measured = steps.requests.listed_operations() * std::max(1, ranks - 1);
    if (steps.requests.lists <= measured) return;
    irregular.steps += steps.count;
    irregular.lists = std::max(irregular.lists, steps.requests.lists);
}

std::string irregular_text(const Demand& demand, const Irregular& irregular) {
    return fmt::format("{} of {} supersteps have requests that change their size or area (up to {} lists of "
                       "equal ones): they take longer than those that were measured, which do not",
                       number(irregular.steps), number(demand.supersteps), number(irregular.lists));
}

std::string one_way_text(const Demand& demand, double steps) {
    return fmt::format(
        "{} of {} supersteps have ranks that mostly send, or mostly receive: a rank may begin the "
        "next superstep while another one still receives. So the range begins at the time for the "
        "mean of what a rank sends and receives",
        number(steps), number(demand.supersteps));
}

std::string rows_text(const Demand& demand, double rows) {
    return fmt::format("{} of {} supersteps put rows (bsp_put_row), whose cost was not measured: they are "
                       "predicted as single words",
                       number(rows), number(demand.supersteps));
}

} // namespace

void Beyond::add(const EqualSteps& more) {
    steps += more.count;
    requests = std::max(requests, more.requests.all());
    words = std::max(words, more.words);
}

PredictedTime predicted_time(const Machine& machine, const Rate& rate, const Demand& demand) {
    const Costs costs{rate.mflops, machine.g_us(), machine.l_us()};
    PredictedTime time;
    time.work = predict(costs, demand.work, 0, 0);
    const std::vector<EqualSteps> steps = demand.all_steps();
    const bool by_steps = machine.step_times || !machine.requests.empty();
    if (!by_steps || (steps.empty() && demand.words > 0)) {
        time.words = predict(costs, 0, demand.words, 0);
        time.supersteps = predict(costs, 0, 0, demand.supersteps);
        return time;
    }
    if (machine.step_times) {
        const Interval rates = rate.launches.value_or(Interval{rate.mflops, rate.mflops});
        time.range = {demand.work / rates.second, demand.work / rates.first};
    }
    for (const EqualSteps& one : steps) {
        add_irregular(time.irregular, one, machine.ranks);
        if (one.both_ways < mostly_one_way) time.one_way += one.count;
        if (const auto of_one = request_time(machine.requests, one))
            add_request_steps(time, *of_one, *request_time(machine.requests, least_of(one)), one);
        else if (machine.step_times)
            add_word_steps(time, *machine.step_times, one);
        else
            add_steps(time, costs, one);
    }
    return time;
}

std::vector<std::string> doubts(const Machine& machine, const Demand& demand, const PredictedTime& time) {
    std::vector<std::string> all;
    if (time.beyond_words.steps > 0) all.push_back(beyond_words_text(machine, demand, time.beyond_words));
    if (time.beyond_requests.steps > 0) all.push_back(beyond_requests_text(demand, time.beyond_requests));
    if (time.rows > 0) all.push_back(rows_text(demand, time.rows));
    if (time.one_way > 0 && time.range) all.push_back(one_way_text(demand, time.one_way));
    if (time.irregular.steps > 0) all.push_back(irregular_text(demand, time.irregular));
    return all;
}

} // namespace loop::report::bsp
