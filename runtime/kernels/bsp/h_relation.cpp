#include "kernels/bsp/h_relation.h"

#include "comm/buffers.h"
#include "comm/synchronise.h"
#include "comm/waiting/waiting.h"
#include "comm/waiting/yielding.h"
#include "kernels/bsp/supersteps.h"
#include "kernels/channel.h"
#include "kernels/kernel_trace.h"
#include "session/session.h"
#include "session/simulation.h"

#include <loop/patterns.h>
#include <loop/random_values.h>

#include <algorithm>

namespace loop::runtime::bsp {
namespace {

constexpr double nothing = -1; // no word has this value
constexpr std::int64_t word_bytes = sizeof(double);

// -- one put per word

class ByPuts : public HRelation {
public:
    ByPuts(long long most, bool together) : HRelation(most), supersteps_(kernel_channel()), words_(room()) {
        receive_into(words_.data());
        supersteps_.combine(together);
        supersteps_.registrations().push(words_.data(), words_.size() * sizeof(double));
        supersteps_.sync();
        supersteps_.registrations().find(words_.data(), slot_);
    }
    void align() override { synchronise(kernel_channel()); }
    Traffic superstep() final {
        put(supersteps_, slot_);
        return supersteps_.sync();
    }

private:
    virtual void put(Supersteps& supersteps, Slot slot) {
        const Word* const words = pattern().data();
        const double* const from = source().data();
        const double* const into = words_.data();
        for (long long i = 0; i < h(); ++i) {
            // As in bsp_put.
            const std::int64_t offset = words[i].index * word_bytes;
            detail::PutList& list = supersteps.lists()[static_cast<std::size_t>(words[i].rank)];
            if (list.take(into, from + i, offset, word_bytes)) continue;
            supersteps.put(words[i].rank, slot, from + i, into, offset, word_bytes);
        }
    }

    Supersteps supersteps_;
    std::vector<double> words_;
    Slot slot_ = 0;
};

// -- one row of puts per rank

class ByRows final : public ByPuts {
public:
    using ByPuts::ByPuts;

private:
    struct Row {
        int rank;
        std::size_t first; // of the words for this rank
        long long count;
    };

    void settle() override {
        rows_.clear();
        const int me = the_session.rank, ranks = the_session.ranks;
        for (long long i = 0; i < std::min<long long>(h(), receivers()); ++i) {
            const auto first = static_cast<std::size_t>(i);
            const int rank = pattern()[first].rank;
            rows_.push_back({rank, first, patterns::h_relation_count(me, rank, ranks, h())});
        }
    }
    void put(Supersteps& supersteps, Slot slot) override {
        const std::int64_t stride = the_session.ranks * word_bytes;
        for (const Row& row : rows_)
            supersteps.put_row(row.rank, slot, {source().data() + row.first, receivers() * word_bytes},
                               {pattern()[row.first].index * word_bytes, stride, word_bytes, row.count});
    }
    // The words go to this many ranks in turn.
    static std::int64_t receivers() { return std::max(1, the_session.ranks - 1); }

    std::vector<Row> rows_;
};

// -- one MPI_Alltoallv for all words

class ByAlltoallv final : public HRelation {
public:
    explicit ByAlltoallv(long long most)
        : HRelation(most), out_(static_cast<std::size_t>(most)), in_(out_),
          send_counts_(static_cast<std::size_t>(the_session.ranks)), send_places_(send_counts_),
          receive_counts_(send_counts_), receive_places_(send_counts_) {}

    void align() override { synchronise(kernel_channel()); }
    Traffic superstep() override {
        trace::Waiting waiting;
        if (trace::on()) waiting.begin(-1);
        exchange();
        if (trace::on()) record_exchange(waiting);
        synchronise(kernel_channel());
        return traffic_;
    }

private:
    // It is unknown when the last word arrived, so all of this counts as waiting.
    void record_exchange(trace::Waiting& waiting) const {
        waiting.end();
        trace::put_message(trace::again(), trace::Kind::Collective,
                           kernel_message(-1, 0, static_cast<std::size_t>(traffic_.bytes_sent)));
    }

    void exchange() {
        if (the_session.yielding) {
            MPI_Request request;
            check_mpi(PMPI_Ialltoallv(out_.data(), send_counts_.data(), send_places_.data(), MPI_DOUBLE,
                                      in_.data(), receive_counts_.data(), receive_places_.data(), MPI_DOUBLE,
                                      kernel_channel(), &request),
                      "exchanging words");
            wait_yielding(request, "exchanging words");
        } else {
            check_mpi(PMPI_Alltoallv(out_.data(), send_counts_.data(), send_places_.data(), MPI_DOUBLE,
                                     in_.data(), receive_counts_.data(), receive_places_.data(), MPI_DOUBLE,
                                     kernel_channel()),
                      "exchanging words");
        }
    }

    void settle() override {
        const int ranks = the_session.ranks;
        const int me = the_session.rank;
        int sent = 0;
        int received = 0;
        traffic_ = {};
        for (int rank = 0; rank < ranks; ++rank) {
            const auto k = static_cast<std::size_t>(rank);
            send_places_[k] = sent;
            receive_places_[k] = received;
            sent += send_counts_[k] = static_cast<int>(patterns::h_relation_count(me, rank, ranks, h()));
            received += receive_counts_[k] =
                static_cast<int>(patterns::h_relation_count(rank, me, ranks, h()));
            if (rank != me) count(send_counts_[k], receive_counts_[k]);
        }
        std::vector<int> next = send_places_;
        for (long long i = 0; i < h(); ++i) {
            int& place = next[static_cast<std::size_t>(pattern()[static_cast<std::size_t>(i)].rank)];
            out_[static_cast<std::size_t>(place++)] = source()[static_cast<std::size_t>(i)];
        }
        std::fill(in_.begin(), in_.end(), nothing);
    }

