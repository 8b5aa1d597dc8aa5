#include "kernels/apexmap/parameters.h"

#include "kernels/apexmap/values.h"
#include "session/memory.h"

#include <algorithm>
#include <cstdio>

namespace loop::runtime::apexmap {
namespace {

constexpr long long words_of_repeat = 1LL << 20;
constexpr long long most_blocks_on_their_way = 16384; // each has a tag of its own: MPI promises 32767
constexpr long long most_words = 1LL << 50;
constexpr long long most_words_of_block = 1LL << 30; // in an int, as MPI counts

// Part of the memory that is free now; the rest is for MPI, for the system and for what else may start.
constexpr double usable_part = 0.8;

std::string number(long long value) {
    return std::to_string(value);
}

std::string within(const char* what, long long value, long long least, long long most) {
    if (value >= least && value <= most) return "";
    return std::string(what) + " of " + number(least) + " to " + number(most) + "; it is " + number(value);
}

std::string real_text(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.10g", value);
    return text;
}

} // namespace

bool read_version(std::string_view word, Version& version) {
    for (const Version one : {Version::Sequential, Version::Basic, Version::Async, Version::Rma}) {
        if (word != name_of(one)) continue;
        version = one;
        return true;
    }
    return false;
}

bool read_compute(std::string_view word, Compute& compute) {
    if (word == "sum") return compute = Compute::Sum, true;
    if (word == "strict") return compute = Compute::Strict, true;
    if (word == "multiply-add") return compute = Compute::MultiplyAdd, true;
    return false;
}

const char* name_of(Version version) {
    switch (version) {
    case Version::Sequential:
        return "sequential";
    case Version::Basic:
        return "basic";
    case Version::Async:
        return "async";
    case Version::Rma:
        return "rma";
    }
    return "";
}

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

std::string refusal_of_limits(const Parameters& p) {
    if (!(p.alpha > 0 && p.alpha <= 1)) return "an alpha above 0, at most 1; it is " + real_text(p.alpha);
    const std::string found[] = {
        within("words of a block (L)", p.l, 1, most_words_of_block),
        within("indices (I)", p.i, 1, 1LL << 40),
        within("repeats (N)", p.n, 1, 1LL << 40),
        within("repeats to warm up (WARMUP)", p.warmup, 0, 1LL << 40),
        within("receive buffers (B)", p.b, 1, most_blocks_on_their_way),
        within("send handles (SMSG)", p.smsg, 1, most_blocks_on_their_way),
        within("requests served in an iteration (NSER)", p.nser, 1, 1LL << 40),
        within("blocks to prefetch ahead (PREFETCH)", p.prefetch, 0, 1LL << 20),
    };
    for (const std::string& problem : found) {
        if (!problem.empty()) return problem;
    }
    const double words =
        static_cast<double>(p.n) * static_cast<double>(indices_used(p)) * static_cast<double>(p.l);
    if (words > most_words_exact)
        return "at most 2^43 words for each rank, whose sum can be checked; N * I * L are " +
               real_text(words) + " words";
    return "";
}

std::string refusal(const Parameters& p, int ranks) {
    const std::string of =
        "M is " + number(p.m) + " words, P " + number(ranks) + (ranks == 1 ? " rank" : " ranks");
    if (p.m < 1 || p.m > most_words) return "a size M of 1 to 2^50 words; " + of;
    if (p.m % ranks != 0)
        return "as many words on each rank; " + of + ": " + number(p.m % ranks) + " words remain";
    const long long own = words_of_rank(p, ranks);
    if (p.l > own)
        return "a block that lies on one rank; L is " + number(p.l) + " words, M / P " + number(own) + " (" +
               of + ")";
    if (own % p.l != 0)
        return "whole blocks on each rank; L is " + number(p.l) + " words, M / P " + number(own) + ": " +
               number(own % p.l) + " words remain";
    return "";
}

std::string refusal_of_memory(const Parameters& p, int ranks, double bytes_available) {
    const double needed = bytes_of_rank(p, ranks);
    if (needed <= bytes_available) return "";
    return "memory for the words of each rank; M / P = " + number(words_of_rank(p, ranks)) +
           " words with indices and buffers are " + bytes_text(needed) + ", available to a rank are " +
           bytes_text(bytes_available);
}

} // namespace loop::runtime::apexmap
