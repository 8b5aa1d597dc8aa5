#include "app/report/trace_output.h"

#include "runner/system/failure.h"
#include "runner/system/files.h"

#include <fmt/core.h>

#include <array>
#include <fstream>
#include <set>

namespace loop::app {

namespace fs = std::filesystem;
using runner::ExitCode;
using runner::Failure;

namespace {

std::string beginning(const fs::path& path) {
    std::error_code error;
    if (!fs::is_regular_file(path, error)) return {};
    std::ifstream file(path, std::ios::binary);
    std::string text(65536, '\0');
    file.read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<std::size_t>(file.gcount()));
    return text;
}

bool begins_with(const fs::path& path, const std::string& text) {
    return beginning(path).compare(0, text.size(), text) == 0;
}

bool contains(const fs::path& path, const std::string& text) {
    return beginning(path).find(text) != std::string::npos;
}

/// Whether a folder contains exactly these entries.
bool has_only(const fs::path& folder, const std::set<std::string>& names) {
    std::error_code error;
    std::set<std::string> found;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, error))
        found.insert(entry.path().filename().string());
    return !error && found == names;
}

bool is_own_picl(const fs::path& path) {
    return contains(path, "-3 -911 ") && contains(path, " LOOP ");
}

bool is_own_perfetto(const fs::path& path) {
    return contains(path, "(exported by LOOP ");
}

bool is_own_csv(const fs::path& path) {
    return has_only(path, {"events.csv", "messages.csv"}) &&
           begins_with(path / "events.csv", "rank,time_ns,event,") &&
           begins_with(path / "messages.csv", "sender,receiver,communicator,");
}

bool is_own_text(const fs::path& path) {
    const std::string head = beginning(path);
    return head.substr(0, head.find('\n')).find("rank  event       in") != std::string::npos;
}

bool is_own_otf2(const fs::path& path) {
    return has_only(path, {"traces", "traces.def", "traces.otf2"}) && contains(path / "traces.otf2", "LOOP ");
}

constexpr std::array<TraceFormat, 5> trace_formats{{
    {"picl", false, is_own_picl},
    {"otf2", true, is_own_otf2},
    {"perfetto", false, is_own_perfetto},
    {"csv", true, is_own_csv},
    {"text", false, is_own_text},
}};

bool is_replaceable(const fs::path& output, const TraceFormat& format) {
    std::error_code error;
    if (!fs::exists(fs::symlink_status(output, error))) return true;
    if (fs::is_directory(output, error))
        return format.is_folder && (fs::is_empty(output, error) || format.is_own(output));
    return !format.is_folder && fs::is_regular_file(output, error) && format.is_own(output);
}

} // namespace

const TraceFormat& trace_format(const std::string& name) {
    for (const TraceFormat& format : trace_formats)
        if (name == format.name) return format;
    throw Failure(ExitCode::Usage, fmt::format("unknown format `{}`", name),
                  "formats: picl, otf2, perfetto, csv, text");
}

void place_trace(const fs::path& output, const TraceFormat& format,
                 const std::function<void(const fs::path&)>& write) {
    if (!is_replaceable(output, format))
        throw Failure(ExitCode::InputOutput,
                      fmt::format("`{}` exists and is not a {} of `loop trace --to {}`", output.string(),
                                  format.is_folder ? "folder" : "file", format.name),
                      "it is left unchanged; choose another name");
    // Without a trailing /, after which the path has no file name.
    const fs::path place = output.has_filename() ? output : output.parent_path();
    const fs::path parent = place.has_parent_path() ? place.parent_path() : fs::path(".");
    std::error_code error;
    if (!fs::is_directory(parent, error))
        throw Failure(ExitCode::InputOutput, fmt::format("there is no folder `{}`", parent.string()));
    const runner::TemporaryDirectory temporary(parent, ".loop-trace");
    const fs::path made = temporary.path() / "new";
    if (format.is_folder) runner::make_folder(made);
    write(made);
    if (format.is_folder && fs::exists(place)) fs::rename(place, temporary.path() / "old");
    fs::rename(made, place);
}

} // namespace loop::app
