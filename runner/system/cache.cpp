#include "runner/system/cache.h"

#include "base/text/hash.h"
#include "base/text/json.h"
#include "base/text/strings.h"
#include "runner/system/failure.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <poll.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <utility>

namespace loop::runner {

namespace fs = std::filesystem;

namespace {

constexpr const char* manifest_name = "entry.json";
constexpr const char* another_folder = "set LOOP_CACHE to a folder of your own";

std::string variable(const char* name) {
    const char* value = std::getenv(name);
    return value != nullptr ? value : "";
}

enum class Link { Followed, Refused };

/// Why programs in this folder must not be executed; empty if they may be.
std::string what_is_wrong(const struct stat& status) {
    if (S_ISLNK(status.st_mode)) return "is a link";
    if (!S_ISDIR(status.st_mode)) return "is not a folder";
    if (status.st_uid == ::geteuid() && (status.st_mode & S_IWOTH) == 0) return {};
    return "belongs to another user or is writable by everyone";
}

bool is_ours(const fs::path& folder) {
    struct stat status {};
    return ::lstat(folder.c_str(), &status) == 0 && what_is_wrong(status).empty();
}

void require_ours(const fs::path& folder, Link link) {
    struct stat status {};
    if ((link == Link::Followed ? ::stat : ::lstat)(folder.c_str(), &status) != 0)
        refuse_file("use", folder, errno);
    if (const std::string wrong = what_is_wrong(status); !wrong.empty())
        throw Failure(ExitCode::InputOutput, fmt::format("`{}` {}", folder.string(), wrong),
                      "programs in it are executed; set LOOP_CACHE to a folder of your own");
}

/// Creates the folder with mode 0700, whatever the umask; one that exists must be private.
void make_private(const fs::path& folder, Link link) {
    if (::mkdir(folder.c_str(), 0700) == 0)
        ::chmod(folder.c_str(), 0700);
    else if (errno != EEXIST)
        refuse_file("create", folder, errno, another_folder);
    require_ours(folder, link);
}

/// The hash of a file's content. Of a large one (a precompiled header), the beginning, the end, and the size
/// count: reading all of it before each use would take as long as it saves.
std::string print_of(const fs::path& path) {
    constexpr std::uintmax_t large = std::uintmax_t(8) << 20, part = std::uintmax_t(1) << 18;
    const std::uintmax_t size = fs::file_size(path);
    if (size <= large) return content_hash(read_file(path));
    std::ifstream file(path, std::ios::binary);
    std::string text(2 * part, '\0');
    file.read(text.data(), part);
    file.seekg(-static_cast<std::streamoff>(part), std::ios::end);
    file.read(text.data() + part, part);
    if (!file) refuse_file("read", path, EIO);
    return content_hash(fmt::format("{}\n{}", size, text));
}

Json manifest_of(const fs::path& entry) {
    Json files = Json::object();
    for (const auto& file : fs::directory_iterator(entry)) {
        const std::string name = file.path().filename().string();
        if (name != manifest_name) files[name] = print_of(file.path());
    }
    return files;
}

/// Syncs a new entry, so that it survives a power failure completely or not at all.
void sync_folder(const fs::path& folder) {
    for (const auto& file : fs::directory_iterator(folder)) {
        const Descriptor opened(::open(file.path().c_str(), O_RDONLY | O_CLOEXEC));
        if (opened.is_open()) ::fsync(opened.get());
    }
    const Descriptor opened(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (opened.is_open()) ::fsync(opened.get());
}

bool is_sound(const fs::path& entry) {
    try {
        const Json manifest = Json::parse(read_file(entry / manifest_name));
        for (const auto& [name, hash] : manifest.items())
            if (print_of(entry / name) != hash.get<std::string>()) return false;
        return true;
    } catch (const std::exception&) {
        return false;
    }
}

/// Writes this process's number into a lock file, for those who wait.
void sign(const Descriptor& file) {
    const std::string number = std::to_string(::getpid());
    if (::ftruncate(file.get(), 0) != 0) return;
    if (::pwrite(file.get(), number.data(), number.size(), 0) < 0) return; // then nobody learns the number
}

std::string holder_of(const Descriptor& file) {
    char digits[16] = "";
    const ssize_t count = ::pread(file.get(), digits, sizeof digits, 0);
    const auto id =
        number_in<pid_t>(std::string_view(digits, static_cast<std::size_t>(std::max<ssize_t>(count, 0))));
    return id && ::kill(*id, 0) == 0 ? fmt::format("process {}", *id) : "another process";
}

} // namespace

Cache::Cache(fs::path root, Mode mode) : root_(std::move(root)), mode_(mode) {
    if (mode == Mode::LookOnly) return;
    std::error_code ignored;
    if (!fs::is_directory(root_, ignored)) make_folder(root_.has_parent_path() ? root_.parent_path() : root_);
    // In /tmp, somebody else can guess the default name.
    const bool is_chosen = !variable("LOOP_CACHE").empty() || root_ != default_root();
    make_private(root_, is_chosen ? Link::Followed : Link::Refused);
}

fs::path Cache::default_root() {
    if (const std::string own = variable("LOOP_CACHE"); !own.empty()) return fs::absolute(own);
    if (const std::string base = variable("XDG_CACHE_HOME"); !base.empty()) return fs::path(base) / "loop";
    if (const std::string home = variable("HOME"); !home.empty()) return fs::path(home) / ".cache" / "loop";
    return fmt::format("/tmp/loop-cache-{}", ::geteuid());
}

fs::path Cache::prebuilt_root() {
    if (const std::string own = variable("LOOP_PREBUILT"); !own.empty()) return fs::absolute(own);
    std::error_code error;
    const fs::path executable = fs::read_symlink("/proc/self/exe", error);
    return (executable.parent_path() / "../lib/loop").lexically_normal();
}

fs::path Cache::inner(const std::string& name) const {
    make_private(root_ / name, Link::Refused);
    return root_ / name;
}

fs::path Cache::folder(const std::string& kind, const std::string& key) const {
    return root_ / kind / key;
}

std::optional<fs::path> Cache::find(const std::string& kind, const std::string& key) const {
    const fs::path entry = folder(kind, key);
    if (mode_ == Mode::LookOnly) return is_sound(entry) ? std::optional(entry) : std::nullopt;
    std::error_code ignored;
    if (!fs::exists(fs::symlink_status(entry, ignored))) return std::nullopt;
    require_ours(root_ / kind, Link::Refused);
    if (!is_ours(entry) || !is_sound(entry)) return std::nullopt;
    fs::last_write_time(entry, fs::file_time_type::clock::now(), ignored);
    return entry;
}

Descriptor Cache::open_lock(const std::string& kind, const std::string& key) const {
    const fs::path path = inner("locks") / (kind + "-" + key);
    Descriptor file(::open(path.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600));
    if (!file.is_open()) refuse_file("create", path, errno, another_folder);
    return file;
}

Descriptor Cache::lock(const std::string& kind, const std::string& key, Interrupts& interrupts,
                       const std::function<void(const std::string&)>& waiting) const {
    Descriptor file = open_lock(kind, key);
    auto next_call = std::chrono::steady_clock::now();
    while (::flock(file.get(), LOCK_EX | LOCK_NB) != 0) {
        if (std::chrono::steady_clock::now() >= next_call) {
            waiting(holder_of(file));
            next_call += std::chrono::seconds(30);
        }
        pollfd wait{interrupts.fd(), POLLIN, 0};
        ::poll(&wait, 1, 50);
        if (const int signal = interrupts.take()) throw Interrupted{signal};
    }
    sign(file);
    return file;
}

std::optional<Descriptor> Cache::try_lock(const std::string& kind, const std::string& key) const {
    Descriptor file = open_lock(kind, key);
    if (::flock(file.get(), LOCK_EX | LOCK_NB) != 0) return std::nullopt;
    sign(file);
    return file;
}

TemporaryDirectory Cache::work_directory() const {
    return TemporaryDirectory(inner("work"), "build");
}

fs::path Cache::place(const std::string& kind, const std::string& key, const fs::path& built) const {
    write_file(built / manifest_name, manifest_of(built).dump(1) + "\n");
    sync_folder(built);
    const fs::path entry = inner(kind) / key;
    std::error_code error;
    fs::remove_all(entry, error);
    fs::rename(built, entry, error);
    if (error) refuse_file("create", entry, error.value());
    return entry;
}

void Cache::remove_unused(const std::string& kind, int days) const {
    const auto limit = fs::file_time_type::clock::now() - std::chrono::hours(24 * days);
    std::error_code ignored;
    if (!is_ours(root_ / kind)) return;
    for (const auto& entry : fs::directory_iterator(root_ / kind, ignored))
        if (fs::last_write_time(entry.path(), ignored) < limit) fs::remove_all(entry.path(), ignored);
}

std::optional<std::string> Cache::remembered(const std::string& key) const {
    const fs::path path = root_ / "known" / key;
    std::error_code ignored;
    if (!fs::is_regular_file(path, ignored) || (mode_ == Mode::Use && !is_ours(path.parent_path())))
        return std::nullopt;
    return read_file(path, std::size_t(1) << 20);
}

void Cache::remember(const std::string& key, std::string_view text) const {
    replace_file(inner("known") / key, text);
}

} // namespace loop::runner
