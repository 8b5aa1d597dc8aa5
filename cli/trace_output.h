#pragma once

#include <filesystem>
#include <functional>
#include <string>

namespace loop::cli {

/// How `loop trace` recognizes its own output in a format.
struct TraceFormat {
    const char* name;
    bool is_folder;
    /// Whether it wrote what is at `path`.
    bool (*is_own)(const std::filesystem::path& path);
};

/// Failure (Usage) for another name than those of the formats.
const TraceFormat& trace_format(const std::string& name);

/// Makes a file or folder under a temporary name beside `output`, and moves it there when it is whole. What
/// is there already is replaced only if it is of the same format and `loop trace` made it: else Failure
/// (InputOutput), before `write` is called. `write` throws when it fails; nothing is left then.
void place_trace(const std::filesystem::path& output, const TraceFormat& format,
                 const std::function<void(const std::filesystem::path&)>& write);

} // namespace loop::cli
