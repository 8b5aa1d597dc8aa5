#pragma once

#include "runner/system/failure.h"
#include "runner/system/process.h"

#include <filesystem>
#include <map>
#include <string>
#include <string_view>

/// Why a tool of a build (compiler, assembler, linker, ar) failed, and where such tools keep temporary files.
namespace loop::runner {

/// Whether the compiler, its wrapper, or a process that it started was killed.
bool was_killed(const ExitStatus& status, const std::string& messages);

/// What the system refused a tool, in the system's words, such as "No space left on device": the first such
/// message of the tools. Empty if they complain of something else, for instance of the source.
std::string refused_by_system(std::string_view messages);

/// The failure of a tool that ended with `status`, with its messages. If it was killed, or if the system
/// refused it space, memory, or a permission, the failure says so, and what to do; `doing` says of the tool
/// what it did: "compiled ring.loop". If there is no message, it says that. Otherwise it is `problem`, with
/// `hint`.
Failure failed_build(const ExitStatus& status, const std::string& messages, const std::string& doing,
                     const std::string& problem, const std::string& hint = {});

/// The environment that makes a compiler write its temporary files to `folder`. A compiler that is killed
/// does not remove them, so the caller removes them with the folder.
std::map<std::string, std::string> temporary_files_in(const std::filesystem::path& folder);

} // namespace loop::runner
