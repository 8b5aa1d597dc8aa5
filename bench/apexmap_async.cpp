// Compares Apex-Map's `async` on 2 ranks at alpha = 1, for blocks of 1 and of 65536 words, with a
// hand-written loop of requests and answers with the same window and addresses. Long blocks are also compared
// with ping-pong: once with a single buffer, and once with blocks of the same memory, few of which are in the
// caches.

#include "apexmap_gather.h"
#include "kernels/apexmap/indices.h"
#include "kernels/apexmap/values.h"
#include "measure/results.h"
#include "rounds.h"

#include <loop/loop.h>

namespace apex = loop::runtime::apexmap;

namespace {

const loop::Program loop_program("apexmap_async", "apexmap_async.loop", "0", loop::CommandLine::runtime, {},
                                 {});

constexpr std::int64_t words_of_rank = 1 << 22;
constexpr int window = 16;
constexpr int request_tag = 0;
constexpr int answer_tag = 1;

int me = 0;
int nodes = 0;

double result(const char* name) {
    for (const auto& entry : loop::runtime::all_results())
        if (entry.name == name) return entry.value;
    return 0;
}

// Number of indices per repeat, number of repeats, and block size in words.
struct Load {
    std::int64_t block;
    int indices;
    int repeats;

    double words() const { return static_cast<double>(block) * indices * repeats; }
};
constexpr Load single_words{1, 1024, 20};
constexpr Load long_blocks{65536, 16, 20};

// Reads blocks from the other rank or from this rank's own memory.
class ByHand {
public:
    explicit ByHand(const Load& load)
        : block_(load.block), words_(words_of_rank), arrived_(static_cast<std::size_t>(window * block_)) {
        for (std::int64_t k = 0; k < words_of_rank; ++k)
            words_[static_cast<std::size_t>(k)] = apex::value_at(me * words_of_rank + k);
        starts_ = apex::draw(
            {nodes * words_of_rank, block_, 1, me * words_of_rank, static_cast<std::uint32_t>(me + 1)},
            static_cast<std::size_t>(load.indices) * static_cast<std::size_t>(load.repeats));
    }

    // Returns the seconds for all indices.
    double run() {
        MPI_Irecv(&wanted_, 1, MPI_INT64_T, MPI_ANY_SOURCE, request_tag, MPI_COMM_WORLD, &incoming_);
        MPI_Barrier(MPI_COMM_WORLD);
        const double begin = MPI_Wtime();
        for (const std::int64_t start : starts_) {
            const std::int64_t own = start - me * words_of_rank;
            if (own >= 0 && own < words_of_rank) {
                sum_ += sum_of(words_.data() + own);
            } else {
                ask(start);
            }
            poll();
        }
        while (pending_ != 0)
            poll();
        MPI_Request barrier;
        MPI_Ibarrier(MPI_COMM_WORLD, &barrier);
        for (int done = 0; done == 0;) {
            poll();
            MPI_Test(&barrier, &done, MPI_STATUS_IGNORE);
        }
        const double seconds = MPI_Wtime() - begin;
        MPI_Cancel(&incoming_);
        MPI_Wait(&incoming_, MPI_STATUS_IGNORE);
        return seconds;
    }

    double sum() const { return sum_; }

private:
    double sum_of(const double* words) const {
        const std::int64_t start = 0;
        return block_ == 1 ? *words : loops_by_hand(words, &start, 1, static_cast<std::size_t>(block_));
    }

    void ask(std::int64_t start) {
        while (pending_ == window)
            poll();
        int slot = 0;
        while (answers_[slot] != MPI_REQUEST_NULL)
            ++slot;
        const int owner = static_cast<int>(start / words_of_rank);
        MPI_Irecv(&arrived_[static_cast<std::size_t>(slot * block_)], static_cast<int>(block_), MPI_DOUBLE,
                  owner, answer_tag, MPI_COMM_WORLD, &answers_[slot]);
        ++pending_;
        std::int64_t& asked = asked_[next_];
        asked = start;
        send(&asked, 1, MPI_INT64_T, owner, request_tag);
    }

    // With two ranks, at most one window of requests and one window of answers are in transit per rank.
    void send(const void* data, int count, MPI_Datatype type, int rank, int tag) {
        MPI_Isend(data, count, type, rank, tag, MPI_COMM_WORLD, &sends_[next_]);
        next_ = (next_ + 1) % handles;
        MPI_Wait(&sends_[next_], MPI_STATUS_IGNORE);
    }

    void poll() {
        int done = 0;
        MPI_Status status;
        MPI_Test(&incoming_, &done, &status);
        if (done != 0) {
            send(&words_[static_cast<std::size_t>(wanted_ - me * words_of_rank)], static_cast<int>(block_),
                 MPI_DOUBLE, status.MPI_SOURCE, answer_tag);
            // The check does not know that MPI_Test completes requests.
            // NOLINTNEXTLINE(clang-analyzer-optin.mpi.MPI-Checker)
            MPI_Irecv(&wanted_, 1, MPI_INT64_T, MPI_ANY_SOURCE, request_tag, MPI_COMM_WORLD, &incoming_);
        }
        if (pending_ == 0) return;
        int slot = 0;
        MPI_Testany(window, answers_.data(), &slot, &done, MPI_STATUS_IGNORE);
        if (done == 0 || slot == MPI_UNDEFINED) return;
        sum_ += sum_of(&arrived_[static_cast<std::size_t>(slot * block_)]);
        --pending_;
    }

