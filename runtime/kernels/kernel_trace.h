#pragma once

#include "comm/waiting/traced.h"
#include "trace/records.h"
#include "trace/sites.h"

#include <loop/rank_status.h>
#include <loop/site.h>

#include <mpi.h>

#include <cstddef>
#include <optional>
#include <string>

namespace loop::runtime {

// Iterations to record in a part of a kernel: the first `in_place` of the iterations that the kernel
// measures, or `extra` iterations after them, which the kernel makes only for the trace. One of them is 0.
struct Sample {
    long long in_place = 0;
    long long extra = 0;

    bool is_empty() const { return in_place == 0 && extra == 0; }
};

// What the trace contains of a kernel. A kernel measures more messages than a trace can hold, and to record
// them would slow down what it measures. So while a KernelTrace exists, recording is suspended, except in
// *parts*: blocks of iterations that all ranks record, so that every recorded message has both its sides.
//
// - A kernel repeats what it measures. If it makes `min_repeated` iterations or more, it makes some more
// after
//   them for the trace: one percent, outside of what the kernel measures.
// - If it makes fewer, they are long, and the first ones are recorded.
//
// All kernels of a program together use at most half of the trace buffer. The choice depends on numbers that
// all ranks know, so they agree without messages.
class KernelTrace {
public:
    // Collective. `parts`: how often the kernel will call choose().
    KernelTrace(Construct kernel, const Site& site, long long parts);
    KernelTrace(const KernelTrace&) = delete;
    KernelTrace& operator=(const KernelTrace&) = delete;

    // Chooses iterations of a part. `iterations`: how many the kernel measures; `records`: the max number of
    // records per iteration on any rank; `most`: the max number of iterations that are worth recording. To be
    // called with the same arguments by all ranks that take part.
    Sample choose(long long iterations, long long records, long long most);

    // The part's site in the trace. Allocates memory at the first call with this name, so do not call it
    // during a measurement.
    trace::SiteIndex communicating(const std::string& name) const;
    trace::SiteIndex computing(const std::string& name) const;

private:
    trace::SiteIndex part(trace::SiteKind kind, const std::string& name) const;

    Construct kernel_;
    const Site& site_;
    long long parts_;
    long long chosen_ = 0; // parts so far
    long long share_;      // of the buffer, in records
    long long used_ = 0;
    trace::TraceSuspender suspended_;
};

// Records a part while it exists. Parts nest: the states of the rank are those of the innermost one.
class RecordedPart {
public:
    explicit RecordedPart(trace::SiteIndex part) : part_(part) {
        if (trace::on()) trace::enter(part_);
    }
    ~RecordedPart() {
        if (trace::on()) trace::leave(part_);
    }
    RecordedPart(const RecordedPart&) = delete;
    RecordedPart& operator=(const RecordedPart&) = delete;

private:
    trace::TraceResumer resumed_;
    trace::SiteIndex part_;
};

// Calls `iteration` `count` times, and records the first `recorded` of them as a part.
template <class Iteration>
void iterate(trace::SiteIndex part, long long recorded, long long count, Iteration iteration) {
    long long done = 0;
    if (recorded > 0) {
        const RecordedPart recording(part);
        for (; done < recorded && done < count; ++done)
            iteration();
    }
    for (; done < count; ++done)
        iteration();
}

// A kernel's message in the trace. `partner` is a rank of MPI_COMM_WORLD.
inline trace::Message kernel_message(int partner, int tag, std::size_t bytes) {
    return {partner, tag, bytes, trace::kernels_channel};
}

// To be called just before the message is sent. `at_once`: right after the previous event.
inline void record_send(int to, int tag, std::size_t bytes, bool at_once = false) {
    if (trace::on())
        trace::put_message(at_once ? trace::again() : trace::now(), trace::Kind::Send,
                           kernel_message(to, tag, bytes));
}

// As receive(); records the message, and the time that the rank waits for it.
inline void receive_recorded(void* data, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
                             std::size_t bytes) {
    if (!trace::on()) return receive(data, count, type, source, tag, comm);
    trace::Waiting waiting;
    receive_traced(data, count, type, source, tag, comm, waiting);
    waiting.received(kernel_message(source, tag, bytes));
}

} // namespace loop::runtime
