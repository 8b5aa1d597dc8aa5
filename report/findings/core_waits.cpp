#include "report/findings/core_waits.h"

#include "base/formats/node_threads.h"

#include <algorithm>

namespace loop::report {

namespace {

/// The records of the launch that the sheet shows.
std::vector<const formats::RankRecord*> shown_records(const RunDirectory& directory) {
    std::vector<const formats::RankRecord*> records;
    const auto& launches = directory.run.launches;
    const auto index = static_cast<std::size_t>(directory.launch - 1);
    if (index >= launches.size()) return records;
    for (const formats::RunRank& rank : launches[index].ranks)
        if (rank.record && rank.rank >= 0 && rank.rank < directory.run.ranks)
            records.push_back(&*rank.record);
    return records;
}

} // namespace

namespace {

/// A time of each rank in percent of the time in which it was measured.
std::vector<double> percents(const RunDirectory& directory, double formats::RankUsage::*seconds) {
    std::vector<double> percents;
    for (const formats::RankRecord* record : shown_records(directory)) {
        const std::optional<double>& whole = record->usage.core_wait_of_seconds;
        if (!whole || !(*whole > 0) || record->rank < 0 || record->rank >= directory.run.ranks) continue;
        constexpr double rounding = 1; // percentage points
        const double percent = 100 * record->usage.*seconds / *whole;
        percents.resize(static_cast<std::size_t>(directory.run.ranks));
        if (!(percent >= 0 && percent <= 100 + rounding))
            continue; // longer than the rank ran: it was measured wrong
        percents[static_cast<std::size_t>(record->rank)] = std::min(percent, 100.0);
    }
    return percents;
}

} // namespace

std::vector<double> core_waits(const RunDirectory& directory) {
    return percents(directory, &formats::RankUsage::core_wait_seconds);
}

std::vector<double> off_cores(const RunDirectory& directory) {
    return percents(directory, &formats::RankUsage::off_cores_seconds);
}

std::optional<SharedCores> shared_cores(const RunDirectory& directory) {
    std::optional<SharedCores> worst;
    const auto load = [](const SharedCores& one) { return static_cast<double>(one.threads) / one.cores; };
    const std::vector<const formats::RankRecord*> all = shown_records(directory);
    for (const formats::RankRecord* record : all) {
        const SharedCores own{record->node_ranks, formats::node_threads(*record, all), record->node_cores};
        if (own.cores <= 0 || own.threads <= own.cores) continue;
        if (!worst || load(own) > load(*worst)) worst = own;
    }
    return worst;
}

bool is_throttled(const RunDirectory& directory) {
    const auto& launches = directory.run.launches;
    const auto index = static_cast<std::size_t>(directory.launch - 1);
    return index < launches.size() && launches[index].throttled.has_value();
}

} // namespace loop::report
