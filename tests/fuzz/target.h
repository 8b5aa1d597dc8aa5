#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

/// Common parts of the fuzz targets. A target is the function that libFuzzer calls with one input. It ends
/// the process if it finds a violation of docs/security.md that sanitizers do not detect.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace loop_fuzz {

/// Separates the files of an input that consists of several files.
constexpr std::string_view separator = "\n--8<--\n";

std::string_view text_of(const std::uint8_t* data, std::size_t size);
/// Returns at least `least` pieces; missing ones are empty.
std::vector<std::string> pieces(const std::uint8_t* data, std::size_t size, std::size_t least);

/// A temporary folder, for one input.
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

/// Ends the process with a message.
[[noreturn]] void broken(const char* promise);

/// Checks text for a terminal, a browser, or a spreadsheet: valid UTF-8, no control characters except line
/// ends and tabs.
void expect_clean(const std::string& text);
void expect_json(const std::string& text);

} // namespace loop_fuzz
