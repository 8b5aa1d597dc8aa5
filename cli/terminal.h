#pragma once

#include <cstddef>
#include <string>

namespace loop::cli {

/// Where the command's words go: results to stdout, messages to stderr, colour only where a person looks.
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

    /// Failure (InputOutput) when stdout cannot be written (a full disk); a reader that has left is no
    /// failure.
    void print(const std::string& text) const;
    /// The same for texts that others wrote: nothing in them steers the screen.
    void show(const std::string& text) const;

    /// What is said may quote files and other programs: nothing in it steers the screen.
    void error(const std::string& message, const std::string& hint = {}) const;
    void say(const std::string& message) const; ///< what is being done, and where things are
    void pass_on(const std::string& text) const; ///< messages of another program
    /// Text for stderr as it is: rendered diagnostics.
    void diagnose(const std::string& text) const;

private:
    std::string coloured(const char* code, const std::string& text) const;

    bool quiet_ = false;
    bool output_colour_ = false;
    bool errors_colour_ = false;
};

} // namespace loop::cli
