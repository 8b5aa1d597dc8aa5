#include "runner/outcome/ranks/code_files.h"

#include "base/text/strings.h"
#include "runner/system/failure.h"
#include "runner/system/files.h"

#include <loop/recorded_files.h>

#include <set>
#include <string>
#include <string_view>

namespace loop::runner {

namespace fs = std::filesystem;

namespace {

std::string text_of(const fs::path& file) {
    std::error_code ignored;
    if (!fs::is_regular_file(file, ignored)) return {};
    try {
        return read_file(file);
    } catch (const Failure&) {
        return {};
    }
}

} // namespace

CodeFiles code_files(const fs::path& records, int ranks, const fs::path& program) {
    if (program.empty()) return {};
    CodeFiles files{{0, program}};
    std::set<std::uint64_t> ambiguous;
    for (int rank = 0; rank < ranks; ++rank) {
        const std::string text = text_of(records / recorded_files_name(rank));
        for (const std::string_view line : lines_of(text)) {
            const std::size_t blank = line.find(' ');
            const auto number = number_in<std::uint64_t>(line.substr(0, blank));
            if (blank == std::string_view::npos || !number) continue;
            const fs::path file = line.substr(blank + 1);
            if (files.emplace(*number, file).first->second != file) ambiguous.insert(*number);
        }
    }
    for (const std::uint64_t number : ambiguous)
        files.erase(number);
    return files;
}

} // namespace loop::runner
