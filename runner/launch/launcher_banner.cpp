#include "runner/launch/launcher_banner.h"

#include "base/text/clean.h"
#include "base/text/strings.h"

#include <algorithm>

namespace loop::runner {

namespace {

constexpr int max_lines = 12; // of Open MPI's banners: a rule that is lost must not hide all that follows
constexpr std::size_t min_rule = 60; // MPICH draws 83 characters, Open MPI 74

bool begins(std::string_view text, std::string_view with) {
    return text.substr(0, with.size()) == with;
}

/// A line of one character, which separates a banner from the output.
bool is_rule(std::string_view line, char c) {
    const std::size_t end = line.find_last_not_of("\r\n") + 1;
    return end >= min_rule && line.substr(0, end).find_first_not_of(c) == std::string_view::npos;
}

bool is_mpich_head(std::string_view line) {
    return begins(line, "=   BAD TERMINATION OF ONE OF YOUR APPLICATION PROCESSES");
}

bool is_mpich_end(std::string_view line) {
    return begins(line, "YOUR APPLICATION TERMINATED WITH THE EXIT STRING") ||
           begins(line, "This typically refers to a problem with your application") ||
           begins(line, "Please see the FAQ page for debugging suggestions");
}

bool is_openmpi_head(std::string_view line) {
    return begins(line, "Primary job  terminated normally, but") ||
           line.find("noticed that process rank") != std::string_view::npos ||
           begins(line, "mpirun detected that one or more processes exited with non-zero status") ||
           begins(line, "mpiexec detected that one or more processes exited with non-zero status") ||
           begins(line, "mpiexec.openmpi detected that one or more processes exited with non-zero status");
}

} // namespace

std::string LauncherBanner::shown_of(std::string_view text) {
    std::string shown;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        const std::string_view piece = text.substr(0, end == std::string_view::npos ? end : end + 1);
        text.remove_prefix(piece.size());
        if (is_inside_) {
            shown += piece;
            is_inside_ = end == std::string_view::npos;
            continue;
        }
        partial_ += piece;
        if (end != std::string_view::npos) {
            line(partial_, shown);
            partial_.clear();
        } else if (!may_be_banner(partial_)) {
            line(partial_, shown);
            partial_.clear();
            is_inside_ = true;
        }
    }
    return shown;
}

std::string LauncherBanner::rest() {
    std::string shown = in_ == In::Rule ? rule_ : "";
    shown += partial_;
    rule_.clear();
    partial_.clear();
    return shown;
}

/// Whether a line that begins like this may belong to a banner, so that its end must be waited for.
bool LauncherBanner::may_be_banner(std::string_view begin) const {
    const char c = begin.empty() ? ' ' : begin[0];
    if ((c == '=' || c == '-') && begin.find_first_not_of(c) == std::string_view::npos) return true;
    switch (in_) {
    case In::Output:
        return false;
    case In::Rule:
    case In::MpichEnd:
        return c == '=' || c == 'P' || c == 'm' || c == 'Y' || c == 'T';
    case In::Mpich:
        return c == '=';
    case In::OpenMpi:
        return true;
    }
    return true;
}

void LauncherBanner::line(std::string_view text, std::string& shown) {
    switch (in_) {
    case In::Rule:
        if (is_mpich_head(text) && rule_[0] == '=') {
            in_ = In::Mpich;
            return;
        }
        if (is_openmpi_head(text) && rule_[0] == '-') {
            in_ = In::OpenMpi;
            lines_ = 0;
            return;
        }
        shown += rule_;
        in_ = In::Output;
        break;
    case In::Mpich:
        if (is_rule(text, '=')) in_ = In::MpichEnd;
        if (begins(text, "=")) return;
        break; // of another rank
    case In::OpenMpi:
        if (is_rule(text, '-') || ++lines_ == max_lines) in_ = In::Output;
        return;
    case In::MpichEnd:
        if (is_mpich_end(text)) return;
        in_ = In::Output;
        break;
    case In::Output:
        break;
    }
    if (is_rule(text, '=') || is_rule(text, '-')) {
        rule_ = text;
        in_ = In::Rule;
    } else {
        shown += text;
    }
}

std::string last_error_line(const std::string& errors) {
    constexpr std::size_t most_characters = 300;
    LauncherBanner banner;
    std::string text = banner.shown_of(errors);
    text += banner.rest();
    std::string words;
    for (const std::string_view line : lines_of(text))
        if (line.find_first_not_of(" \t\r") != std::string_view::npos) words = line;
    return loop::shortened(clean_text(words), most_characters);
}

} // namespace loop::runner
