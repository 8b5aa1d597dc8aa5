#pragma once

#include "kernels/apexmap/counts.h"
#include "kernels/apexmap/data.h"
#include "kernels/apexmap/parameters.h"
#include "kernels/apexmap/queue.h"
#include "kernels/apexmap/work.h"

#include <mpi.h>

#include <cstdint>
#include <vector>

namespace loop::runtime::apexmap {

// Remote blocks by messages (Table 1 of the paper): a request says which block, its owner answers with the
// words. `async` goes on to the next index while up to B requests are on their way, and takes the answers as
// they come; `basic` waits for each. Whenever a rank waits, for answers or for a free handle, it serves the
// others:
// - requests are taken in at any time, as the owner has receives posted for them and keeps what it cannot
// serve yet
//   in a queue, so every request that is sent is received;
// - every answer has its receive posted before it is asked for, so every answer that is sent is received;
// so handles become free again however few there are, and no rank waits for ever.
class TwoSided {
public:
    // Collective. `comm` carries nothing else.
    TwoSided(const Parameters& parameters, const Data& data, MPI_Comm comm);
    ~TwoSided();
    TwoSided(const TwoSided&) = delete;
    TwoSided& operator=(const TwoSided&) = delete;

    // The accesses of a repeat; answers may be on their way still when it returns.
    void access(const std::int64_t* starts, std::size_t count);
    // Collective. Wait For Finish: returns when all ranks have all answers, and serves until then.
    void finish();

    const Counts& counts() const { return counts_; }
    void forget_counts() { counts_ = Counts{}; }

private:
    struct Request {
        std::int64_t start; // the address of the block
        std::int64_t slot;  // of the buffer that is to receive it: the answer's tag; or a word below
    };
    struct Asked {
        Request request;
        int rank;
    };

    // In the place of a slot: what ranks tell each other along a binary tree when they finish.
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

    MPI_Request* sends() { return requests_.data(); }
    std::size_t incoming() const { return handles_; }
    std::size_t answers() const { return incoming() + receives_.size(); }
    double* buffer(int slot) { return buffers_.data() + static_cast<std::size_t>(slot) * stride_; }

    const Data& data_;
    const MPI_Comm comm_;
    Work work_;
    const int words_;  // of a block
    const bool alone_; // nobody to speak to
    const bool one_by_one_;
    const long long served_at_most_;
    const std::size_t handles_;
    Counts counts_;

    // Sends, receives for requests, then those for the answers that are on their way, without gaps: who looks
    // for messages looks at the end of it, who waits for a handle too looks at all.
    std::vector<MPI_Request> requests_;
    std::vector<int> done_;
    std::vector<MPI_Status> statuses_;
    std::vector<std::size_t> free_handles_;
    std::vector<Request> requests_sent_; // a buffer for each handle
    std::vector<Request> receives_;      // a buffer for each receive of a request
    Queue<Asked> queue_;                 // requests that are not served yet
    std::vector<int> slots_;             // of the answers on their way, then the free ones
    std::size_t on_their_way_ = 0;
    int subtrees_finished_ = 0;
    bool all_finished_ = false;
    std::size_t stride_;
    std::vector<double> buffers_;
};

} // namespace loop::runtime::apexmap
