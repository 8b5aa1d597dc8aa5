#include "cli/repeated_option.h"

#include <algorithm>
#include <vector>

namespace loop::cli {

std::string repeated_option(const report::RunRecord& record, const std::string& option) {
    const std::vector<std::string>& words = record.commands.repeat;
    const auto end = std::find(words.begin(), words.end(), "--");
    const auto found = std::find(words.begin(), end, option);
    return found == end || found + 1 == end ? "" : *(found + 1);
}

} // namespace loop::cli
