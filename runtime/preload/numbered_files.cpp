#include "preload/numbered_files.h"

#include "session/concat.h"
#include "session/lasting.h"
#include "session/settings.h"

#include <loop/fnv.h>

#include <fcntl.h>
#include <unistd.h>

#include <climits>
#include <cstdlib>
#include <map>
#include <string>

namespace loop::runtime {
namespace {

Lasting<std::string> list; // its path
Lasting<std::map<std::uintptr_t, std::string>> numbered;

std::uintptr_t hash_of(const std::string& path) {
    const std::uint64_t hash = fnv1a64(path);
    return hash ^ hash >> 32;
}

// If it cannot be written, the calls of this file have no lines.
void write_number(std::uintptr_t number, const std::string& path) {
    const int file = ::open(list().c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
    if (file < 0) return;
    const std::string line = concat(number, " ", path, "\n");
    [[maybe_unused]] const ssize_t written = ::write(file, line.data(), line.size());
    ::close(file);
}

std::uintptr_t number_of(const std::string& path) {
    for (std::uintptr_t at = hash_of(path);; ++at) {
        const std::uintptr_t number = 1 + at % (most_file_numbers - 1); // 0: unknown
        const auto [known, is_new] = numbered().try_emplace(number, path);
        if (is_new) write_number(number, path);
        if (known->second == path) return number;
    }
}

std::string absolute(const char* path) {
    char resolved[PATH_MAX];
    return realpath(path, resolved) != nullptr ? resolved : path;
}

} // namespace

void open_numbered_files(int rank) {
    list() = concat(settings().records, "/", recorded_files_name(rank));
}

std::uintptr_t number_of_program() {
    return number_of(absolute("/proc/self/exe"));
}

std::uintptr_t number_of_library(const char* path) {
    return number_of(absolute(path));
}

} // namespace loop::runtime
