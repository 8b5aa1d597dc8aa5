#include "runner/system/identity.h"

#include "base/text/hash.h"
#include "base/text/strings.h"
#include "runner/system/failure.h"
#include "runner/system/process.h"

#include <fmt/core.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <vector>

namespace loop::runner {

namespace fs = std::filesystem;

namespace {

std::string file_identity(const fs::path& path) {
    struct stat status {};
    if (path.empty() || ::stat(path.c_str(), &status) != 0) return {};
    std::error_code ignored;
    return fmt::format("{} {} {}.{}\n", fs::canonical(path, ignored).string(), status.st_size,
                       status.st_mtim.tv_sec, status.st_mtim.tv_nsec);
}

std::string processor() {
    std::ifstream file("/proc/cpuinfo");
    std::string text;
    for (std::string line; std::getline(file, line) && !line.empty();)
        if (line.rfind("model name", 0) == 0 || line.rfind("flags", 0) == 0) text += line + "\n";
    return text;
}

bool is_source(const fs::path& path) {
    const fs::path extension = path.extension();
    return extension == ".cpp" || extension == ".h" || extension == ".hpp" || extension == ".inc";
}

} // namespace

std::string tool_identity(const std::string& tool) {
    const fs::path path = find_in_path(tool);
    if (path.empty()) return {};
    return file_identity(path) + file_identity(find_in_path("g++"));
}

std::string compiler_identity(const std::vector<std::string>& compiler,
                              const std::vector<std::string>& flags) {
    std::string text = tool_identity(compiler[0]);
    text += joined(compiler, "\n") + "\n" + joined(flags, "\n") + "\n";
    for (const char* name : {"MPICH_CXX", "OMPI_CXX", "CPATH", "CPLUS_INCLUDE_PATH", "LIBRARY_PATH"}) {
        const char* value = std::getenv(name);
        text += fmt::format("{}={}\n", name, value != nullptr ? value : "");
    }
    // Most users set none of these, so they change no key.
    for (const char* name : {"OMPI_CXXFLAGS", "OMPI_CPPFLAGS", "OMPI_LDFLAGS", "OMPI_LIBS", "I_MPI_CXX",
                             "COMPILER_PATH", "GCC_EXEC_PREFIX", "LD_RUN_PATH"})
        if (const char* value = std::getenv(name)) text += fmt::format("{}={}\n", name, value);
    for (const char* name : {"MPICH_CXX", "OMPI_CXX", "I_MPI_CXX"})
        if (const char* chosen = std::getenv(name)) text += file_identity(find_in_path(chosen));
    if (joined(flags, " ").find("=native") != std::string::npos) text += processor();
    return content_hash(text);
}

std::string sources_hash(const fs::path& folder) {
    std::vector<fs::path> files;
    for (const auto& entry : fs::recursive_directory_iterator(folder))
        if (entry.is_regular_file() && is_source(entry.path())) files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    std::string hashes;
    for (const fs::path& file : files)
        hashes += file.lexically_relative(folder).string() + " " + content_hash(read_file(file)) + "\n";
    return content_hash(hashes);
}

std::string version_in(const std::string& text) {
    const std::string title = "Version:";
    for (std::string_view line : lines_of(text)) {
        if (line.find_first_of("0123456789") == std::string_view::npos) continue;
        if (const std::size_t at = line.find(title); at != std::string_view::npos)
            line.remove_prefix(at + title.size());
        line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
        return std::string(line);
    }
    return {};
}

std::string version_of(const std::string& tool, const Cache& cache, Interrupts& interrupts) {
    const std::string key = content_hash("version\n" + tool_identity(tool));
    if (const auto known = cache.remembered(key)) return *known;
    std::string version = version_in(ask({tool, "--version"}, interrupts).text);
    if (version.empty()) version = "unknown";
    cache.remember(key, version);
    return version;
}

} // namespace loop::runner
