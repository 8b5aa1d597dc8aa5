#pragma once

#include "runner/system/files.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

namespace loop::runner {

/// Failure (InputOutput) if `output` is given and is anything but absent or an empty folder.
void check_is_free(const std::optional<std::filesystem::path>& output);

/// Makes the folder of results: `output`, or one here called after `name` and the time. Failure (InputOutput)
/// as from check_is_free().
std::filesystem::path new_folder(const std::optional<std::filesystem::path>& output,
                                 const std::string& prefix, const std::string& name);

/// The folder of a run: given by the user, or created here with the time in its name, or a private temporary
/// one that is removed after a successful run.
class RunDirectory {
public:
    /// Failure (InputOutput) as from check_is_free().
    RunDirectory(const std::optional<std::filesystem::path>& output, bool keep, const std::string& name);

    const std::filesystem::path& path() const { return path_; }
    void keep();
    void remove(); ///< with all that is in it
    bool is_kept() const { return !removed_ && (temporary_ == nullptr || kept_); }

private:
    std::filesystem::path path_;
    std::unique_ptr<TemporaryDirectory> temporary_;
    bool kept_ = false;
    bool removed_ = false;
};

/// "2026-01-31T23:59:59+0100".
std::string iso_time();

} // namespace loop::runner
