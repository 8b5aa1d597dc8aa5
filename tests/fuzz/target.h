#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

/// What the fuzz targets have in common. A target is the function that libFuzzer calls with one input; it
/// ends the process where a promise of docs/security.md is broken that no sanitizer sees.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace loop_fuzz {

/// Inputs of several files are one, with this line between them.
constexpr std::string_view separator = "\n--8<--\n";

std::string_view text_of(const std::uint8_t* data, std::size_t size);
/// At least `least`: pieces that are missing are empty.
std::vector<std::string> pieces(const std::uint8_t* data, std::size_t size, std::size_t least);

/// A folder of this process, empty for every input.
class Folder {
public:
    Folder();
    ~Folder();
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;

    const std::filesystem::path& path() const { return path_; }
    void put(const std::string& name, std::string_view text) const;

private:
    std::filesystem::path path_;
};

/// Ends the process and says why.
[[noreturn]] void broken(const char* promise);

/// What a terminal, a browser or a spreadsheet is given: UTF-8, and no control character but line ends and
/// tabs.
void expect_clean(const std::string& text);
void expect_json(const std::string& text);

} // namespace loop_fuzz
