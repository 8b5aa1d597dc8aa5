#include "compiler/parse/byte_stream.h"

#include "compiler/lex/cxx_lexer.h"

namespace loop::compiler {

std::size_t ByteStream::LA(ssize_t k) {
    constexpr std::size_t quote = 0x201c;
    const std::size_t at = k > 0 ? at_ + static_cast<std::size_t>(k) - 1 : at_ - static_cast<std::size_t>(-k);
    if (at >= text_.size()) return IntStream::EOF; // also before the first byte
    const auto byte = static_cast<unsigned char>(text_[at]);
    if (byte < 0x80) return byte;
    return cxx::typographic_quote(text_, at) != 0 ? quote : 'a';
}

std::string ByteStream::getText(const antlr4::misc::Interval& interval) {
    const auto begin = static_cast<std::size_t>(interval.a);
    return std::string(text_.substr(begin, static_cast<std::size_t>(interval.b) + 1 - begin));
}

} // namespace loop::compiler
