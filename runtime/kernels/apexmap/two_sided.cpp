#include "kernels/apexmap/two_sided.h"

#include "comm/waiting/waiting.h"
#include "kernels/apexmap/values.h"
#include "session/session.h"

#include <algorithm>
#include <numeric>

namespace loop::runtime::apexmap {
namespace {

constexpr int request_tag = 0;
constexpr int first_answer_tag = 1;

// Posted receives for requests: as many as are served at a time, but limited, as each makes tests slower.
constexpr long long max_receives = is_simulated ? 1 : 8;

std::size_t rounded_to_line(std::int64_t words) {
    return (static_cast<std::size_t>(words) + line_words - 1) / line_words * line_words;
}

} // namespace

TwoSided::TwoSided(const Parameters& p, const Data& data, MPI_Comm comm, const Parts& parts)
    : data_(data), parts_(parts), comm_(comm), work_(p), words_(static_cast<int>(p.l)),
      alone_(the_session.ranks == 1), one_by_one_(p.chosen_version == Version::Basic),
      served_at_most_(p.nser), handles_(static_cast<std::size_t>(p.smsg)), requests_sent_(handles_),
      receives_(static_cast<std::size_t>(std::min(p.nser, max_receives))),
      owners_(static_cast<std::size_t>(p.b)), slots_(owners_.size()), stride_(rounded_to_line(p.l)),
      buffers_(slots_.size() * stride_) {
    requests_.resize(answers() + slots_.size(), MPI_REQUEST_NULL);
    done_.resize(requests_.size());
    statuses_.resize(requests_.size());
    std::iota(slots_.begin(), slots_.end(), 0);
    free_handles_.resize(handles_);
    std::iota(free_handles_.begin(), free_handles_.end(), std::size_t{0});
    for (std::size_t index = 0; index < receives_.size(); ++index)
        post_incoming(index);
}

TwoSided::~TwoSided() {
    for (std::size_t index = 0; index < receives_.size(); ++index) {
        MPI_Request& request = requests_[incoming() + index];
        if (PMPI_Cancel(&request) == MPI_SUCCESS) PMPI_Wait(&request, MPI_STATUS_IGNORE);
    }
}

void TwoSided::post_incoming(std::size_t index) {
    check_mpi(PMPI_Irecv(&receives_[index], sizeof(Request), MPI_BYTE, MPI_ANY_SOURCE, request_tag, comm_,
                         &requests_[incoming() + index]),
              "posting a receive");
}

void TwoSided::access(const std::int64_t* starts, std::size_t count) {
    for (std::size_t k = 0; k < count; ++k) {
        if (data_.owns(starts[k])) {
            counts_.sum += work_(data_.at(starts[k]));
        } else {
            const NestedPart part(parts_.communication);
            fetch(starts[k]);
        }
        if (alone_) continue;
        const NestedPart part(parts_.communication);
        look();
        serve();
    }
    work_.settle();
}

void TwoSided::fetch(std::int64_t start) {
    while (pending_ == slots_.size())
        wait(false);
    const int slot = slots_[pending_];
    const auto owner = static_cast<int>(start / data_.count);
    check_mpi(PMPI_Irecv(buffer(slot), words_, MPI_DOUBLE, owner, first_answer_tag + slot, comm_,
                         &requests_[answers() + pending_]),
              "posting a receive");
    owners_[static_cast<std::size_t>(slot)] = owner;
    ++pending_;
    ++counts_.remote;
    ask(owner, {start, slot});
    while (one_by_one_ && pending_ != 0)
        wait(false);
}

void TwoSided::ask(int rank, const Request& request) {
    while (!find_handle())
        wait(true);
    Request& kept = requests_sent_[free_handles_.back()];
    kept = request;
    send(&kept, sizeof kept, MPI_BYTE, rank, request_tag);
    counts_.traffic.bytes_sent += static_cast<long long>(sizeof kept);
}

// Finds a free handle; returns false if all are in use.
bool TwoSided::find_handle() {
    if (!free_handles_.empty()) return true;
    const int count = test_some(static_cast<int>(handles_), sends(), done_.data(), statuses_.data());
    free_handles_.insert(free_handles_.end(), done_.begin(), done_.begin() + count);
    return count != 0;
}

void TwoSided::send(const void* data, int count, MPI_Datatype type, int rank, int tag) {
    work_.settle();
    record_send(rank, tag, tag == request_tag ? sizeof(Request) : bytes_of_answer());
    check_mpi(PMPI_Isend(data, count, type, rank, tag, comm_, &sends()[free_handles_.back()]),
              "sending a message");
    free_handles_.pop_back();
    ++counts_.traffic.messages_sent;
}

// Serves at most NSER requests; returns false if there is none, or no handle for the answer.
bool TwoSided::serve() {
    long long served = 0;
    for (; served < served_at_most_ && !queue_.empty() && find_handle(); ++served) {
        const Asked asked = queue_.pop();
        send(data_.at(asked.request.start), words_, MPI_DOUBLE, asked.rank,
             first_answer_tag + static_cast<int>(asked.request.slot));
        counts_.traffic.bytes_sent += words_ * word_bytes;
    }
    counts_.served += served;
    return served != 0;
}

void TwoSided::look() {
    work_.settle();
    const int count = test_some(static_cast<int>(receives_.size() + pending_), &requests_[incoming()],
                                done_.data(), statuses_.data());
    take(done_.data(), count, incoming());
}

// Serves requests if possible, else waits for the next event. A caller that waits for a handle does not
// serve, as it needs the next handle itself.
void TwoSided::wait(bool for_handle) {
    if (!for_handle && serve()) return look();
    work_.settle();
    const std::size_t begin = for_handle || !queue_.empty() ? 0 : incoming();
    const int total = static_cast<int>(answers() + pending_ - begin);
    int count = is_simulated ? 0 : test_some(total, &requests_[begin], done_.data(), statuses_.data());
    if (count == 0) {
        ++counts_.waits;
        if (trace::on()) waiting_.begin(-1);
        count = wait_some(total, &requests_[begin], done_.data(), statuses_.data());
    }
    take(done_.data(), count, begin);
    if (trace::on()) waiting_.end();
}

void TwoSided::take_request(std::size_t receive, int source) {
    const Request request = receives_[receive];
    post_incoming(receive);
    if (trace::on()) waiting_.received(kernel_message(source, request_tag, sizeof request));
    ++counts_.traffic.messages_received;
    counts_.traffic.bytes_received += static_cast<long long>(sizeof request);
    if (request.slot == subtree_finished) {
        ++subtrees_finished_;
    } else if (request.slot == all_finished) {
        all_finished_ = true;
    } else {
        queue_.push({request, source});
    }
}

// Processes completed requests (indices count from `offset`): sends, requests of other ranks, answers.
void TwoSided::take(const int* done, int count, std::size_t offset) {
    bool answered = false;
    for (int k = 0; k < count; ++k) {
        const std::size_t index = offset + static_cast<std::size_t>(done[k]);
        if (index < handles_) {
            free_handles_.push_back(index);
        } else if (index >= answers()) {
            answered = true;
        } else {
            take_request(index - incoming(), statuses_[static_cast<std::size_t>(k)].MPI_SOURCE);
        }
    }
    if (answered) take_answers();
}

void TwoSided::sum_answer(int slot) {
    const NestedPart part(parts_.sums);
    counts_.sum += work_(buffer(slot));
}

// Runs from the end, so that a request moved into a gap has been checked already.
void TwoSided::take_answers() {
    for (std::size_t k = pending_; k-- > 0;) {
        if (requests_[answers() + k] != MPI_REQUEST_NULL) continue;
        const int slot = slots_[k];
        if (trace::on())
            waiting_.received(kernel_message(owners_[static_cast<std::size_t>(slot)], first_answer_tag + slot,
                                             bytes_of_answer()));
        sum_answer(slot);
        ++counts_.traffic.messages_received;
        counts_.traffic.bytes_received += words_ * word_bytes;
        --pending_;
        std::swap(slots_[k], slots_[pending_]);
        std::swap(requests_[answers() + k], requests_[answers() + pending_]);
    }
}

// When a rank and all ranks below it in the tree have their answers, it notifies its parent; the root's
// notification then travels down. Until then, other ranks may send requests; afterwards, none will.
void TwoSided::finish() {
    const NestedPart part(parts_.communication);
    const int rank = the_session.rank;
    const int below = std::max(0, std::min(2, the_session.ranks - (2 * rank + 1)));
    while (pending_ != 0 || subtrees_finished_ != below)
        wait(false);
    subtrees_finished_ = 0;
    if (rank != 0) {
        ask((rank - 1) / 2, {0, subtree_finished});
        while (!all_finished_)
            wait(false);
        all_finished_ = false;
    }
    for (int child = 1; child <= below; ++child)
        ask(2 * rank + child, {0, all_finished});
    while (free_handles_.size() != handles_) {
        const int count = wait_some(static_cast<int>(handles_), sends(), done_.data(), statuses_.data());
        free_handles_.insert(free_handles_.end(), done_.begin(), done_.begin() + count);
    }
}

} // namespace loop::runtime::apexmap
