#include "output/durable_file.h"

#include "session/failure.h"
#include "session/simulation.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>

namespace loop::runtime {
namespace {

[[noreturn]] void give_up(const std::string& temporary, const std::string& path) {
    const int reason = errno;
    unlink(temporary.c_str());
    fail_output(path, reason);
}

bool write_all(int file, const std::string& contents) {
    std::size_t written = 0;
    while (written < contents.size()) {
        const ssize_t count = write(file, contents.data() + written, contents.size() - written);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return false;
        written += static_cast<std::size_t>(count);
    }
    return true;
}

// A simulation's results can be reproduced exactly, so its many ranks need not wait for the disk.
bool is_synced(int file) {
    return is_simulated || fsync(file) == 0;
}

void sync_directory(const std::string& directory) {
    if (is_simulated) return;
    const int file = open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (file < 0) return;
    fsync(file); // some file systems cannot sync directories; the rename is valid anyway
    close(file);
}

} // namespace

void write_durably(const std::string& directory, const std::string& name, const std::string& contents) {
    const std::string path = directory + "/" + name;
    const std::string temporary = path + ".tmp";
    const int file = open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    if (file < 0) give_up(temporary, path);
    if (!write_all(file, contents) || !is_synced(file)) give_up(temporary, path);
    if (close(file) != 0 || std::rename(temporary.c_str(), path.c_str()) != 0) give_up(temporary, path);
    sync_directory(directory);
}

void append_durably(const std::string& directory, const std::string& name, const std::string& line) {
    const std::string path = directory + "/" + name;
    const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
    if (file < 0) fail_output(path, errno);
    if (!write_all(file, line + "\n") || !is_synced(file) || close(file) != 0) fail_output(path, errno);
}

} // namespace loop::runtime
