#include "app/output/terminal.h"

#include "base/text/clean.h"
#include "runner/system/failure.h"
#include "runner/system/files.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>

namespace loop::app {

namespace {

bool wants_color(const std::string& when, int fd) {
    if (when != "auto") return when == "always";
    const char* no_color = std::getenv("NO_COLOR");
    const char* term = std::getenv("TERM");
    if (no_color != nullptr && *no_color != '\0') return false;
    return ::isatty(fd) == 1 && term != nullptr && std::strcmp(term, "dumb") != 0;
}

/// A reader that exits early is no error.
void report_output_error(int error) {
    if (error == EPIPE) return;
    throw runner::Failure(runner::ExitCode::InputOutput,
                          std::string("cannot write to stdout: ") + std::strerror(error != 0 ? error : EIO));
}

} // namespace

void Terminal::set_color(const std::string& when) {
    output_color_ = wants_color(when, STDOUT_FILENO);
    errors_color_ = wants_color(when, STDERR_FILENO);
}

std::size_t Terminal::width() const {
    winsize size{};
    if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return 100;
    return std::clamp<std::size_t>(size.ws_col, 60, 100);
}

void Terminal::print(const std::string& text) const {
    const bool written =
        std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
    if (!written) report_output_error(errno);
}

void Terminal::stream(const std::function<void(std::ostream&)>& write) const {
    errno = 0;
    write(std::cout);
    if (!std::cout.flush()) report_output_error(errno);
}

void Terminal::show(const std::string& text) const {
    print(clean_text(text, true));
}

std::string Terminal::coloured(const char* code, const std::string& text) const {
    return errors_color_ ? std::string("\033[") + code + "m" + text + "\033[0m" : text;
}

void Terminal::diagnose(const std::string& text) const {
    std::fwrite(text.data(), 1, text.size(), stderr);
}

void Terminal::error(const std::string& message, const std::string& hint) const {
    diagnose(coloured("1;31", "error:") + " " + clean_text(message, true) + "\n");
    if (!hint.empty()) diagnose(coloured("1;36", "hint:") + " " + clean_text(hint, true) + "\n");
}

void Terminal::warning(const std::string& message) const {
    diagnose(coloured("1;33", "warning:") + " " + clean_text(message, true) + "\n");
}

void Terminal::info(const std::string& message) const {
    if (!quiet_) diagnose("loop: " + clean_text(message, true) + "\n");
}

void Terminal::forward(const std::string& text) const {
    diagnose(clean_text(text, true));
}

void put(const std::string& text, const std::string& output, const Terminal& terminal) {
    if (output.empty())
        terminal.print(text);
    else
        runner::write_file_atomically(output, text);
}

std::string shown_path(const std::filesystem::path& path) {
    std::error_code error;
    const std::filesystem::path here = std::filesystem::current_path(error);
    const std::filesystem::path relative = error ? path : path.lexically_proximate(here);
    return relative.empty() || *relative.begin() == ".." ? path.string() : relative.string();
}

} // namespace loop::app
