#pragma once

#include <loop/site.h>

#include <type_traits>

namespace loop {

namespace runtime {
class Deal;
} // namespace runtime

// \DEAL: the passes of this rank, for `for (int i : deal(...))`. Together, the ranks execute the passes 0 to
// count - 1, each of them once. Rank `by` hands them out, `chunk` at a time, to any rank that asks, and
// executes none itself, unless it is the only rank. A rank asks when it has executed a chunk: it sends
// `result` bytes, or none the first time. The answer has `give` bytes and carries the number of a pass, or is
// empty: then no pass is left. So each other rank sends and receives one message more than it gets chunks.
//
// Collective: all ranks call it in the same order, with the same arguments. The statement must not
// communicate. No rank waits for others at the end: it leaves when it gets no more passes. LOOP verifies what
// is in the messages beside the number. Sizes are in bytes.
//
// Errors end the run: `by` is no rank; `give` is less than 8; a negative `result`; `chunk` less than 1;
// different arguments; a jump out of the statement.
class Dealing {
public:
    class End {};
    class Iterator {
    public:
        explicit Iterator(Dealing& passes) : passes_(&passes) {}
        int operator*() const { return passes_->pass_; }
        Iterator& operator++() {
            ++passes_->pass_;
            return *this;
        }
        bool operator!=(End) const { return passes_->pass_ < passes_->end_ || passes_->next_chunk(); }

    private:
        Dealing* passes_;
    };

    Dealing(int count, long long by, long long give, long long result, long long chunk, Site site);
    ~Dealing();
    Dealing(const Dealing&) = delete;
    Dealing& operator=(const Dealing&) = delete;

    Iterator begin() { return Iterator(*this); }
    static End end() { return {}; }

private:
    bool next_chunk();

    Site site_;
    runtime::Deal* deal_;
    int pass_ = 0;
    int end_ = 0; // of the current chunk
    bool is_over_ = false;
};

namespace detail {
int deal_count(long double count, Site site);
} // namespace detail

// A negative count is 0. A count that does not fit in an int is an error.
template <class N>
Dealing deal(N count, long long by = 0, long long give = 8, long long result = 8, long long chunk = 1,
             Site site = Site::here()) {
    static_assert(std::is_arithmetic<N>::value, "the COUNT of \\DEAL is a number");
    return Dealing(detail::deal_count(static_cast<long double>(count), site), by, give, result, chunk, site);
}

} // namespace loop
