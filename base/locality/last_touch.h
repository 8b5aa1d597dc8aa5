#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <unordered_map>
#include <vector>

namespace loop::locality {

/// More memory is needed than the limit allows.
class MemoryLimit : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// The time of the last touch of each word. Memory grows with the number of touched words, in pages of 512
/// words, and not with the length of the stream: 8 bytes per word if words are close together, 4 KiB if each
/// is on its own page.
class LastTouch {
public:
    static constexpr std::uint64_t never = ~std::uint64_t{0};

    /// touch() throws MemoryLimit if it needs more than `limit_bytes`.
    explicit LastTouch(std::size_t limit_bytes) : limit_bytes_(limit_bytes) {}

    /// Records a touch. Returns the time of the previous touch of the word, or `never` for the first one.
    std::uint64_t touch(std::uint64_t word, std::uint64_t now) {
        const std::uint64_t page = word / words_of_page;
        if (page != recent_ || recent_times_ == nullptr) find(page);
        std::uint64_t& time = recent_times_[word % words_of_page];
        const std::uint64_t before = time;
        time = now;
        return before;
    }

    /// Adds `kind` (0 to 63) to the pages of words `first` to `last`, which must have been touched.
    void mark(std::uint64_t first, std::uint64_t last, unsigned kind) {
        for (std::uint64_t page = first / words_of_page; page <= last / words_of_page; ++page)
            pages_.at(page).kinds |= std::uint64_t{1} << kind;
    }

    /// Adds the words and pages that another stream touched, for footprint(); all their times become 0.
    void add(const LastTouch& other);

    /// The memory of the tables.
    std::size_t bytes() const { return pages_.size() * bytes_of_page; }

    struct Footprint {
        std::uint64_t words;  ///< touched words
        std::uint64_t lines;  ///< lines with at least one touched word
        std::uint64_t extent; ///< words from the first touched one to the last, without far gaps
    };
    /// The footprint of the pages that have one of `kinds`, a bit mask. A line has `line` words; a gap of
    /// more than `far` words is a far gap.
    Footprint footprint(std::uint64_t kinds, std::uint64_t line, std::uint64_t far) const;

private:
    static constexpr std::uint64_t words_of_page = 512;
    // The times of its words, and approximately its entry in the table of pages.
    static constexpr std::size_t bytes_of_page = words_of_page * sizeof(std::uint64_t) + 64;
    struct Page {
        std::unique_ptr<std::uint64_t[]> times;
        std::uint64_t kinds = 0;
    };

    void find(std::uint64_t page);

    std::size_t limit_bytes_;
    std::unordered_map<std::uint64_t, Page> pages_;
    std::uint64_t recent_ = 0;
    std::uint64_t* recent_times_ = nullptr;
};

} // namespace loop::locality
