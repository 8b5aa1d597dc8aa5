#include "runner/system/files.h"

#include "runner/system/failure.h"
#include "runner/system/guardian.h"
#include "runner/system/undo.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <utility>
#include <vector>

namespace loop::runner {

namespace fs = std::filesystem;

namespace {

constexpr int pipe_timeout_ms = 10000;

Descriptor create(const fs::path& path, int flags) {
    Descriptor file(::open(path.c_str(), flags | O_WRONLY | O_CREAT | O_CLOEXEC, 0666));
    if (!file.is_open()) refuse_file("create", path, errno);
    return file;
}

void sync(const Descriptor& file, const fs::path& path) {
    // Pipes and devices cannot be synced and need no sync.
    if (::fsync(file.get()) != 0 && errno != EINVAL && errno != EROFS) refuse_file("write", path, errno);
}

/// Whether this is the name of a temporary file: `run.json.123.tmp` of replace_file(), `rank-0.json.tmp` of a
/// rank.
bool is_half_written(const std::string& name) {
    const fs::path path = name;
    if (path.extension() != ".tmp") return false;
    const std::string number = path.stem().extension().string();
    const bool has_number =
        number.size() > 1 && number.find_first_not_of("0123456789", 1) == std::string::npos;
    return has_number || name.rfind("rank-", 0) == 0;
}

} // namespace

void refuse_file(const char* doing, const fs::path& path, int error, const std::string& hint) {
    throw Failure(ExitCode::InputOutput,
                  fmt::format("cannot {} `{}`: {}", doing, path.string(), std::strerror(error)), hint);
}

Descriptor& Descriptor::operator=(Descriptor&& other) noexcept {
    if (this != &other) {
        close();
        fd_ = other.release();
    }
    return *this;
}

Descriptor::~Descriptor() {
    close();
}

int Descriptor::release() {
    return std::exchange(fd_, -1);
}

void Descriptor::close() {
    if (fd_ >= 0) ::close(std::exchange(fd_, -1));
}

std::string first_line(const fs::path& path) {
    std::ifstream file(path);
    std::string line;
    std::getline(file, line);
    return line;
}

std::string read_descriptor(int fd, const std::string& name, std::size_t limit_bytes) {
    std::string text;
    std::vector<char> block(std::size_t(1) << 16);
    for (;;) {
        const ssize_t count = ::read(fd, block.data(), block.size());
        if (count == 0) return text;
        if (count < 0) {
            if (errno == EINTR) continue;
            refuse_file("read", name, errno);
        }
        text.append(block.data(), static_cast<std::size_t>(count));
        if (text.size() > limit_bytes)
            throw Failure(ExitCode::InputOutput,
                          fmt::format("`{}` is larger than {} MiB", name, limit_bytes >> 20));
    }
}

namespace {

/// Opens without waiting for a writer.
Descriptor opened_at_once(const fs::path& path) {
    Descriptor file(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
    if (!file.is_open()) refuse_file("read", path, errno);
    return file;
}

mode_t kind_of_file(const Descriptor& file) {
    struct stat status {};
    return ::fstat(file.get(), &status) == 0 ? status.st_mode & S_IFMT : 0;
}

/// Whether a process has opened this pipe for writing. Takes nothing out of the pipe.
bool has_writer(const Descriptor& pipe) {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) return true;
    const Descriptor out(ends[0]), in(ends[1]);
    return ::tee(pipe.get(), in.get(), 1, SPLICE_F_NONBLOCK) != 0;
}

/// A pipe that has a writer may be silent for any time.
void await_writer(const Descriptor& pipe, const fs::path& path) {
    pollfd wait{pipe.get(), POLLIN, 0};
    if (::poll(&wait, 1, pipe_timeout_ms) == 0 && !has_writer(pipe))
        throw Failure(
            ExitCode::InputOutput,
            fmt::format("cannot read `{}`: it is a pipe, and no process writes to it", path.string()));
}

} // namespace

Descriptor open_regular(const fs::path& path) {
    Descriptor file = opened_at_once(path);
    const mode_t kind = kind_of_file(file);
    if (kind == S_IFDIR) refuse_file("read", path, EISDIR);
    if (kind != S_IFREG)
        throw Failure(ExitCode::InputOutput,
                      fmt::format("cannot read `{}`: it is not a regular file", path.string()));
    return file;
}

std::string read_file(const fs::path& path, std::size_t limit_bytes) {
    return read_descriptor(open_regular(path).get(), path.string(), limit_bytes);
}

Descriptor open_named(const fs::path& path) {
    Descriptor file = opened_at_once(path);
    if (kind_of_file(file) == S_IFIFO) await_writer(file, path);
    ::fcntl(file.get(), F_SETFL, ::fcntl(file.get(), F_GETFL) & ~O_NONBLOCK);
    return file;
}

std::string read_named_file(const fs::path& path, std::size_t limit_bytes) {
    return read_descriptor(open_named(path).get(), path.string(), limit_bytes);
}

void write_all(int fd, std::string_view text, const fs::path& path) {
    while (!text.empty()) {
        const ssize_t count = ::write(fd, text.data(), text.size());
        if (count < 0) {
            if (errno == EINTR) continue;
            refuse_file("write", path, errno);
        }
        text.remove_prefix(static_cast<std::size_t>(count));
    }
}

Descriptor create_file(const fs::path& path) {
    const bool is_in_memory = path.parent_path() == "/proc/self/fd";
    struct stat status {};
    const bool exists = !is_in_memory && ::lstat(path.c_str(), &status) == 0;
    const bool is_replaced =
        exists && (S_ISREG(status.st_mode) || S_ISLNK(status.st_mode) || S_ISFIFO(status.st_mode));
    if (is_replaced) ::unlink(path.c_str());
    return create(path, is_in_memory ? O_TRUNC : O_TRUNC | O_NOFOLLOW);
}

void write_file(const fs::path& path, std::string_view text) {
    const Descriptor file = create_file(path);
    write_all(file.get(), text, path);
}

std::string shortened(const std::string& name, std::size_t bytes) {
    if (name.size() <= bytes) return name;
    while (bytes > 0 && (static_cast<unsigned char>(name[bytes]) & 0xc0) == 0x80)
        --bytes;
    return name.substr(0, bytes);
}

void replace_file(const fs::path& path, std::string_view text) {
    // A name of maximum length leaves no room for the suffix.
    const fs::path temporary =
        path.parent_path() / fmt::format("{}.{}.tmp", shortened(path.filename(), 200), ::getpid());
    ::unlink(temporary.c_str()); // left by a process with the same id, or a link placed there
    const CleanupOnSignal undo([&] { ::unlink(temporary.c_str()); });
    try {
        const Descriptor file = create(temporary, O_EXCL);
        struct stat before {};
        if (::stat(path.c_str(), &before) == 0) ::fchmod(file.get(), before.st_mode & 0777);
        write_all(file.get(), text, path);
        sync(file, path);
        if (::rename(temporary.c_str(), path.c_str()) != 0) refuse_file("write", path, errno);
    } catch (...) {
        ::unlink(temporary.c_str());
        throw;
    }
}

namespace {

/// Whether the path names an open file of this process, such as `/dev/stdout` or `/dev/fd/3`.
bool names_open_file(fs::path path) {
    constexpr int most_links = 40; // as in Linux
    std::error_code error;
    for (int i = 0; i < most_links && fs::is_symlink(path, error); ++i) {
        const fs::path folder = fs::canonical(path.has_parent_path() ? path.parent_path() : ".", error);
        if (error || folder.string().rfind("/proc/", 0) == 0) return !error;
        path = folder / fs::read_symlink(path, error);
    }
    return false;
}

} // namespace

void write_file_atomically(const fs::path& path, std::string_view text) {
    std::error_code error;
    const bool is_special = fs::exists(path, error) && !fs::is_regular_file(path, error);
    // Devices, pipes, and what the shell has redirected can only be written, not replaced.
    if (is_special || names_open_file(path)) return write_all(create(path, O_TRUNC).get(), text, path);
    const fs::path target = fs::canonical(path, error); // of a link, the file behind it
    replace_file(error ? path : target, text);
}

void copy_program(const fs::path& from, const fs::path& to) {
    write_file_atomically(to, read_file(from));
    std::error_code error;
    using fs::perms;
    fs::permissions(to, perms::owner_exec | perms::group_exec | perms::others_exec, fs::perm_options::add,
                    error);
    if (error) refuse_file("write", to, error.value());
}

void make_folder(const fs::path& path) {
    std::error_code error;
    fs::create_directories(path, error);
    if (error) refuse_file("create the folder", path, error.value());
}

void make_own_folder(const fs::path& path) {
    std::error_code error;
    const fs::file_type kind = fs::symlink_status(path, error).type();
    if (kind == fs::file_type::directory) return;
    if (kind == fs::file_type::symlink)
        throw Failure(ExitCode::InputOutput,
                      fmt::format("`{}` is a link: LOOP writes nothing to where it leads", path.string()),
                      "remove the link");
    if (::mkdir(path.c_str(), 0777) != 0) refuse_file("create the folder", path, errno);
}

void remove_half_written(const fs::path& folder) {
    std::error_code error;
    std::vector<fs::path> halves;
    for (fs::recursive_directory_iterator file(folder, error), end; !error && file != end;
         file.increment(error))
        if (is_half_written(file->path().filename().string()) &&
            file->symlink_status().type() == fs::file_type::regular)
            halves.push_back(file->path());
    for (const fs::path& file : halves)
        fs::remove(file, error);
}

fs::path temporary_root() {
    const char* configured = std::getenv("TMPDIR");
    return configured != nullptr && *configured != '\0' ? configured : "/tmp";
}

TemporaryDirectory::TemporaryDirectory(const fs::path& parent, const std::string& name) {
    const fs::path base = parent.empty() ? temporary_root() : parent;
    std::string pattern = (base / (shortened(name, 100) + "-XXXXXX")).string();
    const auto make = [&] {
        if (::mkdtemp(pattern.data()) == nullptr) refuse_file("create a folder in", base, errno);
        ::chmod(pattern.c_str(), 0700); // a umask may have taken from it
        path_ = pattern;
    };
    undo_ = std::make_unique<CleanupOnSignal>([this] { remove(); }, make);
}

TemporaryDirectory::~TemporaryDirectory() {
    if (undo_) remove();
}

void TemporaryDirectory::guard() {
    guardian_ = std::make_unique<Guardian>(removal_of({path_}));
}

void TemporaryDirectory::keep() {
    guardian_.reset();
    undo_.reset();
}

/// Retries, because the main thread or an ending child may still create files in the folder.
void TemporaryDirectory::remove() const {
    std::error_code error;
    for (int round = 0; round < 10; ++round) {
        fs::remove_all(path_, error);
        if (!error) return;
    }
}

} // namespace loop::runner
