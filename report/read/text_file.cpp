#include "report/read/text_file.h"

#include <fstream>
#include <iterator>

namespace loop::report {

namespace fs = std::filesystem;

std::optional<std::string> text_of_file(const fs::path& path) {
    std::error_code error;
    if (!fs::is_regular_file(path, error) || fs::file_size(path, error) > max_file_bytes || error)
        return std::nullopt;
    std::ifstream file(path, std::ios::binary);
    if (!file) return std::nullopt;
    return std::string{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

} // namespace loop::report
