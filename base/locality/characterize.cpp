#include "base/locality/characterize.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace loop::locality {
namespace {

using Lengths = std::map<std::uint64_t, std::uint64_t>; // runs by length

// -- spatial locality

struct Words {
    double runs = 0;
    double words = 0;
};

Words sum_of(const Lengths& lengths) {
    Words sum;
    for (const auto& [length, runs] : lengths) {
        sum.runs += static_cast<double>(runs);
        sum.words += static_cast<double>(length) * static_cast<double>(runs);
    }
    return sum;
}

// The length of blocks if all have the same one. Some blocks are adjacent by chance: a fraction 1 - p of the
// runs has one block, p (1 - p) has two, and so on. Returns 0 if the runs do not look like that.
std::uint64_t common_length(const Lengths& lengths) {
    const auto most = std::max_element(lengths.begin(), lengths.end(),
                                       [](const auto& a, const auto& b) { return a.second < b.second; });
    const Words all = sum_of(lengths);
    const double alone = static_cast<double>(most->second) / all.runs;
    double multiples = 0;
    for (const auto& [length, runs] : lengths)
        if (length % most->first == 0) multiples += static_cast<double>(runs);
    const double expected = static_cast<double>(most->first) / alone;
    const bool is_common =
        alone >= 0.5 && multiples >= 0.98 * all.runs && all.words / all.runs <= 1.1 * expected;
    return is_common ? most->first : 0;
}

std::uint64_t block_length(const Lengths& lengths) {
    if (const std::uint64_t common = common_length(lengths)) return common;
    const Words all = sum_of(lengths);
    return std::max<std::uint64_t>(1, static_cast<std::uint64_t>(std::llround(all.words / all.runs)));
}

double words_like(const Lengths& lengths, std::uint64_t l) {
    double like = 0;
    for (const auto& [length, runs] : lengths)
        if (2 * length >= l && length <= 2 * l)
            like += static_cast<double>(length) * static_cast<double>(runs);
    return like / sum_of(lengths).words;
}

// -- two streams

constexpr double min_share = 0.1;  // min share of the words for a separate stream
constexpr double min_distance = 8; // min ratio of the mean lengths of two streams

// The runs of classes `first` to `end` - 1, which have 2^first to 2^end - 1 words.
struct Part {
    std::size_t first = 0;
    std::size_t end = 64;

