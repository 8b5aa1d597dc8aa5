#pragma once

#include <string>
#include <vector>

namespace loop::formats {

/// What is wrong in a file: "`payload.faults[0].line` is `0.5`, no whole number".
struct Problem {
    std::string where;  ///< "payload.faults[0].line"
    std::string member; ///< "line"
    std::string what;   ///< "is `0.5`, no whole number"

    std::string text() const { return "`" + where + "` " + what; }
};

using Problems = std::vector<Problem>;

} // namespace loop::formats
