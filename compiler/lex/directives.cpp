#include "compiler/lex/directives.h"

#include "compiler/lex/cxx_lexer.h"

namespace loop::compiler {

namespace {

class DirectiveReader {
public:
    DirectiveReader(Lexed& lexed, std::size_t at)
        : lexed_(lexed), text_(lexed.text), begin_(at), at_(at + 1) {}

    std::size_t read() {
        const std::size_t name_begin = skip_in_line(at_);
        at_ = cxx::skip_word(text_, name_begin);
        const std::string_view name = text_.substr(name_begin, at_ - name_begin);
        if (name == "include") include();
        if (name == "pragma") pragma();
        if (name == "define") {
            const std::size_t defined = skip_in_line(at_);
            lexed_.defined.push_back(text_.substr(defined, cxx::skip_word(text_, defined) - defined));
        }
        rest();
        conditional(name);
        return at_;
    }

private:
    void conditional(std::string_view name) {
        using Kind = ConditionalLine::Kind;
        const Range range{begin_, at_};
        if (name == "if" || name == "ifdef" || name == "ifndef")
            lexed_.conditional_lines.push_back({Kind::Begin, range});
        else if (name == "else" || name == "elif")
            lexed_.conditional_lines.push_back({Kind::Next, range});
        else if (name == "endif")
            lexed_.conditional_lines.push_back({Kind::End, range});
    }

    void pragma() {
        const std::size_t begin = skip_in_line(at_);
        const std::size_t end = cxx::skip_word(text_, begin);
        if (text_.substr(begin, end - begin) == "omp") lexed_.openmp_pragmas.push_back({begin, end});
    }

    void include() {
        const std::size_t open = skip_in_line(at_);
        if (open >= text_.size()) return;
        const std::size_t typographic = cxx::typographic_quote(text_, open);
        const std::size_t begin = open + (typographic != 0 ? typographic : 1);
        const bool angle = text_[open] == '<';
        if (!angle && text_[open] != '"' && typographic == 0) return;
        for (std::size_t end = begin; end < text_.size() && text_[end] != '\n'; ++end) {
            const std::size_t closing = cxx::typographic_quote(text_, end);
            if (closing == 0 && text_[end] != (angle ? '>' : '"')) continue;
            const std::size_t behind = end + (closing != 0 ? closing : 1);
            lexed_.includes.push_back(
                {text_.substr(begin, end - begin), !angle, typographic != 0 || closing != 0, {open, behind}});
            at_ = behind;
            return;
        }
    }

    std::size_t skip_in_line(std::size_t at) const {
        while (at < text_.size() && (text_[at] == ' ' || text_[at] == '\t'))
            ++at;
        return at;
    }

    /// Skips to the end of the directive.
    void rest() {
        while (at_ < text_.size() && text_[at_] != '\n') {
            const char c = text_[at_];
            if (const std::size_t comment = lex_comment(lexed_, at_); comment != at_)
                at_ = comment;
            else if (c == '\\')
                backslash();
            else if (cxx::word_start(c))
                word();
            else if (c == '"' || c == '\'')
                quoted();
            else
                ++at_;
        }
    }

    void backslash() {
        if (text_.substr(at_ + 1, 1) == "\n")
            at_ += 2;
        else if (text_.substr(at_ + 1, 2) == "\r\n")
            at_ += 3;
        else {
            const std::size_t end = cxx::skip_word(text_, at_ + 1);
            lexed_.directive_constructs.push_back({at_, end});
            at_ = end;
        }
    }

    void word() {
        const std::size_t end = lex_piece(lexed_, at_);
        const std::string_view word = text_.substr(at_, end - at_);
        if (!is_raw(word)) lexed_.directive_words.push_back(word);
        at_ = end;
    }

    /// An unclosed quote, as in `#error don't`, is skipped alone.
    void quoted() {
        const cxx::Quoted seen = cxx::read_quoted(text_, at_);
        at_ = seen.closed ? seen.end : at_ + 1;
    }

    Lexed& lexed_;
    std::string_view text_;
    std::size_t begin_;
    std::size_t at_;
};

/// Whether a raw string has its closing delimiter.
bool is_closed(std::string_view raw) {
    const std::size_t quote = raw.find('"');
    const std::size_t open = raw.find('(');
    const std::size_t delimiter = open - quote + 1; // `)tag"`
    if (raw.size() < open + 1 + delimiter || raw.back() != '"') return false;
    const std::string_view end = raw.substr(raw.size() - delimiter);
    return end.front() == ')' && end.substr(1, delimiter - 2) == raw.substr(quote + 1, open - quote - 1);
}

} // namespace

std::size_t lex_directive(Lexed& lexed, std::size_t at) {
    return DirectiveReader(lexed, at).read();
}

std::size_t lex_comment(Lexed& lexed, std::size_t at) {
    const std::size_t end = cxx::skip_comment(lexed.text, at);
    const bool block = end > at && lexed.text[at + 1] == '*';
    const bool open = block && (end < at + 4 || lexed.text.substr(end - 2, 2) != "*/");
    if (open) lexed.open_texts.push_back({OpenText::Kind::Comment, {at, at + 2}});
    return end;
}

std::size_t lex_piece(Lexed& lexed, std::size_t at) {
    const std::size_t end = cxx::skip_piece(lexed.text, at);
    const std::string_view piece = lexed.text.substr(at, end - at);
    if (end == lexed.text.size() && is_raw(piece) && !is_closed(piece))
        lexed.open_texts.push_back({OpenText::Kind::RawString, {at, at + piece.find('(') + 1}});
    return end;
}

bool is_raw(std::string_view piece) {
    const bool maybe = piece[0] == 'R' || piece[0] == 'L' || piece[0] == 'u' || piece[0] == 'U';
    return maybe && piece.find('"') != std::string_view::npos;
}

} // namespace loop::compiler
