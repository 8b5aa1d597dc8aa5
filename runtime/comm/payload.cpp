#include "comm/payload.h"

#include <cstring>

namespace loop::runtime {
namespace {

// Words increase by an odd constant from the seed: one addition per word changes all of its bytes, and a
// message that is shifted or from another sender differs in nearly every word.
constexpr std::uint64_t step = 0x9e3779b97f4a7c15u;

std::uint64_t mix_bits(std::uint64_t x) {
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

std::size_t count_wrong_in_word(const char* data, std::size_t bytes, std::uint64_t word) {
    char expected[sizeof word];
    std::memcpy(expected, &word, sizeof word);
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < bytes; ++i)
        wrong += data[i] != expected[i] ? 1 : 0;
    return wrong;
}

// Returns nonzero if any of `words` words differs; has no branch per word, so that it vectorizes.
std::uint64_t difference(const char* data, std::size_t words, std::uint64_t first) {
    std::uint64_t bits = 0;
    for (std::size_t i = 0; i < words; ++i) {
        std::uint64_t word;
        std::memcpy(&word, data + i * sizeof word, sizeof word);
        bits |= word ^ (first + i * step);
    }
    return bits;
}

} // namespace

PayloadKind payload_kind(int sender, Construct construct, const Site& site, std::int64_t call) {
    const auto place = static_cast<std::uint64_t>(construct) << 32 | static_cast<std::uint32_t>(site.line);
    const auto column = static_cast<std::uint64_t>(site.column) * step;
    const std::uint64_t seed = mix_bits(static_cast<std::uint64_t>(sender) + step);
    return {mix_bits(mix_bits(seed + place + column) + static_cast<std::uint64_t>(call)), seed};
}

void mark_payload(char* data, std::size_t bytes, const PayloadKind& kind) {
    std::memcpy(data, &kind.mark, bytes < sizeof kind.mark ? bytes : sizeof kind.mark);
}

void fill_payload(char* data, std::size_t bytes, const PayloadKind& kind) {
    const std::size_t words = bytes / sizeof kind.seed;
    for (std::size_t i = 0; i < words; ++i) {
        const std::uint64_t word = kind.seed + i * step;
        std::memcpy(data + i * sizeof word, &word, sizeof word);
    }
    const std::uint64_t last = kind.seed + words * step;
    std::memcpy(data + words * sizeof last, &last, bytes % sizeof last);
    mark_payload(data, bytes, kind);
}

std::size_t count_wrong_bytes(const char* data, std::size_t bytes, const PayloadKind& kind) {
    constexpr std::size_t block_words = 512;
    constexpr std::size_t word_bytes = sizeof kind.seed;
    const std::size_t words = bytes / word_bytes;
    if (words == 0) return count_wrong_in_word(data, bytes, kind.mark);
    std::size_t wrong = count_wrong_in_word(data, word_bytes, kind.mark);
    for (std::size_t begin = 1; begin < words; begin += block_words) {
        const std::size_t count = words - begin < block_words ? words - begin : block_words;
        const char* block = data + begin * word_bytes;
        const std::uint64_t first = kind.seed + begin * step;
        if (difference(block, count, first) == 0) continue;
        for (std::size_t i = 0; i < count; ++i)
            wrong += count_wrong_in_word(block + i * word_bytes, word_bytes, first + i * step);
    }
    return wrong +
           count_wrong_in_word(data + words * word_bytes, bytes % word_bytes, kind.seed + words * step);
}

void spoil_payload(char* data, std::size_t bytes) {
    for (std::size_t i = 0; i < bytes; ++i)
        data[i] = static_cast<char>(~data[i]);
}

} // namespace loop::runtime