    // One message to and one from each rank, without empty messages.
    void count(int sent, int received) {
        traffic_.messages_sent += sent > 0;
        traffic_.bytes_sent += sent * word_bytes;
        traffic_.messages_received += received > 0;
        traffic_.bytes_received += received * word_bytes;
    }

    void spread(std::vector<double>& words) const override {
        std::fill(words.begin(), words.end(), nothing);
        const auto ranks = static_cast<std::size_t>(the_session.ranks);
        for (std::size_t sender = 0; sender < ranks; ++sender)
            for (int k = 0; k < receive_counts_[sender]; ++k)
                words[sender + static_cast<std::size_t>(k) * ranks] =
                    in_[static_cast<std::size_t>(receive_places_[sender]) + static_cast<std::size_t>(k)];
    }

    std::vector<double> out_, in_;
    std::vector<int> send_counts_, send_places_, receive_counts_, receive_places_;
    Traffic traffic_;
};

// -- one MPI_Put per word

class OneSided final : public HRelation {
public:
    explicit OneSided(long long most) : HRelation(most) {
        void* memory = nullptr;
        // MPICH 4.0.2 puts words into the wrong places of a window whose size is not a multiple of 16 bytes.
        check_mpi(PMPI_Win_allocate(static_cast<MPI_Aint>(rounded_to_page(room() * sizeof(double))),
                                    sizeof(double), MPI_INFO_NULL, kernel_channel(), &memory, &window_),
                  "allocating a window");
        check_mpi(PMPI_Win_lock_all(MPI_MODE_NOCHECK, window_), "opening a window");
        receive_into(static_cast<double*>(memory));
    }
    ~OneSided() override {
        PMPI_Win_unlock_all(window_);
        PMPI_Win_free(&window_);
    }
    OneSided(const OneSided&) = delete;
    OneSided& operator=(const OneSided&) = delete;

    // This rank's own stores to the window must be complete before other ranks write to it.
    void align() override {
        check_mpi(PMPI_Win_sync(window_), "filling a window");
        synchronise(kernel_channel());
    }
    Traffic superstep() override {
        const Word* const words = pattern().data();
        const double* const from = source().data();
        for (long long i = 0; i < h(); ++i)
            check_mpi(
                PMPI_Put(from + i, 1, MPI_DOUBLE, words[i].rank, words[i].index, 1, MPI_DOUBLE, window_),
                "putting a word");
        check_mpi(PMPI_Win_flush_all(window_), "putting words");
        synchronise(kernel_channel());
        check_mpi(PMPI_Win_sync(window_), "receiving words");
        return traffic_;
    }

private:
    // Each word is a separate message.
    void settle() override {
        const int me = the_session.rank;
        const long long own = patterns::h_relation_count(me, me, the_session.ranks, h());
        const long long others = h() - own;
        traffic_ = {others, others * word_bytes, others, others * word_bytes};
    }

    Traffic traffic_;
    MPI_Win window_ = MPI_WIN_NULL;
};

} // namespace

HRelation::HRelation(long long most)
    : pattern_(static_cast<std::size_t>(most)), source_(pattern_.size()),
      room_(static_cast<std::size_t>(2 * most + the_session.ranks)) {
    for (long long i = 0; i < most; ++i) {
        const patterns::PlacedWord word = patterns::h_relation_word(the_session.rank, the_session.ranks, i);
        words_.push_back({word.rank, word.index});
    }
}

// Exact in a double: 2^41 values per mark, 2^21 per rank, relations of at most 2^21 words.
double HRelation::value(int sender, long long i) const {
    return static_cast<double>(mark_) * 2199023255552.0 + static_cast<double>(sender) * 2097152.0 +
           static_cast<double>(i);
}

void HRelation::fill_in(std::size_t place, long long i) {
    pattern_[place] = words_[static_cast<std::size_t>(i)];
    source_[place] = value(the_session.rank, i);
}

void HRelation::prepare(long long h, int mark, Order order) {
    h_ = h;
    mark_ = mark;
    if (order == Order::Random) {
        std::size_t place = 0;
        for (const int i : permutation(static_cast<int>(h), static_cast<std::uint64_t>(the_session.rank)))
            fill_in(place++, i);
    } else {
        for (long long i = 0; i < h; ++i)
            fill_in(static_cast<std::size_t>(i), i);
    }
    if (into_ != nullptr) std::fill(into_, into_ + room_, nothing);
    settle();
}

void HRelation::spread(std::vector<double>& words) const {
    words.assign(into_, into_ + room_);
}

bool HRelation::arrived() const {
    std::vector<double> words(room_);
    spread(words);
    std::vector<double> expected(room_, nothing);
    long long count = 0;
    for (int sender = 0; sender < the_session.ranks; ++sender) {
        for (long long i = 0; i < h_; ++i) {
            const patterns::PlacedWord word = patterns::h_relation_word(sender, the_session.ranks, i);
            if (word.rank != the_session.rank) continue;
            expected[static_cast<std::size_t>(word.index)] = value(sender, i);
            ++count;
        }
    }
    return count == h_ && words == expected;
}

std::unique_ptr<HRelation> make_h_relation(Method method, long long most, bool together) {
    switch (method) {
    case Method::Put:
        return std::make_unique<ByPuts>(most, together);
    case Method::Rows:
        return std::make_unique<ByRows>(most, together);
    case Method::Alltoallv:
        return std::make_unique<ByAlltoallv>(most);
    case Method::Rma:
        return std::make_unique<OneSided>(most);
    }
    return nullptr;
}

} // namespace loop::runtime::bsp
