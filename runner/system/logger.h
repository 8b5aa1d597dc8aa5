#pragma once

#include <functional>
#include <string>

namespace loop::runner {

/// Progress of a slow operation. `done == of` marks its end, successful or not.
struct Progress {
    std::string what; ///< "building the runtime library for machine `local`"
    int done = 0;
    int of = 0;
    double seconds_left = -1; ///< negative: unknown
};

/// Receives messages for the user.
struct Logger {
    std::function<void(const std::string&)> info;    ///< one line from LOOP
    std::function<void(const std::string&)> forward; ///< output of another program, unchanged
    std::function<void(const Progress&)> progress{}; ///< several times per second; may be empty
};

} // namespace loop::runner
