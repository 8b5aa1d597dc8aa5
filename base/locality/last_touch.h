#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <unordered_map>
#include <vector>

namespace loop::locality {

/// The memory that is needed to go on would be more than the limit.
class MemoryLimit : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// When each word was touched last. Memory grows with the words that are touched, in pages of 512 words, and
/// not with the length of the stream: 8 bytes a word where words lie close, 4 KiB where each has a page.
class LastTouch {
public:
    static constexpr std::uint64_t never = ~std::uint64_t{0};

    /// Above `limit_bytes` touch() throws MemoryLimit.
    explicit LastTouch(std::size_t limit_bytes) : limit_bytes_(limit_bytes) {}

    /// The time of the touch before; `never` for the first one.
    std::uint64_t touch(std::uint64_t word, std::uint64_t now) {
        const std::uint64_t page = word / words_of_page;
        if (page != recent_ || recent_times_ == nullptr) find(page);
        std::uint64_t& time = recent_times_[word % words_of_page];
        const std::uint64_t before = time;
        time = now;
        return before;
    }

    /// Words `first` to `last`, which were touched, belong to kind `kind`, 0 to 63, as well.
    void mark(std::uint64_t first, std::uint64_t last, unsigned kind) {
        for (std::uint64_t page = first / words_of_page; page <= last / words_of_page; ++page)
            pages_.at(page).kinds |= std::uint64_t{1} << kind;
    }

    struct Footprint {
        std::uint64_t words;  ///< that were touched
        std::uint64_t lines;  ///< with at least one of them
        std::uint64_t extent; ///< words from the first to the last, without far gaps
    };
    /// Of the pages with words of one of the kinds, a bit each. Lines of `line` words; a gap of more than
    /// `far` words is far.
    Footprint footprint(std::uint64_t kinds, std::uint64_t line, std::uint64_t far) const;

private:
    static constexpr std::uint64_t words_of_page = 512;
    // Its times, and about what the table of pages takes for it.
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
