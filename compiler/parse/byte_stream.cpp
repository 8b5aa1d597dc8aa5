#include "compiler/parse/byte_stream.h"

namespace loop::compiler {

namespace {

/// Whether a typographic double quote begins at `at`.
bool is_typographic_quote(std::string_view text, std::size_t at) {
    const std::string_view three = text.substr(at, 3);
    return three == "\u201c" || three == "\u201d" || three == "\u201e";
}

} // namespace

std::size_t ByteStream::LA(ssize_t k) {
    constexpr std::size_t quote = 0x201c;
    const std::size_t at = k > 0 ? at_ + static_cast<std::size_t>(k) - 1 : at_ - static_cast<std::size_t>(-k);
    if (at >= text_.size()) return IntStream::EOF; // also before the first byte
    const auto byte = static_cast<unsigned char>(text_[at]);
    if (byte < 0x80) return byte;
    return is_typographic_quote(text_, at) ? quote : 'a';
}

std::string ByteStream::getText(const antlr4::misc::Interval& interval) {
    const auto begin = static_cast<std::size_t>(interval.a);
    return std::string(text_.substr(begin, static_cast<std::size_t>(interval.b) + 1 - begin));
}

} // namespace loop::compiler
