#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

/// Reads and writes files so that no process ever sees an incomplete one. All functions throw Failure
/// (InputOutput).
namespace loop::runner {

class CleanupOnSignal;
class Guardian;

/// An open file descriptor, closed when it leaves scope.
class Descriptor {
public:
    explicit Descriptor(int fd = -1) : fd_(fd) {}
    Descriptor(Descriptor&& other) noexcept : fd_(other.release()) {}
    Descriptor& operator=(Descriptor&& other) noexcept;
    ~Descriptor();

    int get() const { return fd_; }
    bool is_open() const { return fd_ >= 0; }
    int release();
    void close();

private:
    int fd_;
};

/// Throws Failure (InputOutput): "cannot DOING `PATH`" and the text for `error`, an errno value.
[[noreturn]] void refuse_file(const char* doing, const std::filesystem::path& path, int error,
                              const std::string& hint = {});

/// Opens a regular file for reading. Throws for anything else: to open a pipe may wait forever.
Descriptor open_regular(const std::filesystem::path& path);

/// Returns the whole file, which must be a regular one. Throws if it is larger than `limit_bytes`.
std::string read_file(const std::filesystem::path& path, std::size_t limit_bytes = std::size_t(1) << 30);

/// Opens a file that the user named, for reading: a pipe, too, unless nobody opens it for writing within 10
/// s.
Descriptor open_named(const std::filesystem::path& path);
/// For files named by the user: read_file(), also for pipes and devices.
std::string read_named_file(const std::filesystem::path& path, std::size_t limit_bytes = std::size_t(1)
                                                                                         << 30);

/// Returns the first line without its line end; empty if there is no such file. Never throws: for files of
/// the kernel.
std::string first_line(const std::filesystem::path& path);
std::string read_descriptor(int fd, const std::string& name, std::size_t limit_bytes);

/// Writes the whole text or throws.
void write_all(int fd, std::string_view text, const std::filesystem::path& path);

/// Creates a file for writing. An existing file, link, or pipe is replaced, and never followed.
Descriptor create_file(const std::filesystem::path& path);

/// Writes a new file, whose permissions follow the umask. What has its name is replaced as by create_file().
void write_file(const std::filesystem::path& path, std::string_view text);

/// The beginning of `name`, at most `bytes` bytes of whole UTF-8 characters.
std::string shortened(const std::string& name, std::size_t bytes);

/// For files in result folders, which are untrusted: writes a temporary file, syncs it, and renames it to
/// `path`. An existing file is replaced; a link is never followed.
void replace_file(const std::filesystem::path& path, std::string_view text);

/// For files named by the user: the same, but devices and pipes are written directly.
void write_file_atomically(const std::filesystem::path& path, std::string_view text);

/// Makes an executable copy. An existing `to` is replaced atomically.
void copy_program(const std::filesystem::path& from, const std::filesystem::path& to);

/// For folders named by the user: with all folders above.
void make_folder(const std::filesystem::path& path);

/// For folders in result folders, which are untrusted: a folder that exists is used, a link is refused.
void make_own_folder(const std::filesystem::path& path);

/// Removes the files in `folder` and its subfolders that a `loop` or a rank was writing when it was killed.
/// Only for folders without active writers. Other files stay, and nothing is thrown.
void remove_half_written(const std::filesystem::path& folder);

/// $TMPDIR, or /tmp.
std::filesystem::path temporary_root();

/// A private folder (mode 0700) that is removed with its contents, unless it is kept.
class TemporaryDirectory {
public:
    /// Creates the folder in `parent`, or in temporary_root() if `parent` is empty.
    explicit TemporaryDirectory(const std::filesystem::path& parent = {}, const std::string& name = "loop");
    TemporaryDirectory(const TemporaryDirectory&) = delete;
    TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;
    ~TemporaryDirectory();

    const std::filesystem::path& path() const { return path_; }
    /// From now on, the folder is also removed if this command is killed by SIGKILL.
    void guard();
    void keep();

private:
    void remove() const;

    std::filesystem::path path_;
    std::unique_ptr<CleanupOnSignal> undo_; ///< null: the folder is kept
    std::unique_ptr<Guardian> guardian_;
};

} // namespace loop::runner