    bool has(std::uint64_t length) const { return length >> first != 0 && (end == 64 || length >> end == 0); }
};

Words command_words(const Observation& seen, Part part) {
    Words sum;
    for (std::size_t k = part.first; k < part.end; ++k) {
        sum.runs += static_cast<double>(seen.classes[k].runs);
        sum.words += static_cast<double>(seen.classes[k].words);
    }
    return sum;
}

// The mean base-2 logarithm of the run length, weighted by words.
double mean_log_length(const Observation& seen, Part part) {
    double sum = 0;
    for (std::size_t k = part.first; k < part.end; ++k)
        sum += static_cast<double>(seen.classes[k].words) * static_cast<double>(k);
    return sum / command_words(seen, part).words;
}

// Splits the run lengths where they separate best (Otsu 1979, on logarithms weighted by words). Returns one
// part if the lengths are not clearly different.
std::vector<Part> parts_of(const Observation& seen) {
    std::size_t border = 0;
    double best = 0;
    for (std::size_t at = 1; at < seen.classes.size(); ++at) {
        const double below = command_words(seen, {0, at}).words / static_cast<double>(seen.words);
        if (below < min_share || below > 1 - min_share) continue;
        const double distance = mean_log_length(seen, {at, 64}) - mean_log_length(seen, {0, at});
        const double between = below * (1 - below) * distance * distance;
        if (between <= best) continue;
        best = between;
        border = at;
    }
    if (border == 0) return {{}};
    const Words shorter = command_words(seen, {0, border});
    const Words longer = command_words(seen, {border, 64});
    if (longer.words / longer.runs < min_distance * shorter.words / shorter.runs) return {{}};
    return {{0, border}, {border, 64}};
}

Lengths lengths_of(const Observation& seen, Part part) {
    Lengths lengths;
    for (const auto& [length, runs] : seen.lengths)
        if (part.has(length)) lengths[length] = runs;
    if (!lengths.empty()) return lengths;
    for (const auto& [length, runs] : seen.cut_lengths)
        if (part.has(length)) lengths[length] = runs;
    return lengths;
}

// -- temporal locality

constexpr std::size_t bins_together = 4; // a quarter of an octave is enough to distinguish laws

// The reuse times of a part, counted in draws of its blocks. The words of both parts are interleaved, so a
// time in words is scaled by the part's share. Several streams count as equally long.
ReuseTimes reuse_times(const Observation& seen, Part part, std::uint64_t l) {
    Times times;
    for (std::size_t k = part.first; k < part.end; ++k)
        times.add(seen.classes[k].times);
    ReuseTimes reuse;
    reuse.first = static_cast<double>(times.first);
    reuse.streams = static_cast<double>(seen.streams);
    const double all_draws = command_words(seen, part).words / static_cast<double>(l);
    const double draws_of_word = all_draws / static_cast<double>(seen.words);
    reuse.draws = all_draws / reuse.streams;
    const auto add = [&](double until, double count) {
        if (reuse.until.empty() || until > reuse.until.back()) {
            reuse.until.push_back(until);
            reuse.count.push_back(0);
        }
        reuse.count.back() += count;
    };
    double pending = 0;
    for (std::size_t bin = 0; bin + 1 < time_bins && min_of(bin) <= seen.words; ++bin) {
        pending += static_cast<double>(times.count[bin]);
        if (bin >= exact_times && bin % bins_together != bins_together - 1) continue;
        // The last draw that begins before the next bin begins.
        const double next = static_cast<double>(min_of(bin + 1)) * draws_of_word;
        add(std::max(1.0, std::ceil(next - 1e-9) - 1), std::exchange(pending, 0));
    }
    add(std::max(1.0, reuse.draws), pending);
    return reuse;
}

struct Blocks {
    double least;
    double most;
};

// The min and max number of blocks. Min: as many as hold the words that this part was the first to touch,
// each once if several streams touched them. Max: as many as fit between its lowest and its highest address.
Blocks possible_blocks(const LastTouch::Footprint& footprint, double first, std::uint64_t l) {
    const auto words = static_cast<double>(l);
    const double touched = std::min(first, static_cast<double>(footprint.words));
    return {std::ceil(touched / words), std::ceil(static_cast<double>(footprint.extent) / words)};
}

// The memory size M in words. If words are scattered, or strides are a line or more, it covers as many lines
// as were touched; the law does not depend on the scale. M has one block more than are drawn, as the
// generator never draws the last one.
std::uint64_t memory_words(const LastTouch::Footprint& footprint, const Grain& grain, double blocks,
                           std::uint64_t l) {
    if (blocks <= 1) return l;
    const double spread =
        static_cast<double>(footprint.lines * grain.line_words) / static_cast<double>(footprint.words);
    const double most = std::max(blocks, static_cast<double>(footprint.extent) / static_cast<double>(l));
    const double spread_blocks = std::min(blocks * std::max(1.0, spread), most);
    return (static_cast<std::uint64_t>(std::llround(spread_blocks)) + 1) * l;
}

// -- distributions

// The times of a part of the words, in words of this part, sorted into the same bins again.
Distribution reuse_distribution(const Observation& seen, Part part) {
    Distribution all;
    const double share = command_words(seen, part).words / static_cast<double>(seen.words);
    for (std::size_t k = part.first; k < part.end; ++k) {
        const Times& times = seen.classes[k].times;
        all.beyond += static_cast<double>(times.first);
        for (std::size_t bin = 0; bin < time_bins; ++bin) {
            if (times.count[bin] == 0) continue;
            const double time = std::max(1.0, static_cast<double>(min_of(bin)) * share);
            const auto in_part = static_cast<std::uint64_t>(std::llround(time));
            all.counts[static_cast<double>(min_of(bin_of(in_part)))] += static_cast<double>(times.count[bin]);
        }
    }
    return all;
}

Distribution length_distribution(const Lengths& lengths) {
    Distribution all;
    for (const auto& [length, runs] : lengths)
        all.counts[static_cast<double>(length)] += static_cast<double>(length) * static_cast<double>(runs);
    return all;
}

Stream stream_of(const Observation& seen, Part part) {
    const Lengths lengths = lengths_of(seen, part);
    const Words all = command_words(seen, part);
    Stream stream;
    stream.l = block_length(lengths);
    stream.share = all.words / static_cast<double>(seen.words);
    stream.runs = static_cast<std::uint64_t>(all.runs);
    stream.runs_like_l = words_like(lengths, stream.l);
    const ReuseTimes reuse = reuse_times(seen, part, stream.l);
    const LastTouch::Footprint footprint = seen.footprint(part.first, part.end);
    const Blocks blocks = possible_blocks(footprint, reuse.first, stream.l);
    const bool is_used_again = reuse.again() > 0;
    const PowerLawFit fit = fit_power_law(reuse, blocks.least, is_used_again ? blocks.most : blocks.least);
    stream.alpha = fit.law.alpha;
    stream.ks_distance = is_used_again ? fit.ks_distance : 0;
    stream.reused = reuse.again() / reuse.touches();
    stream.m = memory_words(footprint, seen.grain, fit.law.blocks, stream.l);
    stream.reuse_times = reuse_distribution(seen, part);
    stream.run_lengths = length_distribution(lengths);
    return stream;
}

} // namespace

Stream single_stream(const Observation& seen) {
    return stream_of(seen, {});
}

Characterization characterize(const Observation& seen) {
    Characterization found;
    found.grain = seen.grain;
    found.accesses = seen.accesses;
    found.words = seen.words;
    found.footprint = seen.footprint(0, 64);
    const bool is_one = common_length(lengths_of(seen, {})) != 0;
    for (const Part part : is_one ? std::vector<Part>{{}} : parts_of(seen))
        found.streams.push_back(stream_of(seen, part));
    return found;
}

} // namespace loop::locality
