#include "compiler/check/host_scanner.h"

#include "compiler/check/cxx_lexer.h"

#include <algorithm>
#include <unordered_set>

namespace loop::compiler {

namespace {

/// The words of a list that has one blank between words.
std::unordered_set<std::string_view> words_of(std::string_view list) {
    std::unordered_set<std::string_view> words;
    for (std::size_t at = 0, end = 0; end != list.size(); at = end + 1) {
        end = std::min(list.find(' ', at), list.size());
        words.insert(list.substr(at, end - at));
    }
    return words;
}

/// Whether a piece that begins like a word is a raw string.
bool is_raw(std::string_view piece) {
    return piece.find('"') != std::string_view::npos;
}

/// The characters that, behind `c`, make an operator of two characters.
std::string_view second_characters(char c) {
    switch (c) {
    case ':':
        return ":";
    case '+':
        return "=+";
    case '-':
        return "=->";
    case '&':
        return "=&";
    case '|':
        return "=|";
    case '<':
        return "=<";
    case '>':
        return "=>";
    case '=':
    case '!':
    case '*':
    case '/':
    case '%':
    case '^':
        return "=";
    default:
        return {};
    }
}

/// Matches brackets across `#if` branches. Each branch starts at the depth before the `#if`. After the
/// `#endif`, the depth is that of the first branch that changed it.
class Brackets {
public:
    explicit Brackets(HostCode& host) : host_(host) {}

    void open(std::uint32_t token) {
        open_.push_back(token);
        if (open_.size() > nesting_limit && host_.too_deep == Token::unpaired) host_.too_deep = token;
    }

    void close(std::uint32_t token, char bracket) {
        const char wanted = bracket == ')' ? '(' : bracket == ']' ? '[' : '{';
        std::size_t depth = open_.size();
        if (wanted == '{')
            while (depth > 0 && kind(open_[depth - 1]) != '{')
                --depth;
        if (depth == 0 || kind(open_[depth - 1]) != wanted) {
            if (wanted == '{') host_.unpaired_braces.push_back(token);
            return;
        }
        Token& other = host_.tokens[open_[depth - 1]];
        if (other.partner == Token::unpaired) other.partner = token;
        host_.tokens[token].partner = open_[depth - 1];
        open_.resize(depth - 1);
    }

    void begin_conditional() {
        if (levels_.size() < nesting_limit)
            levels_.push_back({open_, {}, false});
        else
            ++ignored_;
    }

    void next_branch() {
        if (ignored_ > 0 || levels_.empty()) return;
        keep_first_change(levels_.back());
        open_ = levels_.back().before;
    }

    void end_conditional() {
        if (ignored_ > 0) {
            --ignored_;
            return;
        }
        if (levels_.empty()) return;
        keep_first_change(levels_.back());
        if (levels_.back().changed) open_ = std::move(levels_.back().after);
        levels_.pop_back();
    }

    std::uint32_t innermost_brace() const {
        for (std::size_t depth = open_.size(); depth > 0; --depth)
            if (kind(open_[depth - 1]) == '{') return open_[depth - 1];
        return Token::unpaired;
    }

    bool in_conditional() const { return !levels_.empty(); }
    const std::vector<std::uint32_t>& still_open() const { return open_; }

private:
    struct Level {
        std::vector<std::uint32_t> before;
        std::vector<std::uint32_t> after;
        bool changed;
    };

    void keep_first_change(Level& level) {
        if (level.changed || open_.size() == level.before.size()) return;
        level.after = open_;
        level.changed = true;
    }

    char kind(std::uint32_t token) const { return host_.text[host_.tokens[token].begin]; }

    HostCode& host_;
    std::vector<std::uint32_t> open_;
    std::vector<Level> levels_;
    std::size_t ignored_ = 0;
};

class Scanner {
public:
    Scanner(const Source& source, const std::vector<Construct>& constructs, HostCode& host)
        : host_(host), text_(source.text()), constructs_(constructs), brackets_(host) {
        host_.text = text_;
    }

    void run() {
        if (text_.substr(0, 3) == "\xef\xbb\xbf") at_ = 3;
        while ((at_ = cxx::skip_blank(text_, at_)) < text_.size()) {
            if (at_construct()) continue;
            if (text_[at_] == '#')
                directive();
            else
                token();
        }
        for (std::uint32_t open : brackets_.still_open())
            if (text_[host_.tokens[open].begin] == '{') host_.unpaired_braces.push_back(open);
    }

private:
    bool at_construct() {
        if (next_ >= constructs_.size() || constructs_[next_].head.begin > at_) return false;
        add(Token::Kind::Construct, constructs_[next_].head.end);
        host_.tokens.back().partner = static_cast<std::uint32_t>(next_++);
        return true;
    }

