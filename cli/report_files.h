#pragma once

#include "cli/terminal.h"
#include "report/sheet/sections.h"
#include "report/viewer/columns.h"
#include "runner/system/failure.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

namespace loop::cli {

/// Converts an error of the report: exit code 2 if a named phase, base or launch does not exist, 7 if
/// something cannot be read.
runner::Failure failure_of(const report::FormatError& error, const std::string& hint = {});

/// Ends the command with 1 where what is shown is INVALID, unless it was asked for anyway; `does`: what
/// `--anyway` does.
void require_trust(bool is_invalid, const std::string& why, bool anyway, const char* does);

/// A run that was read, with its analysis where a trace was recorded.
struct LoadedRun {
    report::RunDirectory directory;
    std::optional<report::Analysis> analysis;

    report::SheetInput input() const { return {directory, analysis ? &*analysis : nullptr}; }
};

/// `path` is a run directory, or an OTF2 archive of any MPI program. Failure (InputOutput) if it is none.
std::unique_ptr<LoadedRun> load_run(const std::filesystem::path& path, int launch = 0);

/// A form of a report for `output`: empty for the terminal, whose colours it may have then.
std::string form_for(const std::string& output, const report::Document& document, const std::string& form,
                     const Terminal& terminal);
/// Writes it there, or prints it.
void put(const std::string& text, const std::string& output, const Terminal& terminal);

/// Relative to the current folder, if it is inside it.
std::string shown_path(const std::filesystem::path& path);

} // namespace loop::cli
