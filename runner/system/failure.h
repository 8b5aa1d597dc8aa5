#pragma once

#include <stdexcept>
#include <string>
#include <utility>

namespace loop::runner {

/// Exit code of the command, for all verbs (docs/exit-codes.md); 128 + N after signal N.
enum class ExitCode {
    Good = 0,
    Finding = 1, ///< the answer is no: slower, INVALID, not formatted, not alike
    Usage = 2,
    SourceErrors = 3,
    BuildFailed = 4,
    RunFailed = 5,
    TimedOut = 6,
    InputOutput = 7,
    Undecided = 8,   ///< the measurements leave the question open
    NotMeasured = 9, ///< what the question is about was not measured
    Interrupted = 130,
    Terminated = 143,
};

/// An error that ends the command: the problem and, if useful, what to do.
class Failure : public std::runtime_error {
public:
    Failure(ExitCode code, const std::string& message, std::string hint = {})
        : std::runtime_error(message), code_(code), hint_(std::move(hint)) {}

    ExitCode code() const { return code_; }
    const std::string& hint() const { return hint_; }

    /// Output of another program about it (a compiler's messages), shown unchanged before the message.
    const std::string& details() const { return details_; }
    Failure& with_details(std::string details) {
        details_ = std::move(details);
        return *this;
    }

private:
    ExitCode code_;
    std::string hint_;
    std::string details_;
};

} // namespace loop::runner