    void add(Token::Kind kind, std::size_t end) {
        Token token;
        token.begin = static_cast<std::uint32_t>(at_);
        token.end = static_cast<std::uint32_t>(end);
        token.kind = kind;
        token.block = brackets_.innermost_brace();
        host_.tokens.push_back(token);
        at_ = end;
    }

    void token() {
        const char c = text_[at_];
        if (const std::size_t length = cxx::typographic_quote(text_, at_)) {
            host_.typographic_quotes.push_back({at_, at_ + length});
            at_ += length;
        } else if (cxx::word_start(c)) {
            word();
        } else if (c >= '0' && c <= '9') {
            add(Token::Kind::Number, cxx::skip_number(text_, at_));
        } else if (c == '"' || c == '\'') {
            add(Token::Kind::Text, cxx::skip_quoted(text_, at_));
        } else {
            punctuation(c);
        }
    }

    /// A word, or a raw string.
    void word() {
        const std::size_t end = cxx::skip_piece(text_, at_);
        const std::string_view piece = text_.substr(at_, end - at_);
        add(is_raw(piece) ? Token::Kind::Text : Token::Kind::Word, end);
        host_.tokens.back().keyword = is_keyword(piece);
    }

    void punctuation(char c) {
        const bool two =
            at_ + 1 < text_.size() && second_characters(c).find(text_[at_ + 1]) != std::string_view::npos;
        add(Token::Kind::Punctuation, at_ + (two ? 2 : 1));
        const auto index = static_cast<std::uint32_t>(host_.tokens.size() - 1);
        if (c == '(' || c == '[' || c == '{') brackets_.open(index);
        if (c == ')' || c == ']' || c == '}') brackets_.close(index, c);
    }

    // -- preprocessor directives
    void directive() {
        const std::size_t begin = at_;
        const std::size_t name_begin = skip_in_line(at_ + 1);
        const std::size_t name_end = cxx::skip_word(text_, name_begin);
        const std::string_view name = text_.substr(name_begin, name_end - name_begin);
        at_ = name_end;
        if (name == "include") include();
        if (name == "pragma") pragma();
        if (name == "define") {
            const std::size_t defined = skip_in_line(at_);
            host_.defined.push_back(text_.substr(defined, cxx::skip_word(text_, defined) - defined));
        }
        rest_of_directive();
        conditional(name, begin);
    }

    void conditional(std::string_view name, std::size_t begin) {
        if (name == "if" || name == "ifdef" || name == "ifndef") {
            if (!brackets_.in_conditional()) conditional_begin_ = begin;
            brackets_.begin_conditional();
        } else if (name == "else" || name == "elif") {
            brackets_.next_branch();
        } else if (name == "endif" && brackets_.in_conditional()) {
            brackets_.end_conditional();
            if (!brackets_.in_conditional()) host_.conditionals.push_back({conditional_begin_, at_});
        }
    }

