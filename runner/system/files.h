#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

/// Reading and writing files so that nobody ever sees half of one. Every function throws Failure
/// (InputOutput).
namespace loop::runner {

class UndoOnSignal;

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

/// Failure (InputOutput): "cannot DOING `PATH`" and why, by the number of an error.
[[noreturn]] void refuse_file(const char* doing, const std::filesystem::path& path, int error,
                              const std::string& hint = {});

/// The whole file; more than `limit_bytes` is a failure. Works on pipes too.
std::string read_file(const std::filesystem::path& path, std::size_t limit_bytes = std::size_t(1) << 30);
/// Without its end; empty where there is no such file. Never fails: for what the kernel tells.
std::string first_line(const std::filesystem::path& path);
std::string read_descriptor(int fd, const std::string& name, std::size_t limit_bytes);

/// Writes everything or throws.
void write_all(int fd, std::string_view text, const std::filesystem::path& path);

/// A new file, open for writing; an old one of the same name is emptied.
Descriptor create_file(const std::filesystem::path& path);

/// A new file, readable by others as the umask allows.
void write_file(const std::filesystem::path& path, std::string_view text);

/// The beginning of `name`, at most `bytes` bytes of whole UTF-8 characters.
std::string shortened(const std::string& name, std::size_t bytes);

/// A file of a folder of ours, which may have come from anyone: writes beside `path`, syncs, and renames into
/// place. What was there is replaced, and never followed where it is a link.
void replace_file(const std::filesystem::path& path, std::string_view text);

/// What the user named: the same, but devices and pipes are written into.
void write_file_atomically(const std::filesystem::path& path, std::string_view text);

/// A copy that can be executed. An existing `to` is replaced at once, never half.
void copy_program(const std::filesystem::path& from, const std::filesystem::path& to);

void make_folder(const std::filesystem::path& path);

/// Removes the files in `folder`, and in the folders there, that a `loop` or a rank was writing when it was killed: for
/// folders in which nobody writes any more. What is not ours stays, and nothing fails.
void remove_half_written(const std::filesystem::path& folder);

/// $TMPDIR, or /tmp.
std::filesystem::path temporary_root();

/// A private folder (mode 0700) that is removed with everything in it, unless it is kept.
class TemporaryDirectory {
public:
    /// In `parent`, or in temporary_root() when it is empty.
    explicit TemporaryDirectory(const std::filesystem::path& parent = {}, const std::string& name = "loop");
    TemporaryDirectory(const TemporaryDirectory&) = delete;
    TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;
    ~TemporaryDirectory();

    const std::filesystem::path& path() const { return path_; }
    void keep();

private:
    void remove() const;

    std::filesystem::path path_;
    std::unique_ptr<UndoOnSignal> undo_; ///< none: the folder is kept
};

} // namespace loop::runner
