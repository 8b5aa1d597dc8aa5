#include "compiler/parse/lexer_base.h"

#include "compiler/parse/byte_stream.h"

#include <string_view>

void LexerBase::continue_at(std::size_t offset) {
    getInputStream()->seek(offset);
    hitEOF = false;
    modeStack.clear();
    setMode(DEFAULT_MODE);
}

void LexerBase::skip() {
    const auto& input = static_cast<loop::compiler::ByteStream&>(*getInputStream());
    const std::size_t end = getInputStream()->index();
    const bool is_comment = input.text()[tokenStartCharIndex] == '/' && end > tokenStartCharIndex + 1;
    if (is_comment) comments_.push_back({tokenStartCharIndex, end});
    antlr4::Lexer::skip();
}

bool LexerBase::closes_raw_string() {
    const auto& input = static_cast<loop::compiler::ByteStream&>(*getInputStream());
    const std::string_view text =
        input.text().substr(tokenStartCharIndex, getInputStream()->index() - tokenStartCharIndex);
    const std::size_t quote = text.find('"');
    const std::size_t tag_size = text.find('(') - quote - 1;
    const std::size_t end = text.size() - tag_size - 1; // of the token, its last `"`
    return text[end - 1] == ')' && text.substr(end, tag_size) == text.substr(quote + 1, tag_size);
}
