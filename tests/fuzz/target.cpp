#include "target.h"

#include "base/text/clean.h"
#include "base/text/json.h"

#include <stdlib.h>

#include <cstdio>
#include <fstream>

namespace loop_fuzz {

namespace fs = std::filesystem;

std::string_view text_of(const std::uint8_t* data, std::size_t size) {
    return {reinterpret_cast<const char*>(data), size};
}

std::vector<std::string> pieces(const std::uint8_t* data, std::size_t size, std::size_t least) {
    std::string_view rest = text_of(data, size);
    std::vector<std::string> result;
    for (std::size_t at; (at = rest.find(separator)) != std::string_view::npos;
         rest.remove_prefix(at + separator.size()))
        result.emplace_back(rest.substr(0, at));
    result.emplace_back(rest);
    if (result.size() < least) result.resize(least);
    return result;
}

Folder::Folder() {
    std::string name = (fs::temp_directory_path() / "loop-fuzz-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) broken("a folder for files can be made");
    path_ = name;
}

Folder::~Folder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
}

void Folder::put(const std::string& name, std::string_view text) const {
    fs::create_directories((path_ / name).parent_path());
    std::ofstream(path_ / name, std::ios::binary)
        .write(text.data(), static_cast<std::streamsize>(text.size()));
}

void broken(const char* promise) {
    std::fprintf(stderr, "broken: %s\n", promise);
    std::abort();
}

void expect_clean(const std::string& text) {
    if (loop::clean_text(text, true) != text) broken("what is shown holds no control characters");
}

void expect_json(const std::string& text) {
    if (loop::Json::parse_or_discard(text).is_discarded()) broken("what is called JSON is JSON");
}

} // namespace loop_fuzz
