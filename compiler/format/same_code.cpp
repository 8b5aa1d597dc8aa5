#include "compiler/format/same_code.h"

#include "compiler/lex/cxx_lexer.h"

#include <algorithm>
#include <iterator>
#include <string>

namespace loop::compiler {

namespace {

/// Reads the pieces of a text, one after the other.
class Pieces {
public:
    Pieces(std::string_view text, Comments comments) : text_(text), comments_(comments) {}

    /// The next piece; empty at the end. With Comments::Words, comments that follow each other are one piece.
    std::string next() {
        begin_ = at_ = behind_spaces();
        std::string words;
        while (comments_ == Comments::Words && cxx::skip_comment(text_, at_) > at_) {
            words += words_of(take_comment());
            at_ = behind_spaces();
        }
        if (!words.empty()) return "/" + words;
        if (at_ == text_.size()) return {};
        if (cxx::skip_comment(text_, at_) > at_) return std::string(take_comment());
        const std::size_t begin = at_;
        at_ = cxx::skip_piece(text_, at_);
        return std::string(text_.substr(begin, at_ - begin));
    }
    std::size_t begin() const { return begin_; } ///< of the last piece

private:
    std::size_t behind_spaces() const {
        return std::min(text_.find_first_not_of(cxx::spaces, at_), text_.size());
    }

    std::string_view take_comment() {
        const std::size_t begin = at_;
        at_ = cxx::skip_comment(text_, at_);
        return text_.substr(begin, at_ - begin);
    }

    static std::string words_of(std::string_view comment) {
        std::string words;
        std::copy_if(comment.begin(), comment.end(), std::back_inserter(words), [](char c) {
            return c != '/' && c != '*' && cxx::spaces.find(c) == std::string_view::npos;
        });
        return words;
    }

    std::string_view text_;
    Comments comments_;
    std::size_t at_ = 0;
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
