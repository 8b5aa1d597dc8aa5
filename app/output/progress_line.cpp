#include "app/output/progress_line.h"

#include "base/text/clean.h"

#include <fmt/core.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cmath>
#include <utility>

namespace loop::app {

namespace {

constexpr std::chrono::milliseconds between_rewrites(300);
constexpr std::chrono::seconds between_lines(10);

std::string left_text(double seconds) {
    const auto whole = static_cast<long long>(std::ceil(seconds));
    return whole < 60 ? fmt::format("{} s left", whole)
                      : fmt::format("{} min {} s left", whole / 60, whole % 60);
}

/// Cuts the line to the terminal's width: a longer one would wrap, and could not be rewritten.
std::string fitting(std::string line) {
    winsize size{};
    if (::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1 && line.size() >= size.ws_col)
        line.resize(size.ws_col - 1u);
    return line;
}

} // namespace

std::string progress_text(const runner::Progress& progress) {
    std::string text = fmt::format("{}  {}/{}", progress.what, progress.done, progress.of);
    if (progress.seconds_left > 0) text += "  " + left_text(progress.seconds_left);
    return text;
}

ProgressLine::ProgressLine(const Terminal& terminal)
    : terminal_(terminal), is_watched_(::isatty(STDERR_FILENO) == 1), last_(Clock::now()) {}

void ProgressLine::show(const runner::Progress& progress) {
    if (progress.done >= progress.of) {
        is_running_ = false;
        return clear();
    }
    const auto now = Clock::now();
    if (!std::exchange(is_running_, true)) last_ = now;
    if (now - last_ < (is_watched_ ? between_rewrites : std::chrono::milliseconds(between_lines))) return;
    last_ = now;
    if (!is_watched_) return terminal_.info(progress_text(progress));
    terminal_.diagnose("\r" + fitting("loop: " + clean_text(progress_text(progress), false)) + "\033[K");
    is_shown_ = true;
}

void ProgressLine::clear() {
    if (is_shown_) terminal_.diagnose("\r\033[K");
    is_shown_ = false;
}

} // namespace loop::app
