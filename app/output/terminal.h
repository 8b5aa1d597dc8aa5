#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <iosfwd>
#include <string>

namespace loop::app {

/// The command's output: results to stdout, messages to stderr, color only on terminals.
class Terminal {
public:
    /// `when` is auto, always, or never; auto honors NO_COLOR and TERM=dumb.
    void set_color(const std::string& when);

    /// `quiet`: say() prints nothing.
    void set_quiet(bool quiet) { quiet_ = quiet; }

    bool is_quiet() const { return quiet_; }

    bool color_on_output() const { return output_color_; }
    bool color_on_errors() const { return errors_color_; }
    /// The width of the terminal on stdout in columns, limited to 60 to 100; 100 for files.
    std::size_t width() const;

    /// Throws Failure (InputOutput) if stdout cannot be written, as on a full disk, but not for a closed
    /// pipe.
    void print(const std::string& text) const;
    /// The same for what `write` writes to the stream, which fails when nobody reads any more.
    void stream(const std::function<void(std::ostream&)>& write) const;
    /// The same for untrusted text: cleans it, so that it cannot control the terminal.
    void show(const std::string& text) const;

    /// Messages may quote files and other programs: they are cleaned, so that they cannot control the
    /// terminal.
    void error(const std::string& message, const std::string& hint = {}) const;
    void warning(const std::string& message) const;
    void info(const std::string& message) const; ///< progress, and where files are
    void forward(const std::string& text) const; ///< messages of another program
    /// Prints text, such as rendered diagnostics, to stderr unchanged.
    void diagnose(const std::string& text) const;

private:
    std::string coloured(const char* code, const std::string& text) const;

    bool quiet_ = false;
    bool output_color_ = false;
    bool errors_color_ = false;
};

/// Writes the text to `output`, or prints it if `output` is empty.
void put(const std::string& text, const std::string& output, const Terminal& terminal);

/// The path relative to the current folder if it is inside that folder, else unchanged.
std::string shown_path(const std::filesystem::path& path);

} // namespace loop::app
