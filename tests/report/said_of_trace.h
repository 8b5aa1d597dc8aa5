#pragma once

#include "report/findings/run_conclusions.h"
#include "trace_builder.h"

#include <map>
#include <string>

namespace loop_tests {

/// What is concluded from a trace, by id.
inline std::map<std::string, loop::report::Conclusion> said_of_trace(const loop::report::Trace& trace) {
    loop::report::RunDirectory directory;
    directory.run.source.file = "t.loop";
    directory.run.ranks = static_cast<int>(trace.ranks.size());
    directory.trace = trace;
    const loop::report::Analysis analysis = loop::report::analyze(*directory.trace);
    std::map<std::string, loop::report::Conclusion> said;
    for (const loop::report::Conclusion& one : loop::report::run_conclusions(directory, &analysis))
        said[one.id] = one;
    return said;
}

} // namespace loop_tests
