#pragma once

#include "report/findings/run_conclusions.h"
#include "support.h"
#include "trace_builder.h"

#include <algorithm>
#include <string>
#include <vector>

/// What is concluded from a trace.
namespace loop_tests {

using namespace loop::report;

inline RunDirectory traced(Trace trace) {
    RunDirectory directory;
    directory.run.source.file = "t.loop";
    directory.run.ranks = static_cast<int>(trace.ranks.size());
    directory.trace = std::move(trace);
    return directory;
}

inline std::vector<Conclusion> conclusions_of(const Trace& trace) {
    const RunDirectory directory = traced(trace);
    const Analysis analysis = analyze(*directory.trace);
    return run_conclusions(directory, &analysis);
}

/// The ids, in their order.
inline std::vector<std::string> ids(const std::vector<Conclusion>& conclusions) {
    std::vector<std::string> result;
    for (const Conclusion& conclusion : conclusions)
        result.push_back(conclusion.id);
    return result;
}

/// Null if there is none.
inline const Conclusion* find(const std::vector<Conclusion>& conclusions, const std::string& id) {
    const auto found = std::find_if(conclusions.begin(), conclusions.end(),
                                    [&](const Conclusion& conclusion) { return conclusion.id == id; });
    return found == conclusions.end() ? nullptr : &*found;
}

inline std::string text_of(const std::vector<Conclusion>& conclusions, const std::string& id) {
    const Conclusion* found = find(conclusions, id);
    return found == nullptr ? "no " + id : found->text;
}

} // namespace loop_tests
