// Apex-Map's `async` on 2 ranks at alpha = 1: at L = 1 beside a loop of requests and answers by hand with the
// same window and addresses; at L = 65536 beside the bandwidth of its own ping-pong.

#include "kernels/apexmap/indices.h"
#include "kernels/apexmap/values.h"
#include "measure/results.h"
#include "rounds.h"

#include <loop/loop.h>

namespace apex = loop::runtime::apexmap;

namespace {

const loop::Program loop_program("apexmap_async", "apexmap_async.loop", "0", loop::CommandLine::runtime, {});

constexpr std::int64_t words_of_rank = 1 << 22;
constexpr int window = 16;
constexpr int indices = 1024;
constexpr int repeats = 20;
constexpr int request_tag = 0;
constexpr int answer_tag = 1;

int me = 0;
int nodes = 0;

double result(const char* name) {
    for (const auto& entry : loop::runtime::all_results())
        if (entry.name == name) return entry.value;
    return 0;
}

// One word at a time from the other rank, or from the own ones.
class ByHand {
public:
    ByHand() : words_(words_of_rank) {
        for (std::int64_t k = 0; k < words_of_rank; ++k)
            words_[static_cast<std::size_t>(k)] = apex::value_at(me * words_of_rank + k);
        starts_ =
            apex::draw({nodes * words_of_rank, 1, 1, me * words_of_rank, static_cast<std::uint32_t>(me + 1)},
                       indices * repeats);
        std::fill(std::begin(answers_), std::end(answers_), MPI_REQUEST_NULL);
        std::fill(std::begin(sends_), std::end(sends_), MPI_REQUEST_NULL);
    }

    // Seconds for all indices.
    double run() {
        MPI_Irecv(&wanted_, 1, MPI_INT64_T, MPI_ANY_SOURCE, request_tag, MPI_COMM_WORLD, &incoming_);
        MPI_Barrier(MPI_COMM_WORLD);
        const double begin = MPI_Wtime();
        for (const std::int64_t start : starts_) {
            const std::int64_t own = start - me * words_of_rank;
            if (own >= 0 && own < words_of_rank) {
                sum_ += words_[static_cast<std::size_t>(own)];
            } else {
                ask(start);
            }
            poll();
        }
        while (on_their_way_ != 0)
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
    void ask(std::int64_t start) {
        while (on_their_way_ == window)
            poll();
        int slot = 0;
        while (answers_[slot] != MPI_REQUEST_NULL)
            ++slot;
        const int owner = static_cast<int>(start / words_of_rank);
        MPI_Irecv(&arrived_[slot], 1, MPI_DOUBLE, owner, answer_tag, MPI_COMM_WORLD, &answers_[slot]);
        ++on_their_way_;
        std::int64_t& asked = asked_[next_];
        asked = start;
        send(&asked, MPI_INT64_T, owner, request_tag);
    }

    void send(const void* data, MPI_Datatype type, int rank, int tag) {
        MPI_Isend(data, 1, type, rank, tag, MPI_COMM_WORLD, &sends_[next_]);
        next_ = (next_ + 1) % 64;
        MPI_Wait(&sends_[next_], MPI_STATUS_IGNORE); // a word is sent at once
    }

    void poll() {
        int done = 0;
        MPI_Status status;
        MPI_Test(&incoming_, &done, &status);
        if (done != 0) {
            send(&words_[static_cast<std::size_t>(wanted_ - me * words_of_rank)], MPI_DOUBLE,
                 status.MPI_SOURCE, answer_tag);
            MPI_Irecv(&wanted_, 1, MPI_INT64_T, MPI_ANY_SOURCE, request_tag, MPI_COMM_WORLD, &incoming_);
        }
        if (on_their_way_ == 0) return;
        int slot = 0;
        MPI_Testany(window, answers_, &slot, &done, MPI_STATUS_IGNORE);
        if (done == 0 || slot == MPI_UNDEFINED) return;
        sum_ += arrived_[slot];
        --on_their_way_;
    }

    std::vector<double> words_;
    std::vector<std::int64_t> starts_;
    MPI_Request incoming_ = MPI_REQUEST_NULL;
    MPI_Request answers_[window];
    MPI_Request sends_[64];
    double arrived_[window];
    std::int64_t asked_[64];
    std::int64_t wanted_ = 0;
    int next_ = 0;
    int on_their_way_ = 0;
    double sum_ = 0;
};

double slowest(double seconds) {
    double all = 0;
    MPI_Allreduce(&seconds, &all, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    return all;
}

loop::ApexMap asked(long long block, long long number, long long warmup) {
    return {
        nodes * words_of_rank, block, 1, indices, number, window, 64, 8, "async", "sum", "", 0, true, warmup};
}

void single_words() {
    ByHand by_hand;
    bench::Samples samples;
    const auto ours = [] {
        loop::apexmap(asked(1, repeats, 1));
        return slowest(result("time a word") * indices * repeats * 1e-9);
    };
    const auto rival = [&] { return slowest(by_hand.run()); };
    ours(), rival();
    for (int round = 0; round < bench::rounds; ++round) {
        const bool ours_first = round % 2 == 0;
        const double first = ours_first ? ours() : rival();
        const double second = ours_first ? rival() : ours();
        samples.ours.push_back((ours_first ? first : second) / (indices * repeats));
        samples.rival.push_back((ours_first ? second : first) / (indices * repeats));
    }
    if (me == 0) bench::print_header("async, alpha 1, L 1, us an index");
    if (me == 0) bench::print_line("window of 16", samples);
    if (me == 0 && by_hand.sum() == 0) std::printf("(no sum)\n");
}

void long_blocks() {
    std::vector<double> ratios;
    double apex_bandwidth = 0;
    double way = 0;
    for (int round = 0; round < 11; ++round) {
        loop::apexmap(asked(65536, 20, 2));
        loop::pingpong(524288, 524288, 1, 11);
        const double remote = result("remote fraction") / 100;
        apex_bandwidth = result("bandwidth of a process");
        way = result("bandwidth");
        ratios.push_back(apex_bandwidth * remote / way);
    }
    if (me == 0)
        std::printf(
            "async, alpha 1, L 65536: %.0f MB/s a process, ping-pong %.0f; remote words over ping-pong %.3f "
            "(median of 11)\n",
            apex_bandwidth, way, bench::median(ratios));
}

} // namespace

int main() {
    loop::open0(&nodes, &me, nullptr, nullptr, 0);
    single_words();
    long_blocks();
    loop::close0();
    return 0;
}
