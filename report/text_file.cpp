#include "report/text_file.h"

#include <cerrno>
#include <fstream>
#include <iterator>

namespace loop::report {

namespace fs = std::filesystem;

std::optional<std::string> text_of_file(const fs::path& path) {
    constexpr std::uintmax_t limit_bytes = std::uintmax_t(1) << 30;
    std::error_code error;
    if (!fs::is_regular_file(path, error) || fs::file_size(path, error) > limit_bytes || error)
        return std::nullopt;
    std::ifstream file(path, std::ios::binary);
    if (!file) return std::nullopt;
    return std::string{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

void write_text_file(const fs::path& path, const std::string& text) {
    fs::path temporary = path;
    temporary += ".tmp";
    std::error_code none;
    fs::remove(temporary, none); // a link there would be followed
    std::ofstream file(temporary, std::ios::binary | std::ios::trunc);
    file << text;
    file.close();
    if (!file) {
        const int reason = errno;
        std::error_code ignored;
        fs::remove(temporary, ignored);
        throw fs::filesystem_error("cannot write", path, std::error_code(reason, std::generic_category()));
    }
    fs::rename(temporary, path);
}

} // namespace loop::report
