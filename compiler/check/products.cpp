#include "compiler/check/products.h"

#include "compiler/lex/cxx_lexer.h"

#include <algorithm>
#include <cstdlib>
#include <initializer_list>
#include <limits>

namespace loop::compiler {

namespace {

constexpr std::size_t nowhere = std::string_view::npos;

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

/// Words of types whose values do not make a product overflow.
bool is_wide_type(std::string_view word) {
    return is_one_of(word, {"double", "float", "long", "size_t", "ptrdiff_t", "int64_t", "uint64_t"});
}

bool is_type_word(std::string_view word) {
    return is_wide_type(word) ||
           is_one_of(word, {"int", "unsigned", "signed", "short", "char", "bool", "void", "const", "volatile",
                            "auto", "struct", "class", "enum", "union", "typename"});
}

/// Words after which products mean something else, or that stand for operators.
bool is_doubtful(std::string_view word) {
    return is_one_of(word, {"new", "delete", "throw", "operator", "return", "and", "or", "not", "xor",
                            "bitand", "bitor", "compl", "not_eq"});
}

bool begins_number(std::string_view piece) {
    return piece[0] >= '0' && piece[0] <= '9';
}

/// Whether a number has 64 bits, or is a floating-point number.
bool is_wide_number(std::string_view number) {
    const bool is_hex = number.size() > 1 && (number[1] == 'x' || number[1] == 'X');
    return number.find_first_of(is_hex ? ".pPlL" : ".eElL") != nowhere;
}

double value_of(std::string_view number) {
    std::string digits(number);
    digits.erase(std::remove(digits.begin(), digits.end(), '\''), digits.end());
    return static_cast<double>(std::strtoull(digits.c_str(), nullptr, 0));
}

bool begins_operand(char c) {
    return cxx::word_part(c) || c == '(' || c == '"' || c == '\'';
}

/// What is known of the operands that `*`, `/`, `%`, and `<<` join.
struct Term {
    std::size_t begin = nowhere, end = 0;
    int operands = 0;
    bool multiplies = false;
    bool shifts = false;
    bool is_wide = false;
    bool is_constant = true;
    double bound = 1; ///< of the constants

    bool may_overflow() const {
        return multiplies && !is_wide && (!is_constant || bound > std::numeric_limits<int>::max());
    }
};

class ProductReader {
public:
    ProductReader(std::string_view code, const IsWide& is_wide) : code_(code), is_wide_(is_wide) {}

    std::vector<Range> read() {
        expression('\0');
        if (is_in_doubt()) found_.clear();
        std::sort(found_.begin(), found_.end(),
                  [](const Range& a, const Range& b) { return a.begin < b.begin; });
        return found_;
    }

    /// After read().
    bool is_in_doubt() const { return in_doubt_ || at_ < code_.size(); }

private:
    char next(std::size_t ahead = 0) const { return at_ + ahead < code_.size() ? code_[at_ + ahead] : '\0'; }
    void skip_blank() { at_ = cxx::skip_blank(code_, at_); }
    void doubt() {
        in_doubt_ = true;
        at_ = code_.size();
    }

    /// Reads up to `closing`. What lacks an operand at its end is a type, such as `T *`.
    void expression(char closing) {
        const std::size_t found_before = found_.size();
        bool is_type = false;
        Term term;
        for (;;) {
            const bool is_value = operand(term);
            is_type = is_type || !is_value;
            if (in_doubt_ || next() == closing) break;
            if (!binary(term)) return doubt(); // such as `[`, which begins a lambda
        }
        finish(term);
        if (is_type) found_.resize(found_before);
    }

    void finish(Term& term) {
        if (term.may_overflow()) found_.push_back({term.begin, term.end});
        term = {};
    }

    /// Reads an operand with its signs, and what follows it; false if there is none, or only a type.
    bool operand(Term& term) {
        skip_blank();
        if (term.begin == nowhere) term.begin = at_;
        for (; at_ < code_.size() && std::string_view("+-!~*&").find(next()) != nowhere; skip_blank())
            ++at_;
        if (next() == ':' && next(1) == ':') at_ += 2;
        if (next() == '{') { // a list
            group();
            return true;
        }
        if (!begins_operand(next())) return false;
        const bool is_value = pieces(term);
        term.end = end_before_blank();
        return is_value;
    }

    /// Where the code before `at_` ends, without blanks.
    std::size_t end_before_blank() const {
        const std::size_t last = code_.substr(0, at_).find_last_not_of(cxx::spaces);
        return last == nowhere ? 0 : last + 1;
    }

