// Compares Apex-Map's sequential sum with hand-written sums over the same addresses, on a grid of alpha and
// L, and with prefetching. 64 Mwords; addresses are not reused soon. One rank.

#include "apexmap_gather.h"

#include "kernels/apexmap/indices.h"
#include "kernels/apexmap/sums.h"
#include "kernels/apexmap/values.h"
#include "rounds.h"

#include <cinttypes>

namespace apex = loop::runtime::apexmap;

namespace {

constexpr std::int64_t words = 1 << 26;
constexpr std::size_t words_of_stream = 1 << 23; // for short blocks
constexpr std::size_t words_of_repeat = 1 << 20;
const double alphas[] = {1, 0.5, 0.1, 0.01, 0.001};
const std::int64_t blocks[] = {1, 16, 256, 4096, 65536};
constexpr std::size_t aheads[] = {4, 16, 64};

double sink = 0;

// A stream of blocks, returned one repeat at a time.
struct Repeats {
    std::vector<std::int64_t> starts;
    std::size_t of_repeat;
    std::size_t next = 0;

    const std::int64_t* take() {
        if (next + of_repeat > starts.size()) next = 0;
        const std::int64_t* const repeat = starts.data() + next;
        next += of_repeat;
        return repeat;
    }
};

Repeats repeats_of(double alpha, std::int64_t block) {
    const auto size = static_cast<std::size_t>(block);
    const std::size_t of_repeat = std::min<std::size_t>(1024, words_of_repeat / size);
    const std::size_t count = std::max(8 * of_repeat, words_of_stream / size);
    return {apex::draw({words, block, alpha, 0, 1}, count), of_repeat};
}

} // namespace

int main() {
    MPI_Init(nullptr, nullptr);
    const bench::WatchedRanks watched;
    bench::Group sums({bench::Aim::AtMost, 1.053}); // 0.95 of the speed
    auto* const data = reinterpret_cast<double*>(bench::page_aligned(words * sizeof(double)));
    for (std::int64_t k = 0; k < words; ++k)
        data[k] = apex::value_at(k);
    std::printf("\n%-22s %8s %8s   %-6s %-15s %6s %s\n", "ns per word", "LOOP", "by hand", "ratio",
                "95 % interval", "ahead", "prefetch over none");
    for (const double alpha : alphas) {
        for (const std::int64_t block : blocks) {
            Repeats repeats = repeats_of(alpha, block);
            const auto size = static_cast<std::size_t>(block);
            const auto scale = 1e9 / static_cast<double>(repeats.of_repeat * size);
            const auto ours = [&](std::size_t ahead) {
                return [&, ahead] {
                    sink += apex::sum_blocks(data, repeats.take(), repeats.of_repeat, size,
                                             apex::Compute::Sum, ahead);
                };
            };
            auto loops = [&] { sink += loops_by_hand(data, repeats.take(), repeats.of_repeat, size); };
            auto vectors = [&] { sink += vectors_by_hand(data, repeats.take(), repeats.of_repeat, size); };
            const auto rivals = bench::measure(vectors, loops);
            const bool by_vectors = bench::median(rivals.ours) < bench::median(rivals.rival);
            const auto plain = by_vectors ? bench::measure(ours(0), vectors) : bench::measure(ours(0), loops);
            const bench::Measured ratio = bench::ratio_of_medians(plain);
            const bench::Verdict verdict = sums.add(ratio);
            double best = 0;
            std::size_t best_ahead = 0;
            for (const std::size_t ahead : aheads) {
                const double with = bench::ratio_of_medians(bench::measure(ours(ahead), ours(0))).value;
                if (best_ahead != 0 && with >= best) continue;
                best = with;
                best_ahead = ahead;
            }
            std::printf("%5.3f %8" PRId64 " %-7s %8.3f %8.3f   %-6.3f %-15s %6zu %.3f  %s\n", alpha, block,
                        by_vectors ? "vectors" : "loops", bench::median(plain.ours) * scale,
                        bench::median(plain.rival) * scale, ratio.value, bench::interval_text(ratio).c_str(),
                        best_ahead, best, bench::verdict_word(verdict));
            std::fflush(stdout);
        }
    }
    bench::print_goal("Apex-Map's sums over sums by hand", sums);
    watched.end();
    if (sink == 0) std::printf("(no sum)\n");
    MPI_Finalize();
    return 0;
}
