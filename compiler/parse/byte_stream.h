#pragma once

#include <antlr4-runtime.h>

#include <cstddef>
#include <string>
#include <string_view>

namespace loop::compiler {

/// Feeds ANTLR's lexer the bytes of a file, whose indices are offsets in the text. ANTLR's own stream throws
/// on invalid UTF-8.
class ByteStream : public antlr4::CharStream {
public:
    explicit ByteStream(std::string_view text) : text_(text) {}

    std::string_view text() const { return text_; }

    /// A byte as grammar/LoopLexer.g4 counts it, or EOF.
    std::size_t LA(ssize_t k) override;
    void consume() override { ++at_; }

    std::size_t index() override { return at_; }
    void seek(std::size_t index) override { at_ = index; }
    std::size_t size() override { return text_.size(); }
    ssize_t mark() override { return 0; } // all bytes are kept
    void release(ssize_t) override {}
    std::string getSourceName() const override { return "loop"; }
    std::string getText(const antlr4::misc::Interval& interval) override;
    std::string toString() const override { return std::string(text_); }

private:
    std::string_view text_;
    std::size_t at_ = 0;
};

} // namespace loop::compiler
