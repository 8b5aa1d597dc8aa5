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
    // Collective. `parts`: how often the kernel will call choose(). Construct it before the kernel's first
    // message: recording is suspended from here on.
    KernelTrace(Construct kernel, const Site& site, long long parts);
    KernelTrace(const KernelTrace&) = delete;
    KernelTrace& operator=(const KernelTrace&) = delete;

    // Chooses iterations of a part. `iterations`: how many the kernel measures; `records`: the max number of
    // records per iteration on any rank; `most`: the max number of iterations that are worth recording. To be
    // called with the same arguments by all ranks that take part.
    Sample choose(long long iterations, long long records, long long most);

    // For a kernel that cannot make more iterations than it measures: returns n if every n-th of them is to
    // be recorded, so that this takes one percent of the time at most; 0: none. `iteration_ns`: the min time
    // of an iteration. Otherwise as choose().
    long long every(long long iterations, long long records, double iteration_ns, long long most);

    // Whether this many more records fit into the kernel's share of the buffer; if so, reserves them.
    bool has_room(long long records);

    // The part's site in the trace. Allocates memory at the first call with this name, so do not call it
    // during a measurement.
    trace::SiteIndex communicating(const std::string& name) const;
    trace::SiteIndex computing(const std::string& name) const;

private:
    long long records_left() const;
    trace::SiteIndex part(trace::SiteKind kind, const std::string& name) const;

    Construct kernel_;
    const Site& site_;
    long long parts_;
    long long chosen_ = 0; // parts so far
    long long share_;      // of the buffer, in records
    long long used_ = 0;
    trace::TraceSuspender suspended_;
};

// Records a part while it exists, although the kernel has suspended recording.
class RecordedPart {
public:
    // `at_once`: right after the previous event.
    explicit RecordedPart(trace::SiteIndex part, bool at_once = false) : part_(part) {
        if (!trace::on()) return;
        const trace::Ticks begin = at_once ? trace::again() : trace::now();
        trace::put(begin, trace::Kind::Enter, static_cast<std::int32_t>(part_), 0, 0, 0);
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

// Within a RecordedPart: records a part, too. Does nothing if nothing is being recorded.
class NestedPart {
public:
    explicit NestedPart(trace::SiteIndex part) : part_(part) {
        if (trace::on()) trace::enter(part_);
    }
    ~NestedPart() {
        if (trace::on()) trace::leave(part_);
    }
    NestedPart(const NestedPart&) = delete;
    NestedPart& operator=(const NestedPart&) = delete;

private:
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
