#include "compiler/check/products.h"

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

bool begins_operand(const Code& code, std::size_t at) {
    return code.is_word(at) || code.is_number(at) || code.is(at, Token::Kind::Text) || code.is(at, "(");
}

/// What is known of the operands that `*`, `/`, `%`, and `<<` join.
struct Term {
    std::size_t begin = nowhere, end = 0; ///< tokens
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
    ProductReader(const Code& code, const IsWide& is_wide) : code_(code), is_wide_(is_wide) {}

    std::vector<Range> read() {
        expression("");
        if (is_in_doubt()) found_.clear();
        std::sort(found_.begin(), found_.end(),
                  [](const Range& a, const Range& b) { return a.begin < b.begin; });
        return found_;
    }

    /// After read().
    bool is_in_doubt() const { return in_doubt_ || at_ < code_.size(); }

private:
    bool next_is(std::string_view seen) const { return code_.is(at_, seen); }
    void doubt() {
        in_doubt_ = true;
        at_ = code_.size();
    }

    /// Reads up to `closing`, or to the end if that is empty. What lacks an operand at its end is a type,
    /// such as `T *`.
    void expression(std::string_view closing) {
        const std::size_t found_before = found_.size();
        bool is_type = false;
        Term term;
        for (;;) {
            const bool is_value = operand(term);
            is_type = is_type || !is_value;
            if (in_doubt_ || next_is(closing)) break;
            if (!binary(term)) return doubt(); // such as `[`, which begins a lambda
        }
        finish(term);
        if (is_type) found_.resize(found_before);
    }

    void finish(Term& term) {
        if (term.may_overflow()) found_.push_back(code_.part(term.begin, term.end).range());
        term = {};
    }

    /// Reads an operand with its signs, and what follows it; false if there is none, or only a type.
    bool operand(Term& term) {
        if (term.begin == nowhere) term.begin = at_;
        while (is_one_of(code_.word(at_), {"+", "-", "!", "~", "*", "&", "++", "--", "&&"}))
            ++at_;
        if (next_is("::")) ++at_;
        if (next_is("{")) { // a list
            group();
            return true;
        }
        if (!begins_operand(code_, at_)) return false;
        const bool is_value = pieces(term);
        term.end = at_;
        return is_value;
    }

    bool pieces(Term& term) {
        bool is_value = false, is_cast = false, is_wide = false;
        double constant = -1;
        for (int count = 0; begins_operand(code_, at_); ++count) {
            if (next_is("(")) {
                const bool has_products = group();
                is_value = true;
                is_wide = is_cast ? is_wide : has_products || group_is_wide_;
                is_cast = true; // if anything follows
                postfix(false);
                continue;
            }
            const std::string_view piece = code_.word(at_);
            const bool is_number = code_.is_number(at_);
            ++at_;
            if (is_doubtful(piece)) {
                doubt();
                return false;
            }
            if (is_number && count == 0) constant = is_wide_number(piece) ? -1 : value_of(piece);
            if (is_number ? is_wide_number(piece) : is_wide_word(piece)) is_wide = true;
            const bool converts = next_is("(") || next_is("{");
            if (!is_type_word(piece) || converts) is_value = true;
            if (piece.size() > 5 && piece.substr(piece.size() - 5) == "_cast" && next_is("<"))
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
        const std::string_view closing = next_is("(") ? ")" : "}";
        ++at_;
        if (!next_is(closing)) expression(closing);
        group_is_wide_ = names_wide_type(code_.part(begin + 1, at_));
        if (!in_doubt_) ++at_;
        return found_.size() > found_before;
    }

    /// Whether the words are a type with 64 bits, such as `std::size_t`.
    static bool names_wide_type(const Code& code) {
        bool is_wide = false;
        for (std::size_t at = 0; at < code.size(); ++at) {
            const std::string_view piece = code.word(at);
            if (is_wide_type(piece)) is_wide = true;
            if (!is_type_word(piece) && piece != "std" && piece != "::") return false;
        }
        return is_wide;
    }

    /// Reads `<T>` of a cast; whether T is wide.
    bool cast_type() {
        bool is_wide = false;
        int depth = 0;
        do {
            depth += angles(code_.word(at_));
            is_wide = is_wide || is_wide_type(code_.word(at_));
            ++at_;
        } while (depth > 0 && at_ < code_.size());
        return is_wide;
    }

    /// Reads calls, subscripts, members, and `++`, which stay as they are. Behind a group, a parenthesis
    /// begins what a cast converts. Whether the last one calls a member that is known to be wide.
    bool postfix(bool is_callable) {
        bool is_wide = false;
        for (; at_ < code_.size(); is_callable = true) {
            if (next_is("[") || ((next_is("(") || next_is("{")) && is_callable)) {
                at_ = code_.behind_brackets(at_);
            } else if (next_is("::")) {
                ++at_; // to the word behind it, which may be the name of a type
                return false;
            } else if (next_is(".") || next_is("->")) {
                ++at_;
                is_wide = member();
            } else if (next_is("++") || next_is("--")) {
                ++at_;
            } else {
                return is_wide;
            }
        }
        return is_wide;
    }

    /// Reads the name of a member; whether it is called and known to be wide.
    bool member() {
        if (!code_.is_word(at_)) return false;
        const std::string_view name = code_.word(at_++);
        return next_is("(") && is_wide_ && is_wide_(name, true);
    }

    /// Reads a binary operator; false if it is none, or one that makes the argument doubtful.
    bool binary(Term& term) {
        const std::string_view op = code_.word(at_);
        if (op == "*" || op == "/" || op == "%" || op == "<<") {
            if (term.shifts) term.is_constant = false; // 1 << 2 * 3
            term.multiplies = term.multiplies || op == "*" || op == "<<";
            term.shifts = term.shifts || op == "<<";
            ++at_;
            return !next_is("=");
        }
        if (op.empty() || op == "->" || std::string_view("+-<>=!&|^?:,").find(op[0]) == nowhere) return false;
        if (op == "<" && may_close_template()) return false;
        if (term.shifts && (op[0] == '+' || op[0] == '-')) term.is_constant = false; // 1 << 20 + n
        finish(term);
        ++at_;
        return true;
    }

    /// Whether a `>` follows, so that the `<` here may begin the arguments of a template.
    bool may_close_template() const {
        for (std::size_t i = at_ + 1; i < code_.size(); ++i)
            if (code_.is(i, ">") || code_.is(i, ">>")) return true;
        return false;
    }

    Code code_;
    const IsWide& is_wide_;
    std::size_t at_ = 0; ///< the next token
    bool in_doubt_ = false;
    bool group_is_wide_ = false; ///< the last one
    std::vector<Range> found_;
};

/// Looks for `*` and `<<` between operands, without a full understanding of the argument.
class DoubtfulProducts {
public:
    DoubtfulProducts(const Code& code, const IsWide& is_wide) : code_(code), is_wide_(is_wide) {}

