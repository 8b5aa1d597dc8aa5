#include "compiler/check/conditions.h"

#include "compiler/check/values.h"

#include <unordered_map>

namespace loop::compiler {

namespace {

constexpr long long greatest_number = 1'000'000'000; // so that sums and products do not overflow
constexpr int deepest_expression = 200;              // nested parentheses and operators, to bound the stack

/// A linear term, rank * `rank` + ranks * `ranks` + `number`, or a truth value.
struct Term {
    bool linear = false;
    long long rank = 0;
    long long ranks = 0;
    long long number = 0;
    Holds truth = Holds::Same;
};

Term truth(Holds holds) {
    Term term;
    term.truth = holds;
    return term;
}

bool small(long long n) {
    return n >= -greatest_number && n <= greatest_number;
}

Term linear(long long rank, long long ranks, long long number) {
    if (!small(rank) || !small(ranks) || !small(number))
        return truth(rank == 0 ? Holds::Same : Holds::Varies);
    Term term;
    term.linear = true;
    term.rank = rank;
    term.ranks = ranks;
    term.number = number;
    return term;
}

/// The minimum and maximum of a linear term for 0 <= rank < ranks; nullopt: unbounded. Let r be the rank and
/// r + 1 + m the number of ranks. The term is then (`rank` + `ranks`) * r + `ranks` * m + `ranks` + `number`,
/// for any r, m >= 0.
struct Bounds {
    std::optional<long long> least;
    std::optional<long long> greatest;
};

Bounds bounds(const Term& term) {
    const long long of_rank = term.rank + term.ranks;
    const long long corner = term.ranks + term.number;
    Bounds found;
    if (of_rank >= 0 && term.ranks >= 0) found.least = corner;
    if (of_rank <= 0 && term.ranks <= 0) found.greatest = corner;
    return found;
}

Holds negated(Holds holds) {
    if (holds == Holds::Always) return Holds::Never;
    return holds == Holds::Never ? Holds::Always : holds;
}

Holds is_below_zero(const Term& term) {
    const Bounds range = bounds(term);
    if (range.greatest && *range.greatest < 0) return Holds::Always;
    if (range.least && *range.least >= 0) return Holds::Never;
    return term.rank == 0 ? Holds::Same : Holds::Varies;
}

Holds is_zero(const Term& term) {
    const Bounds range = bounds(term);
    if (range.least && range.greatest && *range.least == 0 && *range.greatest == 0) return Holds::Always;
    if ((range.least && *range.least > 0) || (range.greatest && *range.greatest < 0)) return Holds::Never;
    return term.rank == 0 ? Holds::Same : Holds::Varies;
}

Holds truth_of(const Term& term) {
    return term.linear ? negated(is_zero(term)) : term.truth;
}

bool varies(const Term& term) {
    return term.linear ? term.rank != 0 : term.truth == Holds::Varies;
}

/// A value that is not evaluated. `varies`: it differs between ranks.
Term unread(bool varies) {
    return truth(varies ? Holds::Varies : Holds::Same);
}

Holds both(Holds a, Holds b) {
    if (a == Holds::Never || b == Holds::Never) return Holds::Never;
    if (a == Holds::Varies || b == Holds::Varies) return Holds::Varies;
    return a == Holds::Always && b == Holds::Always ? Holds::Always : Holds::Same;
}

Term difference(const Term& a, const Term& b) {
    return linear(a.rank - b.rank, a.ranks - b.ranks, a.number - b.number);
}

Holds less(const Term& a, const Term& b) {
    if (!a.linear || !b.linear) return unread(varies(a) || varies(b)).truth;
    const Term apart = difference(a, b);
    return apart.linear ? is_below_zero(apart) : apart.truth;
}

Holds equal(const Term& a, const Term& b) {
    if (!a.linear || !b.linear) return unread(varies(a) || varies(b)).truth;
    const Term apart = difference(a, b);
    return apart.linear ? is_zero(apart) : apart.truth;
}

Term product(const Term& a, const Term& b) {
    if (!a.linear || !b.linear) return unread(varies(a) || varies(b));
    if (a.rank == 0 && a.ranks == 0)
        return linear(a.number * b.rank, a.number * b.ranks, a.number * b.number);
    if (b.rank == 0 && b.ranks == 0)
        return linear(b.number * a.rank, b.number * a.ranks, b.number * a.number);
    return unread(varies(a) || varies(b));
}

Term combined(std::string_view sign, const Term& a, const Term& b) {
    if (sign == "||" || sign == "or") return truth(negated(both(negated(truth_of(a)), negated(truth_of(b)))));
    if (sign == "&&" || sign == "and") return truth(both(truth_of(a), truth_of(b)));
    if (sign == "==") return truth(equal(a, b));
    if (sign == "!=") return truth(negated(equal(a, b)));
    if (sign == "<") return truth(less(a, b));
    if (sign == ">") return truth(less(b, a));
    if (sign == "<=") return truth(negated(less(b, a)));
    if (sign == ">=") return truth(negated(less(a, b)));
    if (sign == "*") return product(a, b);
    if (a.linear && b.linear && sign == "-") return difference(a, b);
    if (a.linear && b.linear && sign == "+")
        return linear(a.rank + b.rank, a.ranks + b.ranks, a.number + b.number);
    return unread(varies(a) || varies(b));
}

/// The precedence of an operator; 0: not supported.
int strength(std::string_view sign) {
    static const std::unordered_map<std::string_view, int> signs = {
        {"||", 1}, {"or", 1}, {"&&", 2}, {"and", 2}, {"|", 3},  {"^", 4},  {"&", 5},
        {"==", 6}, {"!=", 6}, {"<", 7},  {">", 7},   {"<=", 7}, {">=", 7}, {"<<", 8},
        {">>", 8}, {"+", 9},  {"-", 9},  {"*", 10},  {"/", 10}, {"%", 10}};
    const auto found = signs.find(sign);
    return found == signs.end() ? 0 : found->second;
}

/// The value of a decimal constant; -1: not supported.
long long number_of(std::string_view digits) {
    long long number = 0;
    if (digits.size() > 1 && digits.front() == '0') return -1; // not decimal
    for (char c : digits) {
        if (c < '0' || c > '9' || number > greatest_number) return -1;
        number = 10 * number + (c - '0');
    }
    return number;
}

} // namespace

/// Parses an expression from left to right, once. `failed()`: the expression is not supported.
class Conditions::Reader {
public:
    Reader(const Conditions& all, std::size_t function, std::uint32_t first, std::uint32_t last)
        : all_(all), host_(all.host_), function_(function), at_(first), last_(last) {}

