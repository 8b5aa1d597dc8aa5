#pragma once

#include "base/locality/last_touch.h"
#include "base/locality/time_bins.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

/// A stream of addresses, observed as it comes: which words are read in one run, and how long ago each word
/// was touched before. Pure; memory as LastTouch says.
namespace loop::locality {

struct Grain {
    std::uint64_t word_bytes = 8; ///< what L and M count
    std::uint64_t line_words = 8; ///< what caches hold: of that M has as many as were touched
};

/// The runs of 2^k to 2^(k+1) - 1 words together.
struct RunClass {
    std::uint64_t runs = 0;
    std::uint64_t words = 0;
    Times times; ///< words since each word was touched before
};

struct Observation {
    Grain grain;
    std::uint64_t accesses = 0; ///< addresses
    std::uint64_t words = 0;    ///< the time: words that were read, one by one
    std::array<RunClass, 64> classes;
    std::map<std::uint64_t, std::uint64_t> lengths;     ///< runs by their number of words
    std::map<std::uint64_t, std::uint64_t> cut_lengths; ///< of those that the end of the stream may have cut
    LastTouch memory;                                   ///< the kinds are the classes

    /// What the runs of classes `first` to `end` - 1 touched, and what lies in the same pages.
    LastTouch::Footprint footprint(std::size_t first, std::size_t end) const;
};

/// Words farther apart are in regions of their own: heap, stack, mapped files.
constexpr std::uint64_t far_gap_bytes = std::uint64_t{64} << 20;

class Observer {
public:
    Observer(Grain grain, std::size_t limit_bytes);

    /// An access to `size` bytes, at least one. MemoryLimit where memory does not suffice.
    void access(std::uint64_t address, std::uint64_t size) {
        ++seen_.accesses;
        const std::uint64_t last = (address + (size - 1)) / grain_.word_bytes;
        std::uint64_t word = address / grain_.word_bytes;
        read(word, address);
        while (word != last) {
            ++word;
            read(word, word * grain_.word_bytes);
        }
    }

    Observation finish();

private:
    // A run that may go on: words in sequence, up or down, also where other runs are read in turn
    // with it, as arrays in a loop are; then each word must come as long after the one before as the others
    // did.
    struct Run {
        std::uint64_t last = 0;    // word
        std::uint64_t address = 0; // within it
        std::uint64_t time = 0;
        std::uint64_t gap = 0;
        std::uint64_t length = 0; // 0: there is none
        bool down = false;
        // By the bins of the times since they were touched before (first_touch: never), each so many words in
        // a row.
        std::vector<std::pair<std::size_t, std::uint64_t>> touches;
    };
    static constexpr std::size_t open_runs = 16;
    static constexpr std::size_t first_touch = time_bins;

    void read(std::uint64_t word, std::uint64_t address);
    bool continues(const Run& run, std::uint64_t word) const;
    bool same_word(const Run& run, std::uint64_t word, std::uint64_t address) const;
    void extend(Run& run, std::uint64_t word, std::uint64_t address);
    void begin(std::uint64_t word, std::uint64_t address);
    void touch(Run& run, std::uint64_t word);
    void close(Run& run, bool cut);

    Grain grain_;
    std::array<Run, open_runs> runs_;
    std::size_t recent_ = 0;
    Observation seen_;
};

} // namespace loop::locality
