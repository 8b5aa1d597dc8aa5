#include "runner/outcome/ranks/trace_outcome.h"

#include "base/text/strings.h"

#include <fmt/core.h>

#include <algorithm>
#include <fstream>

namespace loop::runner {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t longest_header = 16 << 20;

std::optional<formats::TraceFile> from_record(const formats::RankTraceFile& trace) {
    return trace.recorded ? std::optional<formats::TraceFile>(trace) : std::nullopt;
}

/// The header uses the same keys as the record.
std::optional<formats::TraceFile> from_file(const fs::path& path) {
    const Json header = Json::parse_or_discard(trace_header(path));
    if (!header.is_object()) return std::nullopt;
    formats::Problems problems;
    auto trace = formats::from_json<formats::TraceFile>(header, problems);
    if (!problems.empty()) return std::nullopt;
    std::error_code ignored;
    trace->file = path.filename().string();
    trace->bytes = static_cast<long long>(fs::file_size(path, ignored));
    if (!trace->ended) trace->ended.emplace();
    return trace;
}

} // namespace

fs::path trace_file(const fs::path& records, int rank) {
    return records / fmt::format("rank-{}.trace", rank);
}

std::string trace_header(const fs::path& path) {
    std::error_code ignored;
    if (!fs::is_regular_file(path, ignored)) return {};
    std::ifstream file(path, std::ios::binary);
    std::string line;
    if (!std::getline(file, line) || line != trace_version) return {};
    line.clear();
    for (char c = 0; line.size() <= longest_header && file.get(c);)
        if (c == '\n')
            return line;
        else
            line += c;
    return {};
}

void find_traces(std::vector<RankOutcome>& outcomes, const fs::path& folder) {
    for (RankOutcome& outcome : outcomes)
        outcome.trace =
            outcome.record ? from_record(outcome.record->trace) : from_file(trace_file(folder, outcome.rank));
}

std::vector<std::string> trace_losses(const std::vector<RankOutcome>& outcomes) {
    std::vector<int> ranks;
    long long dropped = 0;
    for (const RankOutcome& outcome : outcomes) {
        const long long own = outcome.trace ? outcome.trace->dropped : 0;
        if (own > 0) ranks.push_back(outcome.rank);
        dropped = std::min(dropped + own, 1LL << 62);
    }
    std::vector<std::string> sentences = trace_failures(outcomes);
    if (dropped > 0)
        sentences.push_back(fmt::format("the trace lacks the last {} of {}: the buffer was full (the last "
                                        "argument of \\OPEN0 is its size, or --disk of `loop record`)",
                                        counted(dropped, "event"), rank_list(ranks)));
    return sentences;
}

std::vector<std::string> trace_failures(const std::vector<RankOutcome>& outcomes) {
    std::vector<std::string> sentences;
    for (const RankOutcome& outcome : outcomes) {
        const std::string problem = outcome.trace ? outcome.trace->problem : "";
        if (!problem.empty())
            sentences.push_back(fmt::format("the trace of rank {} is missing: {}", outcome.rank, problem));
    }
    return sentences;
}

} // namespace loop::runner
