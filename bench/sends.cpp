// Compares \SEND with the constructs that say the same pattern, and with a halo exchange by hand.
// Verification is off. On one rank, where nothing is sent, it measures what a kept call costs more than
// \COMMUNICATE, and how long it takes to work out the messages of a torus of 1,024 ranks.

#include "rounds.h"

#include <loop/loop.h>
#include <loop/send_pattern.h>

namespace {

const loop::Program loop_program("sends", "sends.loop", "0", loop::CommandLine::runtime, {}, {});

constexpr int largest = 65536;
constexpr int many_ranks = 1024;
int me = 0;
bench::Lines lines("lines of sends");
int ranks = 1;
char* out = nullptr;
char* in = nullptr;

template <class Ours, class Rival>
void compare(const std::string& name, Ours ours, Rival rival) {
    const auto samples = bench::measure(ours, rival);
    if (me == 0) lines.print(name, samples);
}

// All other ranks, beginning with the next one.
loop::Ranks all_others(int rank) {
    loop::Ranks others;
    for (int k = 1; k < ranks; ++k)
        others.add((rank + k) % ranks);
    return others;
}

void compare_with_constructs(int size) {
    const std::string text = "(" + std::to_string(size) + ")";
    compare(
        "COMMUNICATE" + text,
        [=] {
            loop::send(size, loop::pairs([](int r) -> loop::Ranks { return (r + 1) % ranks; },
                                         loop::kept("ranks", ranks)));
        },
        [=] { loop::communicate(size, 1, 1); });
    compare(
        "EXCHANGE" + text,
        [=] {
            loop::send(size, loop::pairs([](int r) -> loop::Ranks { return {r + 1, r - 1}; }));
        },
        [=] { loop::exchange(size, 1, 2); });
    const auto to_all = [=] {
        loop::send(size, loop::pairs([](int r) { return all_others(r); }, loop::kept("ranks", ranks)));
    };
    compare("MULTIBCAST0" + text, to_all, [=] { loop::multibcast0(size); });
    compare("MULTIBCAST_ME" + text, to_all, [=] { loop::multibcast_me(size); });
    compare("MULTIBCAST_ALTER" + text, to_all, [=] { loop::multibcast_alter(size); });
}

// A halo exchange with the four neighbors on a torus: before and behind in each dimension.
void halo(const loop::Torus& torus, int size) {
    loop::send(size, loop::pairs([&torus](int r) -> loop::Ranks { return torus.beside(r); },
                                 loop::kept("torus", torus)));
}

void halo_by_hand(const std::vector<int>& to, std::vector<MPI_Request>& requests, int size) {
    int count = 0;
    for (std::size_t place = 0; place < to.size(); ++place)
        MPI_Irecv(in + place * largest, size, MPI_BYTE, to[place ^ 1], static_cast<int>(place),
                  MPI_COMM_WORLD, &requests[static_cast<std::size_t>(count++)]);
    for (std::size_t place = 0; place < to.size(); ++place)
        MPI_Isend(out, size, MPI_BYTE, to[place], static_cast<int>(place), MPI_COMM_WORLD,
                  &requests[static_cast<std::size_t>(count++)]);
    MPI_Waitall(count, requests.data(), MPI_STATUSES_IGNORE);
}

void compare_halo(int size) {
    const loop::Torus torus(ranks, 2);
    const std::vector<int> to = torus.beside(me);
    std::vector<MPI_Request> requests(2 * to.size());
    compare(
        "halo by hand (" + std::to_string(size) + ")", [&, size] { halo(torus, size); },
        [&, size] { halo_by_hand(to, requests, size); });
}

// Nothing is sent on one rank, so the difference is that of the calls alone.
void measure_kept_call() {
    const auto samples =
        bench::measure([] { loop::send(8, loop::pairs([](int r) -> loop::Ranks { return r + 1; })); },
                       [] { loop::communicate(8, 1, 1); });
    std::vector<double> differences;
    for (std::size_t i = 0; i < samples.ours.size(); ++i)
        differences.push_back((samples.ours[i] - samples.rival[i]) * 1e9);
    std::printf("\na kept call of \\SEND without messages: %.1f ns more than \\COMMUNICATE (median of %d)\n",
                bench::median(differences), bench::rounds);
}

void measure_working_out() {
    const loop::Torus torus = loop::Torus::of({32, 32});
    const auto around = [&torus](int r) -> loop::Ranks { return torus.around(r); };
    const loop::Pairs pairs = loop::pairs(around, loop::kept("torus", torus));
    const loop::Sizes size = 8;
    std::vector<double> times;
    std::size_t messages = 0;
    for (int round = 0; round < 10 * bench::rounds; ++round) {
        const double begin = MPI_Wtime();
        const auto pattern =
            loop::patterns::send_pattern(round, many_ranks, {size, pairs, loop::everywhere, 1});
        times.push_back((MPI_Wtime() - begin) * 1e6);
        messages += pattern.sends.size();
    }
    std::printf("working out %zu messages of a rank, torus of %d ranks: %.1f us (median)\n",
                messages / times.size(), many_ranks, bench::median(times));
}

} // namespace

int main() {
    loop::open0(&ranks, &me, nullptr, nullptr, 0);
    const bench::WatchedRanks watched;
    if (ranks == 1) {
        measure_kept_call();
        measure_working_out();
    } else {
        out = bench::page_aligned(largest);
        in = bench::page_aligned(std::size_t(4) * largest);
        if (me == 0) bench::print_header("pairs of any kind, us", "SEND", "rival");
        for (int size : {8, 1000, 65536}) {
            compare_with_constructs(size);
            compare_halo(size);
        }
        if (me == 0) lines.end();
    }
    watched.end();
    loop::close0();
    return 0;
}
