#include "runner/recorder/silent_headers.h"

#include "base/text/strings.h"
#include "runner/build/dependencies.h"
#include "runner/system/files.h"

#include <algorithm>
#include <string>

namespace loop::runner {

namespace {

/// `#include <...>` of a header that is not one of the C++ standard library, whose names are single words.
bool includes_others(std::string_view header) {
    for (const std::string_view line : lines_of(header)) {
        const std::size_t hash = line.find_first_not_of(" \t");
        if (hash == std::string_view::npos || line[hash] != '#') continue;
        const std::size_t begin = line.find('<'), end = line.find('>', std::min(begin, line.size()));
        if (line.find("include") == line.npos || begin == line.npos || end == line.npos) continue;
        if (line.substr(begin, end - begin).find_first_of("./") != std::string_view::npos) return true;
    }
    return false;
}

} // namespace

bool is_silent(std::string_view header, const RuntimeParts& recorder) {
    for (const std::string_view word : {"MPI_", "bsp_", "loop::", "namespace loop", "##"})
        if (header.find(word) != std::string_view::npos) return false;
    const auto parts = recorder.mentioned_in(header);
    const bool names_calls =
        std::any_of(parts.begin(), parts.end(), [](const RuntimePart* part) { return !part->is_base(); });
    return !names_calls && !includes_others(header);
}

bool has_silent_headers(std::string_view record, const RuntimeParts& recorder) {
    const auto headers = own_headers(record);
    return !headers.empty() && std::all_of(headers.begin(), headers.end(), [&](const auto& file) {
        return is_silent(read_file(file), recorder);
    });
}

} // namespace loop::runner
