#pragma once

#include "comm/sites.h"
#include "kernels/kernel_trace.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

// Times supersteps of several kinds.
namespace loop::runtime::bsp {

// The kinds of supersteps to time, by their index.
class TimedSteps {
public:
    virtual ~TimedSteps() = default;
    virtual std::size_t count() const = 0;
    // The name of a kind in the trace; several kinds may share one.
    virtual std::string part(std::size_t k) const = 0;
    // Local; not timed. Prepares supersteps of this kind. Data of another `mark` (0 to 4095) differ.
    virtual void prepare(std::size_t k, int mark) = 0;
    // Collective; not timed. Aligns the ranks.
    virtual void align() = 0;
    // Collective. Returns this rank's traffic, which is the same for each superstep of a kind.
    virtual Traffic superstep() = 0;
    // Local. Whether exactly what should arrive has arrived since prepare().
    virtual bool arrived() const = 0;
    // The number of records in the trace of one superstep.
    virtual long long records(std::size_t k) const = 0;
};

struct Batches {
    long long count;      // of each kind; a simulated machine makes one
    double seconds;       // min duration of a batch
    std::int64_t step_ns; // resolution of the clock
};

// Times in microseconds per superstep, by kind: the medians and quartiles of the batches.
struct StepTimes {
    std::vector<double> us, lower_us, upper_us;
};

struct MeasuredSteps {
    StepTimes times;        // empty if not measurable
    bool measurable = true; // false: the clock is too coarse
    bool arrived = true;    // on this rank; true if the session does not verify
    Traffic moved;          // by this rank, in all batches
};

// Collective. Each round makes one batch of all kinds, so that a temporary disturbance affects all of them a
// little, instead of some of them a lot.
MeasuredSteps measure_steps(TimedSteps& steps, const Batches& batches, KernelTrace& recorded);

} // namespace loop::runtime::bsp