    Holds read() {
        const Term term = operators(1, 0);
        return failed() || at_ != last_ ? Holds::Varies : truth_of(term);
    }

    bool failed() const { return failed_; }

private:
    Term fail() {
        failed_ = true;
        return {};
    }

    bool is(std::string_view seen) const { return at_ < last_ && host_.is(at_, seen); }

    Term operators(int weakest, int depth) {
        if (depth > deepest_expression) return fail();
        Term left = unary(depth + 1);
        while (!failed_ && at_ < last_) {
            const std::string_view sign = host_.word(at_);
            const int here = strength(sign);
            if (here == 0 || here < weakest) break;
            ++at_;
            const Term right = operators(here + 1, depth + 1);
            if (failed_) return {};
            left = combined(sign, left, right);
        }
        return left;
    }

    Term unary(int depth) {
        if (depth > deepest_expression || at_ >= last_) return fail();
        if (is("!") || is("not")) {
            ++at_;
            return truth(negated(truth_of(unary(depth + 1))));
        }
        if (is("-")) {
            ++at_;
            const Term term = unary(depth + 1);
            return term.linear ? difference(linear(0, 0, 0), term) : term;
        }
        if (is("(")) return in_brackets(depth);
        return primary();
    }

    Term in_brackets(int depth) {
        const std::uint32_t open = at_;
        const std::uint32_t close = close_of(host_, open);
        if (close == open || close >= last_) return fail();
        ++at_;
        const Term term = operators(1, depth + 1);
        if (failed_ || at_ != close) return fail();
        ++at_;
        if (at_ < last_ && strength(host_.word(at_)) == 0 && !is(")")) return fail(); // a cast, a call
        return term;
    }

    Term primary() {
        const Token& token = host_.tokens[at_];
        if (token.kind == Token::Kind::Number) {
            const long long number = number_of(host_.word(at_++));
            return number < 0 ? truth(Holds::Same) : linear(0, 0, number);
        }
        if (token.kind == Token::Kind::Text) {
            ++at_;
            return truth(Holds::Same);
        }
        if (token.kind != Token::Kind::Word) return fail();
        if (is("true") || is("false")) return linear(0, 0, host_.is(at_++, "true") ? 1 : 0);
        if (is_keyword(host_.word(at_)) && !is("nullptr")) return fail();
        return name();
    }

    /// A variable, with the subscripts, members, and arguments after it.
    Term name() {
        const std::uint32_t first = at_++;
        while (at_ < last_) {
            if (is("(") || is("[")) {
                const std::uint32_t close = close_of(host_, at_);
                if (close == at_ || close >= last_) return fail();
                at_ = close + 1;
            } else if ((is(".") || is("->") || is("::")) && at_ + 1 < last_) {
                at_ += 2;
            } else {
                break;
            }
        }
        if (at_ < last_ && strength(host_.word(at_)) == 0 && !is(")")) return fail();
        if (at_ == first + 1 && all_.known_.is_rank(function_, first)) return linear(1, 0, 0);
        if (at_ == first + 1 && all_.known_.is_number_of_ranks(function_, first)) return linear(0, 1, 0);
        return unread(all_.depends_(function_, first, at_));
    }

    const Conditions& all_;
    const HostCode& host_;
    std::size_t function_;
    std::uint32_t at_;
    std::uint32_t last_;
    bool failed_ = false;
};

Holds Conditions::of(std::size_t function, std::uint32_t first, std::uint32_t last) const {
    if (first >= last || !depends_(function, first, last)) return Holds::Same;
    return Reader(*this, function, first, last).read();
}

std::optional<std::vector<long long>> Conditions::ranks_named(std::size_t function, std::uint32_t first,
                                                              std::uint32_t last) const {
    while (last > first + 1 && host_.is(first, "(") && host_.tokens[first].partner == last - 1) {
        ++first;
        --last;
    }
    std::vector<long long> ranks;
    while (first < last) {
        const bool bracket = host_.is(first, "(") && close_of(host_, first) == first + 4;
        const std::uint32_t at = bracket ? first + 1 : first;
        const std::uint32_t end = bracket ? first + 5 : first + 3;
        if (end > last || !host_.is(at + 1, "==")) return std::nullopt;
        const bool turned = host_.tokens[at].kind == Token::Kind::Number;
        const std::uint32_t rank = turned ? at + 2 : at;
        const std::uint32_t number = turned ? at : at + 2;
        if (!host_.is_word(rank) || host_.tokens[number].kind != Token::Kind::Number ||
            !known_.is_rank(function, rank))
            return std::nullopt;
        ranks.push_back(number_of(host_.word(number)));
        if (end < last && !host_.is(end, "||")) return std::nullopt;
        first = end < last ? end + 1 : end;
    }
    return ranks;
}

} // namespace loop::compiler
