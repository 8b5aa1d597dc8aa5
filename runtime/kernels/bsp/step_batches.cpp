#include "kernels/bsp/step_batches.h"

#include "kernels/bsp/repetitions.h"
#include "kernels/over_ranks.h"
#include "session/clock.h"
#include "session/session.h"
#include "session/simulation.h"

#include <algorithm>

namespace loop::runtime::bsp {
namespace {

constexpr long long most_recorded_steps = 8; // of each kind

void add_times(StepTimes& times, const Quartiles& ns) {
    times.us.push_back(ns.median * 1e-3);
    times.lower_us.push_back(ns.lower * 1e-3);
    times.upper_us.push_back(ns.upper * 1e-3);
}

class StepBatches {
public:
    StepBatches(TimedSteps& steps, const Batches& batches, KernelTrace& recorded)
        : steps_(steps), batches_(batches), rounds_(is_simulated ? 1 : batches.count), ns_(steps.count()),
          supersteps_(steps.count(), 1), recorded_(recorded), samples_(steps.count()) {
        for (std::size_t k = 0; k < steps.count(); ++k)
            parts_.push_back(recorded.communicating(steps.part(k)));
    }

    MeasuredSteps measure() {
        MeasuredSteps found;
        const long long first = is_simulated ? 0 : -1; // batch -1 determines the number of repetitions
        for (long long batch = first; batch < rounds_ && found.measurable; ++batch) {
            for (std::size_t k = 0; k < ns_.size() && found.measurable; ++k) {
                steps_.prepare(k, mark(batch, k));
                found.measurable = batch < 0 ? settle(k) : measure_batch(k, batch);
                if (the_session.verify) found.arrived = found.arrived && steps_.arrived();
            }
        }
        for (std::size_t k = 0; k < ns_.size() && found.measurable; ++k)
            add_times(found.times, quartiles_of(ns_[k]));
        found.moved = moved_;
        return found;
    }

private:
    static int mark(long long batch, std::size_t k) {
        return static_cast<int>((batch + 1) * 37 + static_cast<long long>(k)) & 4095;
    }

    std::int64_t time_supersteps(std::size_t k, long long count, long long recorded = 0) {
        Traffic of_one;
        steps_.align();
        const std::int64_t begin = now_ns();
        iterate(parts_[k], recorded, count, [&] { of_one = steps_.superstep(); });
        const std::int64_t ns = now_ns() - begin - the_session.clock_cost_ns;
        moved_ += of_one.times(count);
        return ns;
    }

    // All ranks use the number of repetitions that follows from rank 0's times.
    bool settle(std::size_t k) {
        const auto time = [&](long long count) {
            return static_cast<std::int64_t>(of_rank_0(static_cast<double>(time_supersteps(k, count))));
        };
        supersteps_[k] = repetitions_for(time, wanted_ns(), batches_.step_ns, max_repetitions);
        return supersteps_[k] != 0;
    }

    bool measure_batch(std::size_t k, long long batch) {
        if (batch == 0)
            samples_[k] = recorded_.choose(supersteps_[k] * rounds_, steps_.records(k), most_recorded_steps);
        const long long in_place = batch == 0 ? samples_[k].in_place : 0;
        const std::int64_t ns = std::max<std::int64_t>(1, time_supersteps(k, supersteps_[k], in_place));
        std::vector<double>& all = ns_[k];
        all.push_back(static_cast<double>(ns) / static_cast<double>(supersteps_[k]));
        if (batch + 1 == rounds_ && samples_[k].extra > 0)
            time_supersteps(k, samples_[k].extra, samples_[k].extra);
        if (is_simulated) return true;
        const double least = *std::min_element(all.begin(), all.end());
        const long long next = next_repetitions(all.back(), least, wanted_ns(), batches_.step_ns);
        supersteps_[k] = static_cast<long long>(of_rank_0(static_cast<double>(next)));
        return true;
    }

    std::int64_t wanted_ns() const { return static_cast<std::int64_t>(batches_.seconds * 1e9); }

    TimedSteps& steps_;
    const Batches batches_;
    const long long rounds_;
    std::vector<std::vector<double>> ns_; // time per superstep, by kind and batch
    std::vector<long long> supersteps_;   // number of supersteps in the next batch, by kind
    KernelTrace& recorded_;
    std::vector<Sample> samples_;         // by kind
    std::vector<trace::SiteIndex> parts_; // by kind
    Traffic moved_;
};

} // namespace

MeasuredSteps measure_steps(TimedSteps& steps, const Batches& batches, KernelTrace& recorded) {
    return StepBatches(steps, batches, recorded).measure();
}

} // namespace loop::runtime::bsp