    bool pieces(Term& term) {
        bool is_value = false, is_cast = false, is_wide = false;
        double constant = -1;
        for (int count = 0; at_ < code_.size() && begins_operand(next()); ++count, skip_blank()) {
            if (next() == '(') {
                const bool has_products = group();
                is_value = true;
                is_wide = is_cast ? is_wide : has_products || group_is_wide_;
                is_cast = true; // if anything follows
                postfix(false);
                continue;
            }
            const std::size_t end = cxx::skip_piece(code_, at_);
            const std::string_view piece = code_.substr(at_, end - at_);
            at_ = end;
            if (is_doubtful(piece)) {
                doubt();
                return false;
            }
            const bool is_number = begins_number(piece);
            if (is_number && count == 0) constant = is_wide_number(piece) ? -1 : value_of(piece);
            if (is_number ? is_wide_number(piece) : is_wide_word(piece)) is_wide = true;
            skip_blank();
            const bool converts = next() == '(' || next() == '{';
            if (!is_type_word(piece) || converts) is_value = true;
            if (piece.size() > 5 && piece.substr(piece.size() - 5) == "_cast" && next() == '<')
                is_wide = cast_type() || is_wide;
            if (postfix(true)) is_wide = true;
        }
        add(term, is_wide, constant);
        return is_value;
    }

    bool is_wide_word(std::string_view word) const {
        return is_wide_type(word) || word == "sizeof" || (is_wide_ && is_wide_(word, false));
    }

    static void add(Term& term, bool is_wide, double constant) {
        if (++term.operands <= 2 && is_wide) term.is_wide = true;
        if (constant < 0) {
            term.is_constant = false;
        } else if (term.shifts) {
            term.bound *= constant < 63 ? static_cast<double>(1LL << static_cast<int>(constant)) : 1e30;
        } else {
            term.bound *= std::max(constant, 1.0);
        }
    }

    /// Reads `( ... )` or `{ ... }`. Whether it has products that are widened.
    bool group() {
        const std::size_t found_before = found_.size(), begin = at_;
        const char closing = next() == '(' ? ')' : '}';
        ++at_;
        skip_blank();
        if (next() != closing) expression(closing);
        group_is_wide_ = names_wide_type(code_.substr(begin, at_ - begin));
        if (!in_doubt_) ++at_;
        skip_blank();
        return found_.size() > found_before;
    }

    /// Whether the words within the brackets are a type with 64 bits, such as `(std::size_t)`.
    static bool names_wide_type(std::string_view text) {
        bool is_wide = false;
        for (std::size_t at = 1; (at = cxx::skip_blank(text, at)) < text.size();) {
            const std::size_t end = cxx::skip_piece(text, at);
            const std::string_view piece = text.substr(at, end - at);
            if (is_wide_type(piece)) is_wide = true;
            if (!is_type_word(piece) && piece != "std" && piece != ":") return false;
            at = end;
        }
        return is_wide;
    }

    /// Reads `<T>` of a cast; whether T is wide.
    bool cast_type() {
        bool is_wide = false;
        int depth = 0;
        do {
            const std::size_t end = cxx::skip_piece(code_, at_);
            const std::string_view piece = code_.substr(at_, end - at_);
            depth += piece == "<" ? 1 : piece == ">" ? -1 : 0;
            is_wide = is_wide || is_wide_type(piece);
            at_ = end;
            skip_blank();
        } while (depth > 0 && at_ < code_.size());
        return is_wide;
    }

    /// Reads calls, subscripts, members, and `++`, which stay as they are. Behind a group, a parenthesis
    /// begins what a cast converts. Whether the last one calls a member that is known to be wide.
    bool postfix(bool is_callable) {
        bool is_wide = false;
        for (skip_blank(); at_ < code_.size(); skip_blank(), is_callable = true) {
            const char c = next();
            if (c == '[' || ((c == '(' || c == '{') && is_callable)) {
                at_ = cxx::skip_brackets(code_, at_);
            } else if (c == ':' && next(1) == ':') {
                at_ += 2;
                skip_blank(); // to the word behind it, which may be the name of a type
                return false;
            } else if (c == '.' || (c == '-' && next(1) == '>')) {
                at_ += c == '.' ? 1 : 2;
                is_wide = member();
            } else if ((c == '+' || c == '-') && next(1) == c) {
                at_ += 2;
            } else {
                return is_wide;
            }
        }
        return is_wide;
    }

    /// Reads the name of a member; whether it is called and known to be wide.
    bool member() {
        skip_blank();
        if (!cxx::word_start(next())) return false;
        const std::size_t begin = at_;
        at_ = cxx::skip_word(code_, at_);
        const std::string_view name = code_.substr(begin, at_ - begin);
        skip_blank();
        return next() == '(' && is_wide_ && is_wide_(name, true);
    }

