#include "runner/artifact/result_files.h"

#include "runner/system/files.h"

#include <array>
#include <fstream>

namespace loop::runner {

namespace fs = std::filesystem;

namespace {

/// Whether it is a program, by its first bytes: permissions say nothing on some file systems.
bool is_program(const fs::path& file) {
    std::array<char, 4> begin{};
    std::ifstream(file, std::ios::binary).read(begin.data(), begin.size());
    return begin == std::array<char, 4>{'\x7f', 'E', 'L', 'F'};
}

} // namespace

void copy_results(const fs::path& from, const fs::path& to) {
    make_folder(to);
    for (const fs::directory_entry& entry : fs::directory_iterator(from)) {
        const fs::path target = to / entry.path().filename();
        if (entry.is_symlink()) continue;
        if (entry.is_directory()) copy_results(entry.path(), target);
        if (!entry.is_regular_file() || is_program(entry.path())) continue;
        std::error_code error;
        fs::copy_file(entry.path(), target, error);
        if (error) refuse_file("copy", entry.path(), error.value());
    }
}

std::uintmax_t bytes_below(const fs::path& folder) {
    std::uintmax_t bytes = 0;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder))
        if (entry.is_regular_file()) bytes += entry.file_size();
    return bytes;
}

} // namespace loop::runner
