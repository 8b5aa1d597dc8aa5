#pragma once

#include "app/output/terminal.h"
#include "runner/system/logger.h"

#include <chrono>
#include <string>

namespace loop::app {

/// Progress on stderr: one rewritten line on a terminal, otherwise a line every 10 seconds.
class ProgressLine {
public:
    explicit ProgressLine(const Terminal& terminal);

    /// Can be called at any rate. The line disappears when the operation ends.
    void show(const runner::Progress& progress);

    /// Removes the line. Call before printing anything else.
    void clear();

private:
    using Clock = std::chrono::steady_clock;

    const Terminal& terminal_;
    bool is_watched_;
    bool is_running_ = false;
    bool is_shown_ = false;
    Clock::time_point last_;
};

/// "building loop  142/320  1 min 50 s left"
std::string progress_text(const runner::Progress& progress);

} // namespace loop::app
