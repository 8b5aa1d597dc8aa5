#include "kernels/apexmap/parameters.h"

#include "kernels/apexmap/values.h"
#include "kernels/asked.h"
#include "session/memory.h"

#include <algorithm>
#include <cstdio>

namespace loop::runtime::apexmap {
namespace {

constexpr long long words_of_repeat = 1LL << 20;
constexpr long long max_pending_blocks = 16384; // each has its own tag; MPI guarantees 32767
constexpr long long max_words = 1LL << 50;
constexpr long long max_words_per_block = 1LL << 30; // must fit in an int, MPI's count type

constexpr double most_seconds = 1e6;
constexpr long long max_intensity = 1LL << 20;

// The fraction of free memory to use; the rest is for MPI, the system, and other programs.
constexpr double usable_part = 0.8;

std::string real_text(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.10g", value);
    return text;
}

} // namespace

long long indices_used(const Parameters& p) {
    return std::max(1LL, std::min(p.i, std::max(words_of_repeat, p.l) / p.l));
}

long long words_accessed(const Parameters& p) {
    return p.n * indices_used(p) * p.l;
}

double bytes_of_rank(const Parameters& p, int ranks) {
    const auto index_bytes = static_cast<double>(indices_used(p)) * static_cast<double>(p.warmup + p.n) * 8;
    const double buffers = is_global(p) ? static_cast<double>(p.b) * static_cast<double>(p.l) : 0;
    return (static_cast<double>(words_of_rank(p, ranks)) + buffers) * word_bytes + index_bytes;
}

long long default_m(const Parameters& p, int ranks, double bytes_available, bool& reduced) {
    Parameters without_data = p;
    without_data.m = 0;
    const double room = usable_part * bytes_available - bytes_of_rank(without_data, ranks);
    const auto fitting = static_cast<long long>(std::max(0.0, std::min(room / word_bytes, 1e15)));
    reduced = fitting < usual_words;
    const long long blocks = std::min(fitting, std::max(usual_words, p.l)) / p.l;
    return std::max(1LL, blocks) * p.l * ranks;
}

std::string refusal_of_version(const Parameters& p, bool has_shmem) {
    if (p.chosen_version != Version::Shmem || has_shmem) return "";
    return "`VERSION` `shmem` needs OpenSHMEM, and this program is built without it; the machine profile "
           "`local-shmem` has it (docs/apexmap.md)";
}

std::string refusal_of_style(const Parameters& p) {
    const bool is_sequential = p.chosen_version == Version::Sequential;
    if (p.chosen_style == Style::Read) return "";
    if (p.chosen_style == Style::Update && !is_sequential && p.chosen_version != Version::Rma)
        return "`STYLE` `update` needs `VERSION` `sequential` or `rma`: the other versions only read";
    if (p.chosen_style == Style::Chain && !is_sequential)
        return "`STYLE` `chain` needs `VERSION` `sequential`; of the versions that read words of other "
               "ranks, "
               "`basic` waits for each block before it asks for the next one";
    if (p.intensity > 1) return "`INTENSITY` is for `STYLE` `read`; leave it out";
    if (p.chosen_compute != Compute::Sum || p.prefetch != 0)
        return "`COMPUTE` and `PREFETCH` are for `STYLE` `read`; leave them out";
    return "";
}

std::string refusal_of_intensity(const Parameters& p) {
    if (p.intensity <= 1 || p.chosen_compute != Compute::Strict) return "";
    return "`INTENSITY` above 1 makes multiply-adds in several partial sums; it needs `COMPUTE` `sum` or "
           "`multiply-add`";
}

std::string refusal_of_pages(const Parameters& p) {
    const bool is_foreign = p.chosen_version == Version::Rma || p.chosen_version == Version::Shmem;
    if (p.chosen_pages == Pages::Default || !is_foreign) return "";
    return "`PAGES` `huge` needs `VERSION` `sequential`, `basic` or `async`: with `rma` and `shmem`, MPI or "
           "OpenSHMEM allocates the words and chooses their pages";
}

std::string refusal_of_limits(const Parameters& p) {
    if (!(p.alpha > 0 && p.alpha <= 1))
        return "`ALPHA` must be above 0 and at most 1, not " + real_text(p.alpha);
    const std::string found[] = {
        range_problem("L", p.l, 1, max_words_per_block),
        range_problem("I", p.i, 1, 1LL << 40),
        range_problem("N", p.n, 1, 1LL << 40),
        range_problem("WARMUP", p.warmup, 0, 1LL << 40),
        range_problem("B", p.b, 1, max_pending_blocks),
        range_problem("SMSG", p.smsg, 1, max_pending_blocks),
        range_problem("NSER", p.nser, 1, 1LL << 40),
        range_problem("PREFETCH", p.prefetch, 0, 1LL << 20),
        range_problem("SEED", p.seed, 0, max_seed),
        range_problem("INTENSITY", p.intensity, 1, max_intensity),
    };
    for (const std::string& problem : found) {
        if (!problem.empty()) return problem;
    }
    if (!(p.seconds >= 0 && p.seconds <= most_seconds))
        return "`SECONDS` must be from 0 to 1000000, not " + real_text(p.seconds);
    const double words =
        static_cast<double>(p.n) * static_cast<double>(indices_used(p)) * static_cast<double>(p.l);
    const double times = static_cast<double>(p.intensity);
    if (words * times > max_exact_words)
        return concat("`N` * `I` * `L`", p.intensity > 1 ? " * `INTENSITY`" : "",
                      " must be at most 2^43 words per rank to check their sum, not ",
                      real_text(words * times));
    return "";
}

std::string refusal(const Parameters& p, int ranks) {
    const std::string sizes = concat(" (M = ", p.m, " words, ", ranks, ranks == 1 ? " rank)" : " ranks)");
    if (p.m < 1 || p.m > max_words) return concat("`M` must be from 1 to 2^50 words, not ", p.m);
    if (p.m % ranks != 0)
        return concat("every rank must have the same number of words; ", p.m % ranks, " remain", sizes);
    const long long own = words_of_rank(p, ranks);
    if (p.l > own)
        return concat("a block must fit on a rank: L is ", p.l, ", a rank has ", own, " words", sizes);
    if (own % p.l != 0)
        return concat("a rank must have whole blocks: L is ", p.l, ", a rank has ", own, " words, ",
                      own % p.l, " remain", sizes);
    return "";
}

std::string refusal_of_memory(const Parameters& p, int ranks, double bytes_available) {
    const double needed = bytes_of_rank(p, ranks);
    if (needed <= bytes_available) return "";
    return concat("not enough memory: each rank needs ", bytes_text(needed), " for ", words_of_rank(p, ranks),
                  " words, indices and buffers, and has ", bytes_text(bytes_available));
}

} // namespace loop::runtime::apexmap
