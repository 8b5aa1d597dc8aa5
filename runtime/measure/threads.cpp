#include "measure/threads.h"

#include "comm/thread_messages.h"
#include "measure/operations.h"
#include "output/notes.h"
#include "session/clock.h"
#include "session/concat.h"
#include "session/failure.h"
#include "session/lasting.h"
#include "session/mpi_state.h"
#include "session/session.h"
#include "trace/records.h"
#include "trace/sites.h"

#include <loop/passes.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace loop {

namespace detail {

// What a thread did in the current call of a construct. Threads write at the same time, so each has its own
// cache line.
struct alignas(64) ThreadSpan {
    std::int64_t begin_ns, end_ns, communicating_ns;
    DeclaredWork work;
    runtime::trace::Ticks begin_ticks, end_ticks; // if the rank records a trace
    int cpu;                                      // on which it ended; -1: unknown
};

} // namespace detail

using namespace runtime;
using detail::ThreadsOf, detail::ThreadSpan;

namespace {

constexpr int most_threads = 4096;
constexpr ThreadSpan no_span{0, 0, 0, {}, 0, 0, -1};
constexpr std::uint32_t no_entry = UINT32_MAX; // what the threads do is not measured

Lasting<std::vector<ThreadsEntry>> entries;
Lasting<std::vector<ThreadCores>> thread_cores;
Lasting<std::vector<ThreadSpan>> current_spans; // of the construct that threads execute now

thread_local ThreadSpan* own_span = nullptr;

Construct construct_of(ThreadsOf what) {
    switch (what) {
    case ThreadsOf::Statement:
        return Construct::Threads;
    case ThreadsOf::Loop:
        return Construct::Loop;
    case ThreadsOf::Matprod:
        return Construct::Matprod;
    case ThreadsOf::Matvecprod:
        return Construct::Matvecprod;
    case ThreadsOf::Scalprod:
        return Construct::Scalprod;
    }
    return Construct::None;
}

// Products mark their time themselves.
bool is_traced(ThreadsOf what) {
    return trace::on() && (what == ThreadsOf::Statement || what == ThreadsOf::Loop);
}

std::uint32_t entry_index(Construct construct, const Site& site) {
    auto& all = entries();
    const auto found = std::find_if(all.begin(), all.end(), [&](const ThreadsEntry& entry) {
        return entry.site == site && entry.construct == construct;
    });
    if (found == all.end())
        return all.push_back({construct, site}), static_cast<std::uint32_t>(all.size() - 1);
    return static_cast<std::uint32_t>(found - all.begin());
}

// Makes room for `number` threads, whose cores are read when they first run.
void know_threads(std::size_t number) {
    if (thread_cores().size() < number) thread_cores().resize(number);
    current_spans().assign(number, no_span);
}

void note_cores(std::size_t number, const ThreadSpan& span) {
    if (span.cpu >= 0 && span.cpu < CPU_SETSIZE)
        CPU_SET(static_cast<std::size_t>(span.cpu), &thread_cores()[number].used);
}

void add_call(ThreadsEntry& entry, std::int64_t elapsed_ns) {
    const auto& spans = current_spans();
    if (entry.busy_ns.size() < spans.size()) {
        entry.busy_ns.resize(spans.size());
        entry.communicating_ns.resize(spans.size());
    }
    std::int64_t slowest = 0;
    for (std::size_t i = 0; i < spans.size(); ++i) {
        const std::int64_t busy = spans[i].end_ns - spans[i].begin_ns - spans[i].communicating_ns;
        slowest = std::max(slowest, busy);
        entry.busy_ns[i] += busy;
        entry.communicating_ns[i] += spans[i].communicating_ns;
        note_cores(i, spans[i]);
    }
    ++entry.calls;
    entry.total_ns += elapsed_ns;
    entry.slowest_ns += slowest;
}

// Records what a thread did, except in its later calls of communication if there were many.
void record_thread(trace::Ticks now, std::size_t thread, const ThreadSpan& span, const TracedCalls* calls) {
    using trace::ThreadState, trace::put_thread;
    put_thread(now, span.begin_ticks, thread, ThreadState::Busy);
    if (calls != nullptr)
        for (const auto& [begin, end] : calls->calls) {
            put_thread(now, begin, thread, ThreadState::Communicating);
            put_thread(now, end, thread, ThreadState::Busy);
        }
    if (calls != nullptr && !calls->are_all)
        put_thread(now, calls->calls.back().second, thread, ThreadState::NotRecorded);
    put_thread(now, span.end_ticks, thread, ThreadState::Ended);
}

// In place of what all threads did, if there is no room for it.
void record_missing(trace::Ticks now) {
    using trace::ThreadState, trace::put_thread;
    trace::Ticks begin = now, end = 0;
    for (const ThreadSpan& span : current_spans()) {
        begin = std::min(begin, span.begin_ticks);
        end = std::max(end, span.end_ticks);
    }
    put_thread(now, begin, 0, ThreadState::NotRecorded);
    put_thread(now, end, 0, ThreadState::Ended);
}

void record_messages(trace::Ticks now, std::size_t thread, const TracedCalls& calls) {
    static bool have_told = false;
    for (const TracedMessage& message : calls.messages)
        trace::put_thread_message(now, message.ticks, thread, message.partner, message.bytes,
                                  message.is_received);
    if (calls.leaves_out_messages && !have_told)
        add_note("threads sent and received more messages at once than the trace records; diagrams do not "
                 "show their later messages");
    have_told = have_told || calls.leaves_out_messages;
}

// The number of records for all threads.
std::size_t records_of_threads(bool have_communicated) {
    const std::size_t threads = current_spans().size();
    std::size_t number = 2 * threads;
    for (std::size_t thread = 0; have_communicated && thread < threads; ++thread)
        if (const TracedCalls* const calls = traced_calls_of_thread(thread))
            number += 2 * calls->calls.size() + calls->messages.size() + (calls->are_all ? 0 : 1);
    return number;
}

// Whether threads have filled their half of the trace's buffer. They stop at the first construct that does
// not fit.
bool is_full_of_threads(std::size_t needed) {
    static std::size_t recorded = 0;
    static bool is_full = false;
    const auto capacity = static_cast<std::size_t>(trace::buffer.end - trace::buffer.begin);
    if (!is_full && recorded + needed > capacity / 2) {
        add_note("threads have filled their half of the trace; diagrams do not show what they did later");
        is_full = true;
    }
    recorded += is_full ? 0 : needed;
    return is_full;
}

// Threads take at most half of the trace's buffer. What they did while nothing is measured is left out, but
// not their messages: receives are matched with sends in order.
void record_threads(bool have_communicated, bool are_measured) {
    const trace::Ticks now = trace::now();
    if (is_full_of_threads(records_of_threads(have_communicated))) {
        if (have_communicated && are_measured) record_missing(now);
        return;
    }
    for (std::size_t thread = 0; thread < current_spans().size(); ++thread) {
        const TracedCalls* const calls = have_communicated ? traced_calls_of_thread(thread) : nullptr;
        if (are_measured) record_thread(now, thread, current_spans()[thread], calls);
        if (calls != nullptr) record_messages(now, thread, *calls);
    }
}

// On a simulated machine, for what was charged.
void busy_for(ThreadSpan& span, double seconds) {
    span.begin_ns = 0;
    span.end_ns = std::llround(1e9 * seconds);
}

// The threads share what was charged. Returns what each of them takes.
double share_charge() {
    const double each = the_session.charged_in_threads / static_cast<double>(current_spans().size());
    for (ThreadSpan& span : current_spans())
        if (is_simulated) busy_for(span, each);
    return each;
}

} // namespace

