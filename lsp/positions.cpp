#include "lsp/positions.h"

#include <algorithm>

namespace loop::lsp {

namespace {

/// Bytes of the character that begins with this byte; 1 for bytes that begin none.
std::size_t bytes_of_character(char first) {
    const auto byte = static_cast<unsigned char>(first);
    if (byte >= 0xf0) return 4;
    if (byte >= 0xe0) return 3;
    return byte >= 0xc0 ? 2 : 1;
}

std::size_t units_of_character(std::size_t bytes) {
    return bytes == 4 ? 2 : 1;
}

/// The bytes before the column of `units`, at most all.
std::size_t bytes_before(std::string_view line, std::size_t units) {
    std::size_t at = 0;
    for (std::size_t column = 0; at < line.size() && column < units;) {
        const std::size_t bytes = bytes_of_character(line[at]);
        column += units_of_character(bytes);
        at += bytes;
    }
    return std::min(at, line.size());
}

} // namespace

std::size_t utf16_length(std::string_view text) {
    std::size_t units = 0;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t bytes = bytes_of_character(text[at]);
        units += units_of_character(bytes);
        at += bytes;
    }
    return units;
}

std::size_t offset_of(const compiler::Source& source, const Json& position) {
    const int line = position.at("line").get<int>();
    if (line < 0) return 0;
    if (line >= source.line_count()) return source.text().size();
    const std::size_t units = position.at("character").get<std::size_t>();
    return source.line_start(line + 1) + bytes_before(source.line(line + 1), units);
}

Json position_of(const compiler::Source& source, std::size_t offset) {
    const compiler::Position position = source.position(std::min(offset, source.text().size()));
    const std::string_view before =
        source.line(position.line).substr(0, static_cast<std::size_t>(position.column) - 1);
    return Json::object({{"line", position.line - 1}, {"character", utf16_length(before)}});
}

Json range_of(const compiler::Source& source, compiler::Range range) {
    return Json::object(
        {{"start", position_of(source, range.begin)}, {"end", position_of(source, range.end)}});
}

} // namespace loop::lsp
