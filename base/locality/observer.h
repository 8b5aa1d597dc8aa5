#pragma once

#include "base/locality/last_touch.h"
#include "base/locality/time_bins.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

/// Observes a stream of addresses: its runs (consecutive words, up or down), and for each touch the time
/// since the previous touch of that word. No side effects; LastTouch says how much memory this needs.
namespace loop::locality {

struct Grain {
    std::uint64_t word_bytes = 8; ///< of the words in which L and M are counted
    std::uint64_t line_words = 8; ///< of a cache line; M covers as many lines as were touched
};

/// All runs of 2^k to 2^(k+1) - 1 words.
struct RunClass {
    std::uint64_t runs = 0;
    std::uint64_t words = 0;
    Times times; ///< histogram of the words read between two touches of a word
};

struct Observation {
    Grain grain;
    std::uint64_t accesses = 0; ///< number of addresses
    std::uint64_t words = 0;    ///< number of words read so far, which is the clock
    std::array<RunClass, 64> classes;
    std::map<std::uint64_t, std::uint64_t> lengths;     ///< runs by their number of words
    std::map<std::uint64_t, std::uint64_t> cut_lengths; ///< those that the stream's end may have cut
    LastTouch memory;                                   ///< its kinds are the run classes
    std::uint64_t streams = 1; ///< how many streams it is of, each of which had its own clock

    /// Adds what was observed of another stream with the same grain. Throws MemoryLimit.
    void add(const Observation& other);

    /// What the runs of classes `first` to `end` - 1 touched, and all other touched words in the same pages.
    LastTouch::Footprint footprint(std::size_t first, std::size_t end) const;
};

/// Words farther apart are in separate regions: heap, stack, mapped files.
constexpr std::uint64_t far_gap_bytes = std::uint64_t{64} << 20;

class Observer {
public:
    Observer(Grain grain, std::size_t limit_bytes);

    /// An access to `size` bytes, at least one. Throws MemoryLimit if it needs more memory than the limit.
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
    // A run that may continue: consecutive words, up or down. The stream may alternate between runs, as a
    // loop does that reads several arrays. The time between the words of a run must then be constant.
    struct Run {
        std::uint64_t last = 0;    // word
        std::uint64_t address = 0; // within it
        std::uint64_t time = 0;
        std::uint64_t gap = 0;
        std::uint64_t length = 0; // 0: there is none
        bool down = false;
        // Pairs: the bin of the time since the previous touch of a word (first_touch: there was none), and
        // the number of consecutive words in that bin.
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
