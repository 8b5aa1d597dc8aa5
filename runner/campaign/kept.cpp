#include "runner/campaign/kept.h"

#include "base/formats/kept_results.h"
#include "runner/system/files.h"

#include <algorithm>

namespace loop::runner {

int kept_results(const std::filesystem::path& records) {
    std::error_code ignored;
    const std::filesystem::path file = records / formats::kept_results_name;
    if (!std::filesystem::exists(file, ignored)) return 0;
    const std::string text = read_file(file);
    return static_cast<int>(std::count(text.begin(), text.end(), '\n'));
}

} // namespace loop::runner
