#include "trace/analysis/states/with_threads.h"

#include <algorithm>

namespace loop::report {

namespace {

bool is_more_than_computing(const ThreadEvent& event) {
    return event.state == ThreadEvent::State::Communicating || event.state == ThreadEvent::State::NotRecorded;
}

/// How many of a rank's threads are in each state.
class RunningThreads {
public:
    void apply(const ThreadEvent& event) {
        const auto thread = static_cast<std::size_t>(event.thread);
        if (thread >= states_.size()) states_.resize(thread + 1, State::Excluded);
        --number(states_[thread]);
        ++number(states_[thread] = state_of(event.state));
    }

    /// What they do together; Busy also if none runs.
    State state() {
        if (number(State::Busy) > 0) return State::Busy;
        if (number(State::Unknown) > 0) return State::Unknown;
        return number(State::InMpi) > 0 ? State::InMpi : State::Busy;
    }

private:
    int& number(State state) { return numbers_[static_cast<std::size_t>(state)]; }

    std::vector<State> states_; ///< by thread
    std::array<int, state_count> numbers_{};
};

/// What the threads do together, in the order of time.
std::vector<StateChange> together(const RankTrace& rank) {
    std::vector<ThreadEvent> events = rank.threads;
    std::stable_sort(events.begin(), events.end(),
                     [](const ThreadEvent& a, const ThreadEvent& b) { return a.time_ns < b.time_ns; });
    std::vector<StateChange> changes;
    RunningThreads threads;
    for (const ThreadEvent& event : events) {
        threads.apply(event);
        const State state = threads.state();
        if (!changes.empty() && changes.back().time_ns == event.time_ns)
            changes.back().state = state;
        else if (changes.empty() || changes.back().state != state)
            changes.push_back({event.time_ns, state});
    }
    return changes;
}

State combined(State of_rank, State of_threads) {
    const bool is_measured = of_rank != State::Excluded && of_rank != State::Unknown;
    return is_measured && of_threads != State::Busy ? of_threads : of_rank;
}

/// Goes through the changes of both lists in the order of time.
class Merge {
public:
    Merge(const RankStates& states, const std::vector<StateChange>& threads)
        : states_(states), threads_(threads) {}

    RankStates run() {
        result_.end_ns = states_.end_ns;
        std::size_t next = 0;
        for (const StateChange& change : states_.changes) {
            while (next < threads_.size() && threads_[next].time_ns < change.time_ns)
                change_threads(threads_[next++]);
            of_rank_ = change.state;
            add(change.time_ns);
        }
        while (next < threads_.size() && threads_[next].time_ns < states_.end_ns)
            change_threads(threads_[next++]);
        return std::move(result_);
    }

private:
    void change_threads(const StateChange& change) {
        of_threads_ = change.state;
        if (!result_.changes.empty()) add(change.time_ns);
    }

    void add(std::int64_t time_ns) {
        std::vector<StateChange>& changes = result_.changes;
        const State state = combined(of_rank_, of_threads_);
        if (!changes.empty() && changes.back().time_ns == time_ns) changes.pop_back();
        if (changes.empty() || changes.back().state != state) changes.push_back({time_ns, state});
    }

    const RankStates& states_;
    const std::vector<StateChange>& threads_;
    State of_rank_ = State::Excluded, of_threads_ = State::Busy;
    RankStates result_;
};

} // namespace

State state_of(ThreadEvent::State state) {
    switch (state) {
    case ThreadEvent::State::Busy:
        return State::Busy;
    case ThreadEvent::State::Communicating:
        return State::InMpi;
    case ThreadEvent::State::NotRecorded:
        return State::Unknown;
    case ThreadEvent::State::Ended:
        break;
    }
    return State::Excluded;
}

RankStates with_threads(RankStates states, const RankTrace& rank) {
    if (std::none_of(rank.threads.begin(), rank.threads.end(), is_more_than_computing)) return states;
    return Merge(states, together(rank)).run();
}

} // namespace loop::report
