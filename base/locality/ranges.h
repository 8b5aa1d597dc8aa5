#pragma once

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <vector>

/// Which rank of a parallel program owns which addresses of its global memory. No side effects.
namespace loop::locality {

/// Malformed or contradictory ranges; the message says where, what was expected, and what was found.
class RangeError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

struct OwnedRange {
    std::uint64_t begin = 0;
    std::uint64_t end = 0; ///< the first byte after it
    int rank = 0;
    std::uint64_t line = 0; ///< of the file
};

class OwnedRanges {
public:
    /// Parses lines `rank,begin,end`: byte addresses, decimal or 0x hexadecimal; `end` is the first byte
    /// after the range. `#` starts a comment; the first line may be the heading `rank,begin,end`. Throws
    /// RangeError, also for ranges that overlap and for ranks of `ranks` or more.
    OwnedRanges(std::string_view csv, int ranks);

    /// Returns the rank that owns the byte at `address`; empty if no rank does.
    std::optional<int> owner_of(std::uint64_t address) const;

    /// The bytes that a rank owns, as a fraction of those of all ranks.
    double share_of(int rank) const;

private:
    void add(std::string_view line, int ranks);
    void refuse_overlaps() const;

    std::vector<OwnedRange> ranges_; // ascending
    std::uint64_t line_ = 0;         // while parsing
};

} // namespace loop::locality