    /// Reads a binary operator; false if it is none, or one that makes the argument doubtful.
    bool binary(Term& term) {
        const char c = next(), second = next(1);
        if (c == '*' || c == '/' || c == '%' || (c == '<' && second == '<')) {
            if (term.shifts) term.is_constant = false; // 1 << 2 * 3
            term.multiplies = term.multiplies || c == '*' || c == '<';
            term.shifts = term.shifts || c == '<';
            at_ += c == '<' ? 2 : 1;
            return next() != '=';
        }
        if (c == '\0' || std::string_view("+-<>=!&|^?:,").find(c) == nowhere) return false;
        if (c == '<' && second != '=' && may_close_template()) return false;
        if (term.shifts && (c == '+' || c == '-')) term.is_constant = false; // 1 << 20 + n
        finish(term);
        ++at_;
        if (second == '=' || (second == c && c != '+' && c != '-')) ++at_;
        return true;
    }

    /// Whether a `>` follows, so that the `<` here may begin the arguments of a template.
    bool may_close_template() const {
        for (std::size_t i = at_ + 1; i < code_.size(); ++i)
            if (code_[i] == '>' && code_[i - 1] != '-' && code_.substr(i + 1, 1) != "=") return true;
        return false;
    }

    std::string_view code_;
    const IsWide& is_wide_;
    std::size_t at_ = 0;
    bool in_doubt_ = false;
    bool group_is_wide_ = false; ///< the last one
    std::vector<Range> found_;
};

/// Looks for `*` and `<<` between operands, without a full understanding of the argument.
class DoubtfulProducts {
public:
    DoubtfulProducts(std::string_view code, const IsWide& is_wide) : code_(code), is_wide_(is_wide) {}

    std::vector<Range> read() {
        while ((at_ = cxx::skip_blank(code_, at_)) < code_.size()) {
            if (code_.substr(at_, 2) == "::") {
                at_ += 2;
            } else if (multiplies()) {
                multiplies_ = multiplies_ || begin_ != nowhere;
                at_ += code_[at_] == '*' ? 1 : 2;
            } else if (separates()) {
                finish();
                ++at_;
            } else {
                operand();
            }
        }
        finish();
        return std::move(found_);
    }

private:
    /// Not the `*` of a pointer type, and not `*=`.
    bool multiplies() const {
        const bool is_shift = code_.substr(at_, 2) == "<<";
        if (!is_shift && code_[at_] != '*') return false;
        const std::size_t behind = cxx::skip_blank(code_, at_ + (is_shift ? 2 : 1));
        return behind < code_.size() && begins_operand(code_[behind]);
    }

    /// A `<` or `>` without a blank before it may belong to a template.
    bool separates() const {
        const char c = code_[at_];
        const bool compares = (c == '<' || c == '>') && at_ > 0 && code_[at_ - 1] == ' ';
        return compares || std::string_view("+-?:,=|&^!;").find(c) != nowhere;
    }

    void operand() {
        if (begin_ == nowhere) begin_ = at_;
        const bool is_bracket = std::string_view("([{").find(code_[at_]) != nowhere;
        end_ = is_bracket ? cxx::skip_brackets(code_, at_) : cxx::skip_piece(code_, at_);
        const std::string_view piece = code_.substr(at_, end_ - at_);
        const bool is_number = begins_number(piece);
        if (is_number ? is_wide_number(piece) : is_wide_type(piece) || piece == "sizeof" || knows_wide(piece))
            has_wide_ = true;
        only_numbers_ = only_numbers_ && is_number;
        at_ = end_;
    }

    bool knows_wide(std::string_view name) const {
        const bool is_member = begin_ < at_ && (code_[at_ - 1] == '.' || code_[at_ - 1] == '>');
        return is_wide_ && cxx::word_start(name[0]) && is_wide_(name, is_member);
    }

    void finish() {
        if (multiplies_ && !has_wide_ && !only_numbers_) found_.push_back({begin_, end_});
        begin_ = nowhere;
        multiplies_ = has_wide_ = false;
        only_numbers_ = true;
    }

    std::string_view code_;
    const IsWide& is_wide_;
    std::size_t at_ = 0, begin_ = nowhere, end_ = 0; ///< begin and end: of the term
    bool multiplies_ = false, has_wide_ = false, only_numbers_ = true;
    std::vector<Range> found_;
};

} // namespace

std::vector<Range> narrow_products(std::string_view code, const IsWide& is_wide) {
    return ProductReader(code, is_wide).read();
}

std::vector<Range> doubtful_products(std::string_view code, const IsWide& is_wide) {
    ProductReader reader(code, is_wide);
    reader.read();
    return reader.is_in_doubt() ? DoubtfulProducts(code, is_wide).read() : std::vector<Range>{};
}

std::string widened(std::string_view code) {
    std::string text;
    std::size_t done = 0;
    for (const Range& product : narrow_products(code)) {
        text.append(code.substr(done, product.begin - done)).append(widening);
        done = product.begin;
    }
    return text.append(code.substr(done));
}

} // namespace loop::compiler