    void pragma() {
        const std::size_t begin = skip_in_line(at_);
        const std::size_t end = cxx::skip_word(text_, begin);
        if (text_.substr(begin, end - begin) == "omp") host_.openmp_pragmas.push_back({begin, end});
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
            host_.includes.push_back(
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

    /// Skips to the end of the directive. A backslash or a block comment continues it on the next line.
    void rest_of_directive() {
        while (at_ < text_.size() && text_[at_] != '\n') {
            const std::size_t comment = cxx::skip_comment(text_, at_);
            if (comment != at_)
                at_ = comment;
            else if (text_[at_] == '\\')
                backslash();
            else if (cxx::word_start(text_[at_]))
                directive_word();
            else if (text_[at_] == '"' || text_[at_] == '\'')
                skip_text();
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
            if (find_construct(text_.substr(at_ + 1, end - at_ - 1)) != nullptr)
                host_.directive_constructs.push_back({at_, end});
            at_ = end;
        }
    }

    void directive_word() {
        const std::size_t end = cxx::skip_piece(text_, at_);
        const std::string_view word = text_.substr(at_, end - at_);
        if (!is_raw(word)) host_.directive_words.push_back(word);
        at_ = end;
    }

    /// Skips a string or character constant that is closed on its line. An unclosed quote, as in `#error
    /// don't`, is skipped alone.
    void skip_text() {
        const std::size_t end = cxx::skip_quoted(text_, at_);
        const bool closed = end > at_ + 1 && text_[end - 1] == text_[at_];
        at_ = closed ? end : at_ + 1;
    }

    HostCode& host_;
    std::string_view text_;
    const std::vector<Construct>& constructs_;
    Brackets brackets_;
    std::size_t at_ = 0;
    std::size_t next_ = 0;
    std::size_t conditional_begin_ = 0;
};

} // namespace

bool HostCode::in_conditional(std::size_t offset) const {
    auto after = std::upper_bound(conditionals.begin(), conditionals.end(), offset,
                                  [](std::size_t at, const Range& range) { return at < range.begin; });
    return after != conditionals.begin() && offset < std::prev(after)->end;
}

std::size_t HostCode::token_at(std::size_t offset) const {
    auto token = std::lower_bound(tokens.begin(), tokens.end(), offset,
                                  [](const Token& t, std::size_t at) { return t.begin < at; });
    return static_cast<std::size_t>(token - tokens.begin());
}

std::uint32_t HostCode::block_of(std::size_t token) const {
    return token < tokens.size() ? tokens[token].block : Token::unpaired;
}

std::uint32_t HostCode::behind(std::uint32_t at, std::uint32_t end) const {
    const std::uint32_t partner = tokens[at].partner;
    return partner != Token::unpaired && partner > at && partner < end ? partner + 1 : end;
}

bool HostCode::encloses(std::uint32_t block, std::size_t token) const {
    if (block == Token::unpaired) return true;
    for (std::uint32_t at = block_of(token); at != Token::unpaired; at = tokens[at].block)
        if (at == block) return true;
    return false;
}

std::size_t HostCode::end_of_block(std::uint32_t block) const {
    if (block == Token::unpaired || tokens[block].partner == Token::unpaired) return tokens.size();
    return tokens[block].partner;
}

HostCode scan_host(const Source& source, const std::vector<Construct>& constructs) {
    HostCode host;
    Scanner(source, constructs, host).run();
    return host;
}

namespace {

/// The end of the operand of a `sizeof` that ends at `at`. The operand is not evaluated.
std::size_t behind_operand(std::string_view code, std::size_t at) {
    int depth = 0;
    while ((at = cxx::skip_blank(code, at)) < code.size()) {
        const std::size_t end = std::max(cxx::skip_piece(code, at), at + 1);
        if (code[at] == '(') ++depth;
        if (code[at] == ')') --depth;
        if (depth <= 0 && (code[at] == ')' || cxx::word_start(code[at]))) return depth < 0 ? at : end;
        at = end;
    }
    return code.size();
}

} // namespace

std::vector<std::string_view> free_words(std::string_view code) {
    std::vector<std::string_view> words;
    bool member = false;
    for (std::size_t at = 0; (at = cxx::skip_blank(code, at)) < code.size();) {
        const std::size_t end = cxx::skip_piece(code, at);
        const std::string_view piece = code.substr(at, end - at), two = code.substr(at, 2);
        if (cxx::word_start(code[at])) {
            const bool qualifier = code.substr(cxx::skip_blank(code, end), 2) == "::";
            if (!member && !is_raw(piece) && !qualifier && !is_keyword(piece)) words.push_back(piece);
            member = false;
            at = piece == "sizeof" ? behind_operand(code, end) : end;
        } else {
            member = two == "->" || two == "::" || piece == ".";
            at = two == "->" || two == "::" ? at + 2 : end;
        }
    }
    return words;
}

bool is_type_keyword(std::string_view word) {
    static const std::unordered_set<std::string_view> words = words_of(
        "auto bool char char16_t char32_t class const constexpr double enum extern float inline int long "
        "mutable "
        "register short signed static struct thread_local typename union unsigned void volatile wchar_t");
    return words.count(word) != 0;
}

bool is_keyword(std::string_view word) {
    static const std::unordered_set<std::string_view> words = words_of(
        "alignas alignof and and_eq asm bitand bitor break case catch compl const_cast continue decltype "
        "default "
        "delete do dynamic_cast else explicit export false for friend goto if namespace new noexcept not "
        "not_eq "
        "nullptr operator or or_eq private protected public reinterpret_cast return sizeof static_assert "
        "static_cast switch template this throw true try typedef typeid using virtual while xor xor_eq");
    return is_type_keyword(word) || words.count(word) != 0;
}

} // namespace loop::compiler
