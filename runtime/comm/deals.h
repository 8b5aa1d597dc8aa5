#pragma once

#include "comm/deal_payload.h"
#include "comm/matching/tags.h"
#include "comm/sites.h"
#include "constructs/deal.h"
#include "trace/records.h"

#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace loop::runtime {

// One call of \DEAL on this rank. A request carries the result of the chunk that the rank got last; its first
// one is empty. An answer begins with the number of the first pass of a chunk; the last one is empty.
class Deal {
public:
    // Compares the arguments with those of other ranks if they are new at this line.
    Deal(SiteEntry& entry, const DealCall& call);
    ~Deal() = default;
    Deal(const Deal&) = delete;
    Deal& operator=(const Deal&) = delete;

    // The passes that this rank executes next: [first, end). Returns false if there are none any more. Rank
    // BY first answers the others until all of them have left. Blocks.
    bool next(int& first, int& end);

private:
    void publish_call() const;
    bool next_first();
    bool end_call();

    // Rank BY:
    void hand_out();
    int receive_request();
    void answer(int worker, int first);
    void send_answer(int worker, std::size_t bytes);
    void note_awaited();

    // The others:
    bool ask();
    bool exchange(std::size_t bytes);
    void exchange_at_once(std::size_t bytes, MPI_Status& status);
    void exchange_apart(std::size_t bytes, MPI_Status& status);
    void await_answer(trace::Waiting& waiting) const;

    void count_sent(std::size_t bytes);
    void count_received(std::size_t bytes);
    trace::Message traced(int partner, std::size_t bytes) const;

    SiteEntry& entry_;
    const DealCall arguments_;
    const int by_;
    std::int64_t hash_;
    long long call_; // zero-based index at the line
    MessageTag tag_;
    char* answer_;
    char* result_;
    DealPayload answer_payload_;
    DealPayload result_payload_;
    Traffic before_;            // of the line, before this call
    std::int64_t awaited_ = 0;  // the ranks that this rank waits for, as the status file packs them
    int first_ = -1;            // of the chunk that this rank executes; -1: none yet
    std::vector<int> first_of_; // on rank BY, for each rank: the same, or `gone`
    int left_ = 0;              // on rank BY: the ranks that are not gone
};

} // namespace loop::runtime
