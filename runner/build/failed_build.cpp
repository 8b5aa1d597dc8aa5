#include "runner/build/failed_build.h"

#include "base/text/strings.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <csignal>

namespace loop::runner {

namespace {

constexpr const char* about_space =
    "LOOP builds in its cache (`LOOP_CACHE`, or else `~/.cache/loop`): free some space "
    "there, or set LOOP_CACHE to a folder on another file system";
constexpr const char* about_memory = "it probably ran out of memory (see `dmesg`)";
constexpr const char* about_permission =
    "the messages above name the file; LOOP builds in its cache (`LOOP_CACHE`, or else `~/.cache/loop`)";

/// What the system answers, and what helps. The compiler itself says that its memory is exhausted in words of
/// its own.
struct Refusal {
    std::string_view words, hint;
};
constexpr std::array<Refusal, 9> refusals{{
    {"No space left on device", about_space},
    {"Disk quota exceeded", about_space},
    {"File too large", "a limit of the size of files ends the tool (see `ulimit -f`)"},
    {"Read-only file system", about_space},
    {"Permission denied", about_permission},
    {"Cannot allocate memory", about_memory},
    {"out of memory allocating", about_memory},
    {"memory exhausted", about_memory},
    {"Too many open files", "raise the limit of open files (see `ulimit -n`)"},
}};

bool is_quote(char c) {
    return c == '\'' || c == '"' || c == '`' || c == '.' || static_cast<unsigned char>(c) >= 0x80;
}

/// Whether the line is about a place in the source, or shows one: "a.loop:3:5: error: ...", "    3 | ...".
bool is_about_source(std::string_view line) {
    const std::size_t error = line.find(": error: ");
    const bool has_place =
        error != std::string_view::npos && error > 0 && line[error - 1] >= '0' && line[error - 1] <= '9';
    return has_place || line.find(" | ") != std::string_view::npos;
}

/// Whether the words are the end of the line, but for quotes, as the system's answer is in messages of tools.
bool ends_with_answer(std::string_view line, std::string_view words) {
    while (!line.empty() && is_quote(line.back()))
        line.remove_suffix(1);
    return line.size() > words.size() && line.substr(line.size() - words.size()) == words;
}

/// The compiler's own words about memory go on with numbers: "out of memory allocating 65536 bytes".
bool says(std::string_view line, const Refusal& refusal) {
    if (is_about_source(line)) return false;
    if (ends_with_answer(line, refusal.words)) return true;
    return refusal.hint == about_memory &&
           line.find(": " + std::string(refusal.words)) != std::string_view::npos;
}

const Refusal* refusal_in(std::string_view messages) {
    for (const std::string_view line : lines_of(messages))
        for (const Refusal& refusal : refusals)
            if (says(line, refusal)) return &refusal;
    return nullptr;
}

} // namespace

bool was_killed(const ExitStatus& status, const std::string& messages) {
    return status.signal == SIGKILL || messages.find("Killed signal terminated program") != std::string::npos;
}

std::string refused_by_system(std::string_view messages) {
    const Refusal* const refusal = refusal_in(messages);
    if (refusal == nullptr) return {};
    return refusal->hint == about_memory ? "Cannot allocate memory" : std::string(refusal->words);
}

Failure failed_build(const ExitStatus& status, const std::string& messages, const std::string& doing,
                     const std::string& problem, const std::string& hint) {
    const auto failure = [&](const std::string& message, const std::string& what_helps) {
        return Failure(ExitCode::BuildFailed, message, what_helps).with_details(messages);
    };
    if (was_killed(status, messages))
        return failure(fmt::format("the C++ compiler was killed while it {}", doing), about_memory);
    if (const Refusal* const refusal = refusal_in(messages))
        return failure(
            fmt::format("the C++ compiler failed while it {}: {}", doing, refused_by_system(messages)),
            std::string(refusal->hint));
    // A tool says why it fails, unless what it writes is lost: its messages go to the cache, too.
    if (messages.empty())
        return failure(fmt::format("the C++ compiler failed while it {}, and left no message", doing),
                       std::string("perhaps there was no space for messages. ") + about_space);
    return failure(problem, hint);
}

std::map<std::string, std::string> temporary_files_in(const std::filesystem::path& folder) {
    return {{"TMPDIR", folder.string()}};
}

} // namespace loop::runner
