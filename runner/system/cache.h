#pragma once

#include "runner/system/files.h"
#include "runner/system/interrupts.h"

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace loop::runner {

/// Built things, each in a folder named by a hash of all that went into it. An entry is complete or absent:
/// it is put in place by one rename, and its files are compared with their recorded hashes before every use.
class Cache {
public:
    enum class Mode { Use, LookOnly };

    /// Created (mode 0700) when absent, unless we only look. Must belong to the user, as programs in it are
    /// executed.
    explicit Cache(std::filesystem::path root, Mode mode = Mode::Use);

    /// $LOOP_CACHE, or loop/ in $XDG_CACHE_HOME or ~/.cache.
    static std::filesystem::path default_root();

    /// Where who installed LOOP left parts of the runtime library, for all users: $LOOP_PREBUILT, or
    /// ../lib/loop beside the folder of the executable.
    static std::filesystem::path prebuilt_root();

    const std::filesystem::path& root() const { return root_; }

    /// The folder of the entry. A damaged one is not found.
    std::optional<std::filesystem::path> find(const std::string& kind, const std::string& key) const;

    /// Holds the key against other processes until the descriptor closes. `waiting` is called once before
    /// blocking; a signal ends the wait with Interrupted.
    Descriptor lock(const std::string& kind, const std::string& key, Interrupts& interrupts,
                    const std::function<void()>& waiting) const;

    /// A private folder on the cache's file system, to build in.
    TemporaryDirectory work_directory() const;

    /// Moves a built folder into place and returns its path. Only while the key is locked.
    std::filesystem::path place(const std::string& kind, const std::string& key,
                                const std::filesystem::path& built) const;

    /// Removes entries that find() has not returned for `days` days.
    void remove_unused(const std::string& kind, int days) const;

    /// A short text that was expensive to learn (a `--version`), by the key of what it belongs to.
    std::optional<std::string> remembered(const std::string& key) const;
    void remember(const std::string& key, std::string_view text) const;

private:
    std::filesystem::path folder(const std::string& kind, const std::string& key) const;
    Descriptor open_lock(const std::string& kind, const std::string& key) const;

    std::filesystem::path root_;
    Mode mode_;
};

} // namespace loop::runner
