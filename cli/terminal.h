#pragma once

#include <cstddef>
#include <string>

namespace loop::cli {

/// Output of the command: results to stdout, messages to stderr, color only on terminals.
class Terminal {
public:
    /// `when` is auto, always or never; auto honours NO_COLOR and TERM=dumb.
    void set_colour(const std::string& when);

    /// say() is silent.
    void set_quiet(bool quiet) { quiet_ = quiet; }

    bool colour_on_output() const { return output_colour_; }
    bool colour_on_errors() const { return errors_colour_; }
    /// Columns of the terminal on stdout, between 60 and 100; 100 for files.
    std::size_t width() const;

    /// Failure (InputOutput) if stdout cannot be written (a full disk); a reader that has left is no
    /// failure.
    void print(const std::string& text) const;
    /// The same for untrusted text, which cannot control the terminal.
    void show(const std::string& text) const;

    /// Messages may quote files and other programs, which cannot control the terminal.
    void error(const std::string& message, const std::string& hint = {}) const;
    void info(const std::string& message) const; ///< progress, and where files are
    void forward(const std::string& text) const; ///< messages of another program
    /// Unchanged text for stderr: rendered diagnostics.
    void diagnose(const std::string& text) const;

private:
    std::string coloured(const char* code, const std::string& text) const;

    bool quiet_ = false;
    bool output_colour_ = false;
    bool errors_colour_ = false;
};

} // namespace loop::cli
