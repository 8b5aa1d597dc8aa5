#include "runner/outcome/ranks/trace_outcome.h"

#include "base/text/words.h"

#include <fmt/core.h>

#include <algorithm>
#include <fstream>

namespace loop::runner {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t longest_header = 16 << 20;

/// The second line of a trace file (docs/trace-format.md); null for anything else.
Json header_of(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    std::string line;
    if (!std::getline(file, line) || line != "loop-trace/1") return nullptr;
    line.clear();
    for (char c = 0; line.size() < longest_header && file.get(c) && c != '\n';)
        line += c;
    Json header = Json::parse_or_discard(line);
    return header.is_object() ? header : Json(nullptr);
}

Json from_record(const Json& record) {
    const auto found = record.find("trace");
    if (found == record.end() || !found->is_object() || !found->value("recorded", false)) return nullptr;
    Json trace = *found;
    trace.erase("recorded");
    return trace;
}

Json from_file(const fs::path& path) {
    const Json header = header_of(path);
    if (header.is_null()) return nullptr;
    std::error_code ignored;
    return {{"file", path.filename().string()},          {"events", header.value("events", 0LL)},
            {"dropped", header.value("dropped", 0LL)},   {"bytes", fs::file_size(path, ignored)},
            {"capacity", header.value("capacity", 0LL)}, {"ended", header.value("ended", "")}};
}

} // namespace

void find_traces(std::vector<RankOutcome>& outcomes, const fs::path& folder) {
    for (RankOutcome& outcome : outcomes) {
        try {
            outcome.trace = outcome.is_complete()
                                ? from_record(outcome.record)
                                : from_file(folder / fmt::format("rank-{}.trace", outcome.rank));
        } catch (const std::exception&) { // of unexpected types
            outcome.trace = nullptr;
        }
    }
}

std::vector<std::string> trace_losses(const std::vector<RankOutcome>& outcomes) {
    std::vector<int> ranks;
    long long dropped = 0;
    for (const RankOutcome& outcome : outcomes) {
        const long long own = outcome.trace.is_null() ? 0 : outcome.trace.value("dropped", 0LL);
        if (own > 0) ranks.push_back(outcome.rank);
        dropped = std::min(dropped + own, 1LL << 62);
    }
    std::vector<std::string> sentences = trace_failures(outcomes);
    if (dropped > 0)
        sentences.push_back(fmt::format("the trace lacks the last {} event{} of {}: the buffer was full (the "
                                        "last argument of \\OPEN0 is its size)",
                                        dropped, dropped == 1 ? "" : "s", rank_list(ranks)));
    return sentences;
}

std::vector<std::string> trace_failures(const std::vector<RankOutcome>& outcomes) {
    std::vector<std::string> sentences;
    for (const RankOutcome& outcome : outcomes) {
        const std::string problem = outcome.trace.is_null() ? "" : outcome.trace.value("problem", "");
        if (!problem.empty())
            sentences.push_back(fmt::format("the trace of rank {} is missing: {}", outcome.rank, problem));
    }
    return sentences;
}

} // namespace loop::runner
