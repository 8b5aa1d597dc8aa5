#pragma once

#include "runner/system/files.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

namespace loop::runner {

/// Throws Failure (InputOutput) if `output` is given and exists, unless it is an empty folder.
void check_is_free(const std::optional<std::filesystem::path>& output);

/// Throws Failure (InputOutput) if nothing can be written to `place`, or to the folder above it that exists:
/// so that this is said before programs are built.
void check_is_writable(const std::filesystem::path& place);

/// Creates the folder for results: `output` or, if it is not given, a folder in the current one named after
/// `prefix`, `name`, and the time. Throws Failure (InputOutput) as check_is_free() does.
std::filesystem::path new_folder(const std::optional<std::filesystem::path>& output,
                                 const std::string& prefix, const std::string& name);

/// The folder of a run: given by the user, or created in the current folder with the time in its name, or a
/// private temporary folder that is removed after a successful run.
class RunDirectory {
public:
    /// Throws Failure (InputOutput) as check_is_free() does.
    RunDirectory(const std::optional<std::filesystem::path>& output, bool keep, const std::string& name);

    const std::filesystem::path& path() const { return path_; }
    void keep();
    void remove(); ///< with its contents
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
