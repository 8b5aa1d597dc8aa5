#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

/// Where the compiler looks for the headers of a program.
namespace loop::runner {

struct HeaderSearch {
    std::vector<std::filesystem::path> folders; ///< in the compiler's order; those of quoted includes first
    std::vector<std::filesystem::path> missing; ///< named to the compiler, but not there
};

/// Reads the messages of g++ or clang++ with `-v`; empty if another compiler printed them.
HeaderSearch header_search(std::string_view messages);

/// A C++ file of a program.
struct SearchedText {
    std::string text;
    std::filesystem::path folder; ///< where its quoted includes are searched first
};

/// The files that `__has_include` of a text may find: each name in each folder of the search.
std::vector<std::filesystem::path> files_tested_for(const SearchedText& file, const HeaderSearch& search);

/// The files that would take the place of `header` if they were there: those of the same name in `nearer`,
/// which are folders of files that include others, and in the folders that the compiler searches before.
std::vector<std::filesystem::path> would_hide(const std::filesystem::path& header,
                                              const std::vector<std::filesystem::path>& nearer,
                                              const HeaderSearch& search);

} // namespace loop::runner
