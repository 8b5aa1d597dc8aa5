#pragma once

#include <functional>
#include <string>

namespace loop::runner {

/// How far something slow is. `done == of` is its end, whether it was good or not.
struct Progress {
    std::string what; ///< "building the runtime library for machine `local`"
    int done = 0;
    int of = 0;
    double seconds_left = -1; ///< below 0: not known
};

/// Words for the user while something slow happens.
struct Say {
    std::function<void(const std::string&)> line;     ///< one line of ours
    std::function<void(const std::string&)> messages; ///< another program's text, as it is
    std::function<void(const Progress&)> progress{};  ///< several times a second; may be empty
};

} // namespace loop::runner
