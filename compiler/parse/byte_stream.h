#pragma once

#include <antlr4-runtime.h>

#include <string_view>

namespace loop::compiler {

/// Feeds the lexer the bytes of a text, one character each, so that invalid UTF-8, a byte-order mark, and any
/// other bytes are preserved. All bytes from 0x80 on look like the same letter: they occur only in
/// identifiers, strings, and comments, and the lexer caches its transitions for ASCII only.
class ByteStream : public antlr4::CharStream {
public:
    explicit ByteStream(std::string_view text) : text_(text) {}

    void consume() override { ++position_; }
    std::size_t LA(ssize_t offset) override;
    ssize_t mark() override { return 0; }
    void release(ssize_t) override {}
    std::size_t index() override { return position_; }
    void seek(std::size_t index) override { position_ = index; }
    std::size_t size() override { return text_.size(); }
    std::string getSourceName() const override { return "loop"; }
    std::string getText(const antlr4::misc::Interval& interval) override;
    std::string toString() const override { return std::string(text_); }

    std::string_view text() const { return text_; }

private:
    std::string_view text_;
    std::size_t position_ = 0;
};

} // namespace loop::compiler
