#pragma once

#include "runner/system/files.h"
#include "runner/system/interrupts.h"

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace loop::runner {

/// Caches build results, each in a folder named by a hash of everything it was built from. An entry is
/// complete or absent: one rename puts it in place, and before every use its files are compared with their
/// recorded hashes (of files above 8 MiB, both ends and the size).
class Cache {
public:
    enum class Mode { Use, LookOnly };

    /// Creates the folder (mode 0700) if it is missing, unless `mode` is LookOnly. It and the folders in it
    /// must belong to the user, because programs in them are executed; links to them are refused, except one
    /// that the user names.
    explicit Cache(std::filesystem::path root, Mode mode = Mode::Use);

    /// $LOOP_CACHE, or loop/ in $XDG_CACHE_HOME or ~/.cache.
    static std::filesystem::path default_root();

    /// The folder in which the installation provides parts of the runtime library for all users:
    /// $LOOP_PREBUILT, or ../lib/loop relative to the folder of the executable.
    static std::filesystem::path prebuilt_root();

    const std::filesystem::path& root() const { return root_; }

    /// The folder of the entry; nothing if it is missing or damaged.
    std::optional<std::filesystem::path> find(const std::string& kind, const std::string& key) const;

    /// Locks the key against other processes until the descriptor closes. `waiting` is called before blocking
    /// and then every 30 s, with the name of the process that holds the lock ("process 123"). Throws
    /// Interrupted if a signal ends the wait.
    Descriptor lock(const std::string& kind, const std::string& key, Interrupts& interrupts,
                    const std::function<void(const std::string& holder)>& waiting) const;

    /// The same without waiting: nothing if another process holds the lock.
    std::optional<Descriptor> try_lock(const std::string& kind, const std::string& key) const;

    /// A private folder on the cache's file system, for building an entry.
    TemporaryDirectory work_directory() const;

    /// Moves a built folder into place and returns its path. The key must be locked.
    std::filesystem::path place(const std::string& kind, const std::string& key,
                                const std::filesystem::path& built) const;

    /// Removes entries that find() has not returned for `days` days.
    void remove_unused(const std::string& kind, int days) const;

    /// A short text that was expensive to obtain (the output of `--version`, for example), under a key that
    /// identifies its origin.
    std::optional<std::string> remembered(const std::string& key) const;
    void remember(const std::string& key, std::string_view text) const;

private:
    /// A private folder in the root, which is created if it is missing.
    std::filesystem::path inner(const std::string& name) const;
    std::filesystem::path folder(const std::string& kind, const std::string& key) const;
    Descriptor open_lock(const std::string& kind, const std::string& key) const;

    std::filesystem::path root_;
    Mode mode_;
};

} // namespace loop::runner
