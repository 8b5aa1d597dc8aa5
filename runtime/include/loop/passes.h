#pragma once

#include <loop/measure.h>

#include <cstdint>
#include <type_traits>

namespace loop {

// The passes of a \LOOP with WARMUP or SECONDS, for `for (int i : passes(...))`: first those of the warm-up,
// which are not measured, and which ranks leave together, then those that count. The iterator is the number
// of the pass; in the warm-up, it begins again at 0 where no pass that counts has its number.
class Passes {
public:
    class End {};
    class Iterator {
    public:
        explicit Iterator(Passes& passes) : passes_(&passes) {}
        int operator*() const { return passes_->pass_; }
        Iterator& operator++() {
            ++passes_->pass_;
            return *this;
        }
        bool operator!=(End) const { return passes_->pass_ < passes_->end_ || passes_->begin_batch(); }

    private:
        Passes* passes_;
    };

    enum class Kind { Counted, Timed };
    // `most`: the number of passes, or a time in seconds.
    Passes(Kind kind, double most, int warm_up, Site site);
    ~Passes();
    Passes(const Passes&) = delete;
    Passes& operator=(const Passes&) = delete;

    Iterator begin() { return Iterator(*this); }
    static End end() { return {}; }

private:
    bool begin_batch();
    bool begin_warm_up();
    void end_warm_up();
    bool begin_timed_batch();
    long long agreed_batch();

    Kind kind_;
    double most_;
    int warm_up_left_;
    Site site_;
    int pass_ = 0;
    int end_ = 0; // of the current batch
    bool is_warming_up_ = false;
    bool is_counting_ = false;
    detail::MeasuredBefore before_{};

    // With SECONDS:
    long long passes_ = 0; // that are done, without the last batch
    long long batch_ = 0;  // passes of the last batch
    std::int64_t batch_ns_ = 0;
    std::int64_t measured_ns_ = 0;
    std::int64_t begin_ns_ = 0;    // of the current batch
    double agreement_seconds_ = 0; // of the fastest agreement
};

// \LOOP (count, WARMUP: warm_up). Collective at the end of the warm-up.
template <class N, class W>
Passes passes(N count, W warm_up, Site site = Site::here()) {
    return Passes(Passes::Kind::Counted, times(count, site), times(warm_up, site), site);
}

// \LOOP (SECONDS: seconds, WARMUP: warm_up): as many passes as take `seconds` of measured time on the slowest
// rank, the same number on all ranks. They come in batches. Before each batch, the ranks agree on its passes,
// which is not measured. A simulated machine makes one pass. Collective.
template <class W = int>
Passes passes_for(double seconds, W warm_up = 0, Site site = Site::here()) {
    return Passes(Passes::Kind::Timed, seconds, times(warm_up, site), site);
}

namespace detail {
struct ThreadSpan;
// What the threads of a rank execute together.
enum class ThreadsOf { Statement, Loop, Matprod, Matvecprod, Scalprod };
int number_of_threads(long double number, ThreadsOf what, Site site);
} // namespace detail

// The threads of \THREADS (number), around the parallel region in which OpenMP starts them. They may execute
// \WORK, \LOOP with nothing but a count, and \COMMUNICATE, \EXCHANGE, \MULTIBCAST*, and \SEND with the
// threads of the same number on other ranks; the compiler refuses all other constructs. On a simulated
// machine, one thread executes everything, but the time passes that the threads would take together. Local.
class Threads {
public:
    template <class N>
    explicit Threads(N number, Site site = Site::here())
        : Threads(number, detail::ThreadsOf::Statement, site) {}
    ~Threads();
    Threads(const Threads&) = delete;
    Threads& operator=(const Threads&) = delete;
    // How many threads OpenMP must start.
    int started() const { return started_; }

protected:
    template <class N>
    Threads(N number, detail::ThreadsOf what, Site site) : what_(what), site_(site) {
        static_assert(std::is_arithmetic<N>::value, "THREADS takes a number");
        begin(detail::number_of_threads(static_cast<long double>(number), what, site));
    }

private:
    friend class Thread;
    void begin(int number);

    detail::ThreadsOf what_;
    Site site_;
    int number_ = 0;
    int started_ = 0;
    std::uint32_t entry_ = 0;
    std::uint32_t trace_site_ = 0;
    std::int64_t begin_ns_ = 0;
    double slowest_charge_ = 0;
    detail::ThreadSpan* spans_ = nullptr; // one for each thread
};

// The threads of \LOOP (count, THREADS: number), which share its passes. They cannot communicate.
class LoopThreads : public Threads {
public:
    template <class N>
    explicit LoopThreads(N number, Site site = Site::here())
        : Threads(number, detail::ThreadsOf::Loop, site) {}
};

// The threads of a product.
class ProductThreads : public Threads {
public:
    ProductThreads(int number, detail::ThreadsOf what, Site site) : Threads(number, what, site) {}
};

// Declared at file scope if a statement of \THREADS communicates: MPI begins with MPI_THREAD_MULTIPLE.
class ThreadsCommunicate {
public:
    ThreadsCommunicate();
};

// One of the threads; while it exists, the thread is busy. `for (int t : Thread(...))` has the thread's
// number; on a simulated machine, one number after the other.
class Thread {
public:
    class End {};
    class Iterator {
    public:
        Iterator(Thread& thread, int number) : thread_(&thread), number_(number) {}
        int operator*() const { return number_; }
        Iterator& operator++() {
            number_ = thread_->next(number_);
            return *this;
        }
        bool operator!=(End) const { return number_ >= 0; }

    private:
        Thread* thread_;
        int number_;
    };

    // `number` of `started` threads, as OpenMP counts them.
    Thread(Threads& threads, int number, int started);
    ~Thread();
    Thread(const Thread&) = delete;
    Thread& operator=(const Thread&) = delete;

    Iterator begin() { return Iterator(*this, number_); }
    static End end() { return {}; }

private:
    int next(int number);

    Threads& threads_;
    int number_;
};

} // namespace loop
