#include "runner/system/files.h"

#include "runner/system/failure.h"
#include "runner/system/guardian.h"
#include "runner/system/undo.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>

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

std::string read_file(const fs::path& path, std::size_t limit_bytes) {
    Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (!file.is_open()) refuse_file("read", path, errno);
    return read_descriptor(file.get(), path.string(), limit_bytes);
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
    return create(path, O_TRUNC);
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
    if (is_special || names_open_file(path)) return write_file(path, text);
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
    if (error) refuse_file("create", path, error.value());
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
