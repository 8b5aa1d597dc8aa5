#include "base/locality/ranges.h"

#include "base/locality/scan.h"
#include "base/text/strings.h"

#include <fmt/core.h>

#include <algorithm>

namespace loop::locality {
namespace {

constexpr const char* csv_heading = "rank,begin,end";

bool take_comma(std::string_view& text) {
    skip_blanks(text);
    if (text.empty() || text.front() != ',') return false;
    text.remove_prefix(1);
    skip_blanks(text);
    return true;
}

double bytes_of(const OwnedRange& range) {
    return static_cast<double>(range.end - range.begin);
}

} // namespace

OwnedRanges::OwnedRanges(std::string_view csv, int ranks) {
    for (const std::string_view line : lines_of(csv)) {
        ++line_;
        const std::string_view text = trimmed(line);
        const bool is_heading = ranges_.empty() && text == csv_heading;
        if (!text.empty() && text.front() != '#' && !is_heading) add(text, ranks);
    }
    if (ranges_.empty()) throw RangeError("it has no range; expected lines `rank,begin,end`");
    std::sort(ranges_.begin(), ranges_.end(),
              [](const OwnedRange& a, const OwnedRange& b) { return a.begin < b.begin; });
    refuse_overlaps();
}

void OwnedRanges::add(std::string_view line, int ranks) {
    std::string_view text = line;
    std::uint64_t rank = 0;
    OwnedRange range;
    range.line = line_;
    const bool is_range = take_number(text, 10, rank) && take_comma(text) &&
                          take_prefixed_number(text, range.begin) && take_comma(text) &&
                          take_prefixed_number(text, range.end) && text.empty();
    if (!is_range)
        throw RangeError(
            fmt::format("line {}: expected `rank,begin,end`, found `{}`", line_, beginning(line)));
    if (rank >= static_cast<std::uint64_t>(ranks))
        throw RangeError(fmt::format("line {}: rank {} has a range, but no stream: {}", line_, rank,
                                     ranks == 1 ? "the only stream is that of rank 0"
                                                : fmt::format("there are ranks 0 to {}", ranks - 1)));
    if (range.begin >= range.end)
        throw RangeError(
            fmt::format("line {}: expected an end after the beginning, found `{}`", line_, beginning(line)));
    range.rank = static_cast<int>(rank);
    ranges_.push_back(range);
}

void OwnedRanges::refuse_overlaps() const {
    for (std::size_t k = 1; k < ranges_.size(); ++k) {
        const OwnedRange& before = ranges_[k - 1];
        const OwnedRange& after = ranges_[k];
        if (after.begin >= before.end) continue;
        throw RangeError(fmt::format("lines {} and {}: the ranges overlap; both contain the byte at {:#x}",
                                     std::min(before.line, after.line), std::max(before.line, after.line),
                                     after.begin));
    }
}

std::optional<int> OwnedRanges::owner_of(std::uint64_t address) const {
    const auto after =
        std::upper_bound(ranges_.begin(), ranges_.end(), address,
                         [](std::uint64_t value, const OwnedRange& range) { return value < range.begin; });
    if (after == ranges_.begin() || address >= (after - 1)->end) return std::nullopt;
    return (after - 1)->rank;
}

double OwnedRanges::share_of(int rank) const {
    double own = 0;
    double all = 0;
    for (const OwnedRange& range : ranges_) {
        all += bytes_of(range);
        if (range.rank == rank) own += bytes_of(range);
    }
    return own / all;
}

} // namespace loop::locality
