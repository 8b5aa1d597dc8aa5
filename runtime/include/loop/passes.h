#pragma once

#include <loop/measure.h>

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

} // namespace loop
