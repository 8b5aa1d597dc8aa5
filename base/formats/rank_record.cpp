#include "base/formats/rank_record.h"

#include <fmt/core.h>

#include <algorithm>

namespace loop::formats {

std::string rank_record_name(int rank) {
    return fmt::format("rank-{}.json", rank);
}

std::string read_rank_record(std::string_view text, RankRecord& record) {
    const std::string_view line = text.substr(0, text.find('\n'));
    const std::string_view rest = text.substr(std::min(line.size() + 1, text.size()));
    if (rest.empty() || rest.find('\n') != rest.size() - 1) return "has an incomplete record";
    if (rest.substr(0, rest.size() - 1) != record_checksum(line)) return "has a record with a wrong checksum";
    const Json json = Json::parse_or_discard(line);
    if (json[keys::schema] != keys::rank_record_schema)
        return fmt::format("has a record that is not of schema {}", keys::rank_record_schema);
    Problems problems;
    auto read = from_json<RankRecord>(json, problems);
    if (!problems.empty()) return fmt::format("has a record with an invalid `{}`", problems.front().member);
    record = std::move(*read);
    return {};
}

std::vector<Phase> named_phases(const std::vector<Phase>& phases) {
    std::vector<Phase> named;
    for (const Phase& phase : phases) {
        auto found =
            std::find_if(named.begin(), named.end(), [&](const Phase& p) { return p.name == phase.name; });
        if (found == named.end()) found = named.insert(found, {phase.name, 0, 0, 0.0, 0});
        *found->total_seconds += phase.total_seconds.value_or(0);
        if (std::isfinite(phase.flops)) found->flops += phase.flops;
        if (std::isfinite(phase.memory_bytes)) found->memory_bytes += phase.memory_bytes;
        if (std::isfinite(phase.flops_without_bytes)) found->flops_without_bytes += phase.flops_without_bytes;
    }
    return named;
}

} // namespace loop::formats
