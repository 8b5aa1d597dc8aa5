#pragma once

#include <filesystem>
#include <functional>
#include <string>

namespace loop::app {

/// How `loop trace` recognizes its own output in a format.
struct TraceFormat {
    const char* name;
    bool is_folder;
    /// Whether `loop trace` wrote the file or folder at `path`.
    bool (*is_own)(const std::filesystem::path& path);
};

/// Returns the format with that name. Throws Failure (Usage) if there is none.
const TraceFormat& trace_format(const std::string& name);

/// Creates a file or folder under a temporary name next to `output`, and renames it to `output` when it is
/// complete. Replaces an existing one only if `loop trace` wrote it in the same format; otherwise throws
/// Failure (InputOutput) before calling `write`. If `write` throws, nothing is left behind.
void place_trace(const std::filesystem::path& output, const TraceFormat& format,
                 const std::function<void(const std::filesystem::path&)>& write);

} // namespace loop::app