    std::vector<Range> read() {
        while (at_ < code_.size()) {
            if (code_.is(at_, "::")) {
                ++at_;
            } else if (multiplies()) {
                multiplies_ = multiplies_ || begin_ != nowhere;
                ++at_;
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
    /// Not the `*` of a pointer type.
    bool multiplies() const {
        return (code_.is(at_, "*") || code_.is(at_, "<<")) && begins_operand(code_, at_ + 1);
    }

    /// A `<` or `>` directly behind an operand may belong to a template.
    bool separates() const {
        const std::string_view seen = code_.word(at_);
        if (seen == "->" || !code_.is(at_, Token::Kind::Punctuation)) return false;
        if (seen[0] == '<' || seen[0] == '>') return seen.back() == '=' || !code_.follows_directly(at_);
        return seen.back() == '=' || std::string_view("+-?:,|&^!;").find(seen[0]) != nowhere;
    }

    void operand() {
        if (begin_ == nowhere) begin_ = at_;
        const std::string_view piece = code_.word(at_);
        const bool is_number = code_.is_number(at_);
        if (is_number ? is_wide_number(piece) : is_wide_type(piece) || piece == "sizeof" || knows_wide(piece))
            has_wide_ = true;
        only_numbers_ = only_numbers_ && is_number;
        at_ = code_.behind_brackets(at_);
        end_ = at_;
    }

    bool knows_wide(std::string_view name) const {
        const bool is_member = begin_ < at_ && (code_.is(at_ - 1, ".") || code_.is(at_ - 1, "->"));
        return is_wide_ && code_.is_word(at_) && is_wide_(name, is_member);
    }

    void finish() {
        if (multiplies_ && !has_wide_ && !only_numbers_) found_.push_back(code_.part(begin_, end_).range());
        begin_ = nowhere;
        multiplies_ = has_wide_ = false;
        only_numbers_ = true;
    }

    Code code_;
    const IsWide& is_wide_;
    std::size_t at_ = 0;                    ///< the next token
    std::size_t begin_ = nowhere, end_ = 0; ///< tokens of the term
    bool multiplies_ = false, has_wide_ = false, only_numbers_ = true;
    std::vector<Range> found_;
};

} // namespace

std::vector<Range> narrow_products(const Code& code, const IsWide& is_wide) {
    return ProductReader(code, is_wide).read();
}

std::vector<Range> doubtful_products(const Code& code, const IsWide& is_wide) {
    ProductReader reader(code, is_wide);
    reader.read();
    return reader.is_in_doubt() ? DoubtfulProducts(code, is_wide).read() : std::vector<Range>{};
}

std::string widened(const Code& code) {
    const std::vector<Range> products = narrow_products(code);
    auto product = products.begin();
    std::string text;
    for (std::size_t token = 0; token < code.size(); ++token) {
        if (token > 0 && !code.follows_directly(token)) text += ' ';
        for (; product != products.end() && product->begin == code.range(token).begin; ++product)
            text += widening;
        text += code.word(token);
    }
    return text;
}

} // namespace loop::compiler