    static constexpr int handles = 4 * window;

    std::int64_t block_;
    std::vector<double> words_;
    std::vector<std::int64_t> starts_;
    MPI_Request incoming_ = MPI_REQUEST_NULL;
    std::vector<MPI_Request> answers_ = std::vector<MPI_Request>(window, MPI_REQUEST_NULL);
    std::vector<MPI_Request> sends_ = std::vector<MPI_Request>(handles, MPI_REQUEST_NULL);
    std::vector<double> arrived_;
    std::vector<std::int64_t> asked_ = std::vector<std::int64_t>(handles);
    std::int64_t wanted_ = 0;
    int next_ = 0;
    int pending_ = 0;
    double sum_ = 0;
};

double slowest(double seconds) {
    double all = 0;
    MPI_Allreduce(&seconds, &all, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    return all;
}

loop::ApexMap asked(const Load& load, long long warmup) {
    return {nodes * words_of_rank,
            load.block,
            1,
            load.indices,
            load.repeats,
            window,
            64,
            8,
            "async",
            "sum",
            "",
            0,
            true,
            warmup};
}

// Returns samples in seconds per index.
bench::Samples beside_by_hand(const Load& load, int rounds) {
    ByHand by_hand(load);
    const auto ours = [&] {
        loop::apexmap(asked(load, 1));
        return slowest(result("time a word") * load.words() * 1e-9);
    };
    const auto rival = [&] { return slowest(by_hand.run()); };
    const double indices = load.indices * load.repeats;
    ours(), rival();
    bench::Samples samples;
    for (int round = 0; round < rounds; ++round) {
        const bool ours_first = round % 2 == 0;
        const double first = ours_first ? ours() : rival();
        const double second = ours_first ? rival() : ours();
        samples.ours.push_back((ours_first ? first : second) / indices);
        samples.rival.push_back((ours_first ? second : first) / indices);
    }
    if (me == 0 && by_hand.sum() == 0) std::printf("(no sum)\n");
    return samples;
}

// Returns the bandwidth in MB/s, in one direction, of messages between two ranks. Each message is a different
// block of their memory and is received into the next buffer in turn.
double cold_pingpong() {
    const auto block = static_cast<std::size_t>(long_blocks.block);
    const auto count = static_cast<int>(block);
    std::vector<double> words(words_of_rank, 1);
    std::vector<double> arrived(window * block);
    const std::size_t blocks = words.size() / block;
    const int trips = static_cast<int>(blocks);
    const int other = 1 - me;
    MPI_Barrier(MPI_COMM_WORLD);
    const double begin = MPI_Wtime();
    for (int trip = 0; trip < trips; ++trip) {
        // 37 and the number of blocks are coprime: each block is used once, and never next to the previous
        // one.
        const double* const from = &words[static_cast<std::size_t>(trip) * 37 % blocks * block];
        double* const to = &arrived[static_cast<std::size_t>(trip) % window * block];
        if (me == 0) MPI_Send(from, count, MPI_DOUBLE, other, 0, MPI_COMM_WORLD);
        MPI_Recv(to, count, MPI_DOUBLE, other, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (me == 1) MPI_Send(from, count, MPI_DOUBLE, other, 0, MPI_COMM_WORLD);
    }
    const double seconds = slowest(MPI_Wtime() - begin);
    return 2.0 * trips * static_cast<double>(block) * 8e-6 / seconds;
}

void against_pingpong() {
    std::vector<double> apexmap, hot, cold, ratios, cold_ratios;
    for (int round = 0; round < 11; ++round) {
        loop::apexmap(asked(long_blocks, 2));
        const double remote = result("remote fraction") / 100;
        apexmap.push_back(result("bandwidth of a process"));
        loop::pingpong(long_blocks.block * 8, long_blocks.block * 8, 1, 11);
        hot.push_back(result("bandwidth"));
        cold.push_back(cold_pingpong());
        ratios.push_back(apexmap.back() * remote / hot.back());
        cold_ratios.push_back(apexmap.back() * remote / cold.back());
    }
    if (me != 0) return;
    std::printf("\nasync, alpha 1, L 65536, medians of 11: %.0f MB/s per process\n", bench::median(apexmap));
    std::printf("ping-pong, one buffer: %.0f MB/s; remote words over it %.3f\n", bench::median(hot),
                bench::median(ratios));
    std::printf("ping-pong, the same memory and buffers: %.0f MB/s; remote words over it %.3f\n",
                bench::median(cold), bench::median(cold_ratios));
    bench::print_goal("Apex-Map's remote words over ping-pong, bandwidth", bench::median_of(ratios),
                      {bench::Aim::AtLeast, 0.9});
}

} // namespace

int main() {
    loop::open0(&nodes, &me, nullptr, nullptr, 0);
    const bench::WatchedRanks watched;
    const bench::Samples single = beside_by_hand(single_words, bench::rounds);
    const bench::Samples in_long = beside_by_hand(long_blocks, bench::rounds);
    if (me == 0) {
        bench::print_header("async, alpha 1, us per index");
        bench::Lines lines("Apex-Map's async over requests by hand", {bench::Aim::AtMost, 1.11});
        lines.print("L 1, window of 16", single);
        lines.print("L 65536, window of 16", in_long);
        lines.end();
    }
    against_pingpong();
    watched.end();
    loop::close0();
    return 0;
}
