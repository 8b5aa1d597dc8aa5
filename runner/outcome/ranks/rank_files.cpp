#include "runner/outcome/ranks/rank_files.h"

#include "base/text/strings.h"
#include "runner/outcome/ranks/last_seen.h"
#include "runner/system/failure.h"
#include "runner/system/files.h"

namespace loop::runner {

namespace fs = std::filesystem;

namespace {

/// The rank of a file `rank-R.json` or `rank-R.status`.
std::optional<int> rank_of(const fs::path& file) {
    constexpr int too_many = 1 << 24;
    const std::string name = file.stem().string();
    if (file.extension() != ".json" && file.extension() != ".status") return std::nullopt;
    const auto rank = name.rfind("rank-", 0) == 0 ? number_in<int>(name.substr(5)) : std::nullopt;
    return rank && *rank >= 0 && *rank < too_many ? rank : std::nullopt;
}

} // namespace

std::set<int> ranks_with_files(const fs::path& folder) {
    std::set<int> ranks;
    std::error_code error;
    for (fs::directory_iterator file(folder, error), end; !error && file != end; file.increment(error))
        if (const auto rank = rank_of(file->path())) ranks.insert(*rank);
    return ranks;
}

std::optional<formats::RankRecord> record_of(const fs::path& folder, int rank) {
    formats::RankRecord record;
    std::error_code ignored;
    const fs::path file = folder / formats::rank_record_name(rank);
    if (!fs::is_regular_file(file, ignored)) return std::nullopt;
    try {
        if (!read_rank_record(read_file(file), record).empty()) return std::nullopt;
    } catch (const Failure&) {
        return std::nullopt;
    }
    return record.ranks > 0 ? std::optional(std::move(record)) : std::nullopt;
}

int number_of_ranks(const fs::path& folder, const std::set<int>& ranks) {
    for (const int rank : ranks) {
        if (const auto status = read_status_file(folder, rank); status && status->ranks > 0)
            return status->ranks;
        if (const auto record = record_of(folder, rank)) return record->ranks;
    }
    return *ranks.rbegin() + 1; // no rank has reached \OPEN0
}

} // namespace loop::runner
