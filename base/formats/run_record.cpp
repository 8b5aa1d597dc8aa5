#include "base/formats/run_record.h"

#include "base/statistics/order_statistics.h"

#include <algorithm>

namespace loop::formats {

namespace {

/// Adds tags to runs of older versions, which had none.
void add_tags(RunRecord& record) {
    for (ResultValue& result : record.summary.results)
        if (result.tag.tag.empty()) result.tag = tag_of_name(result.name, result.unit);
    for (RunLaunch& launch : record.launches)
        for (RunRank& rank : launch.ranks)
            if (rank.record)
                for (Series& series : rank.record->series)
                    if (series.tag.tag.empty()) series.tag = tag_of_name(series.name, series.y_unit);
}

} // namespace

std::optional<Spread> spread(const std::vector<double>& values) {
    if (values.empty()) return std::nullopt;
    const auto [least, greatest] = std::minmax_element(values.begin(), values.end());
    return Spread{*least, statistics::median(values), *greatest};
}

std::optional<RunRecord> read_run_record(const Json& json, Problems& problems, Reader::Texts texts) {
    auto record = from_json<RunRecord>(json, problems, texts);
    if (record) add_tags(*record);
    return record;
}

template Json to_json(const RunRecord&);

} // namespace loop::formats
