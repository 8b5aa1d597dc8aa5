#pragma once

#include "kernels/apexmap/counts.h"
#include "kernels/apexmap/data.h"
#include "kernels/apexmap/parameters.h"
#include "kernels/apexmap/parts.h"
#include "kernels/apexmap/queue.h"
#include "kernels/apexmap/work.h"

#include <mpi.h>

#include <cstdint>
#include <vector>

namespace loop::runtime::apexmap {

// Reads remote blocks with messages (Table 1 of the paper): a request names a block, and its owner answers
// with the words. `async` continues with the next index while up to B requests are pending, and processes
// answers as they arrive; `basic` waits for each answer. A rank that waits for answers serves the other
// ranks; a rank that waits for a free handle queues their requests. No rank waits forever: owners always have
// receives posted for requests, and queue what they cannot serve yet, so each request is received; the
// receive of an answer is posted before its request is sent, so each answer is received. Handles thus become
// free again, however few there are.
class TwoSided {
public:
    // Collective. `comm` must have no other messages.
    TwoSided(const Parameters& parameters, const Data& data, MPI_Comm comm, const Parts& parts);
    ~TwoSided();
    TwoSided(const TwoSided&) = delete;
    TwoSided& operator=(const TwoSided&) = delete;

    // Makes the accesses of a repeat; answers may still be pending when it returns.
    void access(const std::int64_t* starts, std::size_t count);
    // Collective (Wait For Finish in the paper): serves requests until all ranks have all their answers.
    void finish();

    const Counts& counts() const { return counts_; }
    void forget_counts() { counts_ = Counts{}; }

private:
    struct Request {
        std::int64_t start; // the address of the block
        std::int64_t slot;  // index of the buffer for the answer, or one of the special slots below
    };
    struct Asked {
        Request request;
        int rank;
    };

    // Special slots mark messages that ranks send along a binary tree when they finish.
    static constexpr std::int64_t subtree_finished = -1;
    static constexpr std::int64_t all_finished = -2;

    void fetch(std::int64_t start);
    void ask(int rank, const Request& request);
    void post_incoming(std::size_t index);
    bool serve();
    bool find_handle();
    void send(const void* data, int count, MPI_Datatype type, int rank, int tag);
    void look();
    void wait(bool for_handle);
    void take_request(std::size_t receive, int source);
    void take(const int* done, int count, std::size_t offset);
    void take_answers();
    void sum_answer(int slot);

    MPI_Request* sends() { return requests_.data(); }
    std::size_t incoming() const { return handles_; }
    std::size_t answers() const { return incoming() + receives_.size(); }
    double* buffer(int slot) { return buffers_.data() + static_cast<std::size_t>(slot) * stride_; }

    std::size_t bytes_of_answer() const { return static_cast<std::size_t>(words_ * word_bytes); }

    const Data& data_;
    const Parts parts_;
    const MPI_Comm comm_;
    Work work_;
    const int words_;  // per block
    const bool alone_; // there are no other ranks
    const bool one_by_one_;
    const long long served_at_most_;
    const std::size_t handles_;
    Counts counts_;

    // Sends, then receives for requests, then receives for pending answers, without gaps: a test for messages
    // covers the last two parts, a wait for a handle also the first.
    std::vector<MPI_Request> requests_;
    std::vector<int> done_;
    std::vector<MPI_Status> statuses_;
    std::vector<std::size_t> free_handles_;
    std::vector<Request> requests_sent_; // a buffer for each handle
    std::vector<Request> receives_;      // a buffer for each receive of a request
    Queue<Asked> queue_;                 // requests that have not been served yet
    std::vector<int> owners_;            // by slot: the rank that is asked
    trace::Waiting waiting_;
    std::vector<int> slots_; // the slots of pending answers, then the free slots
    std::size_t pending_ = 0;
    int subtrees_finished_ = 0;
    bool all_finished_ = false;
    std::size_t stride_;
    std::vector<double> buffers_;
};

} // namespace loop::runtime::apexmap
