#include "compiler/format/same_code.h"

#include "compiler/parse/lexer.h"
#include "compiler/source/text.h"

#include <algorithm>
#include <iterator>
#include <string>

namespace loop::compiler {

namespace {

/// Reads the tokens and comments of a text, one after the other, also those of preprocessor directives.
class Pieces {
public:
    Pieces(std::string_view text, Comments comments) : lexed_(lex_code(text)), comments_(comments) {}

    /// The next piece; empty at the end. With Comments::Words, comments that follow each other are one piece.
    std::string next() {
        begin_ = std::min({lexed_.text.size(), begin_of_token(), begin_of_comment()});
        std::string words;
        while (comments_ == Comments::Words && is_at_comment())
            words += words_of(take_comment());
        if (!words.empty()) return "/" + words;
        if (is_at_comment()) return std::string(take_comment());
        return token_ < lexed_.tokens.size() ? std::string(lexed_.word(token_++)) : "";
    }
    std::size_t begin() const { return begin_; } ///< of the last piece

private:
    std::size_t begin_of_token() const {
        return token_ < lexed_.tokens.size() ? lexed_.range(token_).begin : std::string_view::npos;
    }
    std::size_t begin_of_comment() const {
        return comment_ < lexed_.comments.size() ? lexed_.comments[comment_].begin : std::string_view::npos;
    }
    bool is_at_comment() const { return begin_of_comment() < begin_of_token(); }

    std::string_view take_comment() {
        const Range range = lexed_.comments[comment_++];
        return lexed_.text.substr(range.begin, range.size());
    }

    static std::string words_of(std::string_view comment) {
        std::string words;
        std::copy_if(comment.begin(), comment.end(), std::back_inserter(words), [](char c) {
            return c != '/' && c != '*' && whitespace.find(c) == std::string_view::npos;
        });
        return words;
    }

    Lexed lexed_;
    Comments comments_;
    std::size_t token_ = 0, comment_ = 0; ///< the next ones
    std::size_t begin_ = 0;
};

} // namespace

std::size_t first_difference(std::string_view a, std::string_view b, Comments comments) {
    Pieces one(a, comments);
    Pieces other(b, comments);
    for (;;) {
        const std::string piece = one.next();
        if (piece != other.next()) return other.begin();
        if (piece.empty()) return std::string_view::npos;
    }
}

} // namespace loop::compiler
