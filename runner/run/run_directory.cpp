#include "runner/run/run_directory.h"

#include "runner/system/failure.h"

#include <fmt/core.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <ctime>

namespace loop::runner {

namespace fs = std::filesystem;

namespace {

std::string formatted_time(const char* format) {
    const std::time_t now = std::time(nullptr);
    std::tm parts{};
    ::localtime_r(&now, &parts);
    std::array<char, 64> text{};
    std::strftime(text.data(), text.size(), format, &parts);
    return text.data();
}

} // namespace

std::string iso_time() {
    return formatted_time("%Y-%m-%dT%H:%M:%S%z");
}

void check_is_free(const std::optional<fs::path>& output) {
    std::error_code error;
    if (!output || !fs::exists(*output, error)) return;
    if (fs::is_directory(*output, error) && fs::is_empty(*output, error) && !error) return;
    throw Failure(ExitCode::InputOutput,
                  fmt::format("`{}` exists and is not an empty folder", output->string()),
                  "results are never overwritten; name another folder");
}

void check_is_writable(const fs::path& place) {
    fs::path folder = fs::absolute(place).lexically_normal();
    std::error_code error;
    while (!fs::exists(folder, error) && folder.has_relative_path())
        folder = folder.parent_path();
    if (::access(folder.c_str(), W_OK | X_OK) == 0 && fs::is_directory(folder, error)) return;
    throw Failure(ExitCode::InputOutput,
                  fmt::format("cannot write to the folder `{}`: {}", folder.string(),
                              std::strerror(fs::is_directory(folder, error) ? errno : ENOTDIR)),
                  "name a folder that you can write to with `-o`, or work in another one");
}

fs::path new_folder(const std::optional<fs::path>& output, const std::string& prefix,
                    const std::string& name) {
    if (output) {
        check_is_free(*output);
        make_folder(*output);
        return fs::canonical(*output);
    }
    const std::string base =
        fmt::format("{}-{}-{}", prefix, shortened(name, 100), formatted_time("%Y%m%d-%H%M%S"));
    fs::path path = base;
    std::error_code error;
    // Of several commands in the same second, one makes the folder.
    for (int i = 2; !fs::create_directory(path, error); ++i) {
        if (error && error != std::errc::file_exists) refuse_file("create", path, error.value());
        path = fmt::format("{}-{}", base, i);
    }
    return fs::canonical(path);
}

RunDirectory::RunDirectory(const std::optional<fs::path>& output, bool keep, const std::string& name) {
    if (output || keep) {
        path_ = new_folder(output, "loop-run", name);
    } else {
        temporary_ = std::make_unique<TemporaryDirectory>(fs::path(), "loop-run-" + name);
        temporary_->guard();
        path_ = temporary_->path();
    }
}

void RunDirectory::keep() {
    kept_ = true;
    if (temporary_) temporary_->keep();
}

void RunDirectory::remove() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
    removed_ = true;
}

} // namespace loop::runner
