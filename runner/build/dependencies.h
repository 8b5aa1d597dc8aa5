#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

/// Records which headers and libraries a program was built from, and where others would have taken their
/// place: a cached program is used only while this is unchanged. A record has one line per file:
///
///     HASH PATH         with this content
///     =SIZE.TIME PATH   with this size and time of modification
///     - PATH            there is none
namespace loop::runner {

/// What the compiler says of the headers of a program.
struct UsedHeaders {
    std::string own_rules; ///< make rules without the headers of the system (`-MMD`)
    std::string all_rules; ///< with them (`-M`); empty if unknown
    std::string messages;  ///< of the compiler with `-v`: the folders that it searches
    std::string text;      ///< of the program
};

/// Reads these from the files that the compiler has written; without those that are missing.
UsedHeaders used_headers(const std::filesystem::path& own_rules, const std::filesystem::path& all_rules,
                         const std::filesystem::path& messages, std::string text);

/// Own headers with their contents, those of the system with size and time, and all files that would hide one
/// of them. `apart`: folders whose files have another record.
std::string dependency_record(const UsedHeaders& headers, const std::vector<std::filesystem::path>& apart);

/// Returns such lines for the libraries among `words`, options of the linker (`-lNAME`), as far as they are
/// in folders of `-L DIR` there, or in `folders`, which are searched after these (LIBRARY_PATH). Those of the
/// system are taken as unchanged.
std::string library_record(const std::vector<std::string>& words,
                           const std::vector<std::filesystem::path>& folders);

/// The folders in an environment variable such as LIBRARY_PATH.
std::vector<std::filesystem::path> folders_in(const char* variable);

/// Whether the flags name a folder or file relative to the current folder.
bool depend_on_current_folder(const std::vector<std::string>& flags);

/// The own headers of a program, from the record of those.
std::vector<std::filesystem::path> own_headers(std::string_view record);

/// Whether every file of the record still is as recorded.
bool are_unchanged(std::string_view record);

} // namespace loop::runner