const std::vector<ThreadsEntry>& runtime::all_threads() {
    return entries();
}

const std::vector<ThreadCores>& runtime::cores_of_threads() {
    return thread_cores();
}

int runtime::cpus_of_threads() {
    cpu_set_t all;
    CPU_ZERO(&all);
    for (const ThreadCores& cores : thread_cores())
        if (cores.known) CPU_OR(&all, &all, &cores.allowed);
    return CPU_COUNT(&all);
}

void runtime::count_work_of_thread(const detail::DeclaredWork& work) {
    own_span->work += work;
}

int detail::number_of_threads(long double number, ThreadsOf what, Site site) {
    if (number >= 1 && number <= most_threads) return static_cast<int>(number);
    char text[32];
    std::snprintf(text, sizeof text, "%.6Lg", number);
    fail(site, construct_of(what), "the number of threads is ", text, "; it must be from 1 to ",
         most_threads);
}

void Threads::begin(int number) {
    const Construct construct = construct_of(what_);
    if (the_session.stage != Stage::Open) fail_not_open(construct, site_);
    number_ = number;
    started_ = is_simulated ? 1 : number;
    know_threads(static_cast<std::size_t>(started_));
    prepare_thread_messages(started_);
    if (is_simulated) current_spans().resize(static_cast<std::size_t>(number), no_span);
    spans_ = current_spans().data();
    entry_ = is_measured() ? entry_index(construct, site_) : no_entry;
    if (is_traced(what_)) trace::enter(trace_site_ = trace::site_index(construct, site_));
    the_session.stage = Stage::Threads;
    the_session.charged_in_threads = 0;
    begin_ns_ = now_ns();
}

