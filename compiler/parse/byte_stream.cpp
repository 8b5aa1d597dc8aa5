#include "compiler/parse/byte_stream.h"

namespace loop::compiler {

std::size_t ByteStream::LA(ssize_t offset) {
    if (offset == 0) return 0;
    const ssize_t index = static_cast<ssize_t>(position_) + (offset > 0 ? offset - 1 : offset);
    if (index < 0 || index >= static_cast<ssize_t>(text_.size())) return antlr4::IntStream::EOF;
    const auto byte = static_cast<unsigned char>(text_[static_cast<std::size_t>(index)]);
    return byte < 0x80 ? byte : 'x';
}

std::string ByteStream::getText(const antlr4::misc::Interval& interval) {
    if (interval.a < 0 || interval.b < interval.a) return {};
    const auto begin = static_cast<std::size_t>(interval.a);
    return std::string(text_.substr(begin, static_cast<std::size_t>(interval.b) - begin + 1));
}

} // namespace loop::compiler