Threads::~Threads() {
    the_session.stage = Stage::Open;
    if (what_ != ThreadsOf::Statement) slowest_charge_ = share_charge();
    charge_seconds(slowest_charge_);
    const std::int64_t elapsed_ns = now_ns() - begin_ns_;
    if (is_traced(what_)) trace::leave(trace_site_);
    const bool have_communicated = count_thread_messages();
    if (have_communicated && trace::on())
        add_note(concat("threads communicate in line ", site_.line,
                        ": a rank is busy while one of its threads is, and in MPI while all of them "
                        "communicate; statistics of messages are without those of threads"));
    if (trace::on() && !is_simulated) record_threads(have_communicated, entry_ != no_entry);
    for (const ThreadSpan& span : current_spans())
        count_work(span.work);
    if (entry_ != no_entry) add_call(entries()[entry_], elapsed_ns);
}

Thread::Thread(Threads& threads, int number, int started) : threads_(threads), number_(number) {
    if (started != threads.started_ && number == 0)
        fail(threads.site_, construct_of(threads.what_), "OpenMP started ", started, " instead of ",
             threads.started_,
             " threads: see OMP_THREAD_LIMIT and OMP_DYNAMIC in the environment, and do not start threads "
             "inside a "
             "parallel region");
    ThreadCores& cores = thread_cores()[static_cast<std::size_t>(number)];
    if (!cores.known) {
        cores.known = true;
        CPU_ZERO(&cores.used);
        if (sched_getaffinity(0, sizeof cores.allowed, &cores.allowed) != 0) CPU_ZERO(&cores.allowed);
    }
    begin_thread_messages(threads.what_ == ThreadsOf::Statement ? number : -1);
    own_span = &threads.spans_[number];
    if (trace::on()) own_span->begin_ticks = trace::now();
    own_span->begin_ns = now_ns();
}

Thread::~Thread() {
    if (!is_simulated) own_span->end_ns = now_ns(); // else busy_for() says what the threads take
    if (trace::on()) own_span->end_ticks = trace::now();
    own_span->communicating_ns = end_thread_messages();
    own_span->cpu = is_simulated ? -1 : sched_getcpu();
}

ThreadsCommunicate::ThreadsCommunicate() {
    want_threads_to_communicate();
}

int Thread::next(int number) {
    if (!is_simulated) return -1;
    busy_for(threads_.spans_[number], the_session.charged_in_threads);
    threads_.slowest_charge_ = std::max(threads_.slowest_charge_, the_session.charged_in_threads);
    the_session.charged_in_threads = 0;
    return number + 1 < threads_.number_ ? number + 1 : -1;
}

} // namespace loop
