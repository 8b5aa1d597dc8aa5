#include "compiler/service/integer_expression.h"

#include <charconv>
#include <limits>

namespace loop::compiler {

namespace {

using Value = std::optional<long long>;

/// 0: not a binary operator.
int precedence(std::string_view op) {
    if (op == "||") return 1;
    if (op == "&&") return 2;
    if (op == "|") return 3;
    if (op == "^") return 4;
    if (op == "&") return 5;
    if (op == "==" || op == "!=") return 6;
    if (op == "<" || op == ">" || op == "<=" || op == ">=") return 7;
    if (op == "<<" || op == ">>") return 8;
    if (op == "+" || op == "-") return 9;
    return op == "*" || op == "/" || op == "%" ? 10 : 0;
}

Value divided(std::string_view op, long long a, long long b) {
    if (b == 0 || (b == -1 && a == std::numeric_limits<long long>::min())) return std::nullopt;
    return op == "/" ? a / b : a % b;
}

Value shifted(std::string_view op, long long a, long long b) {
    if (a < 0 || b < 0 || b > 62) return std::nullopt;
    if (op == ">>") return a >> b;
    return a > (std::numeric_limits<long long>::max() >> b) ? std::nullopt : Value(a << b);
}

Value applied(std::string_view op, long long a, long long b) {
    long long result = 0;
    if (op == "+") return __builtin_add_overflow(a, b, &result) ? std::nullopt : Value(result);
    if (op == "-") return __builtin_sub_overflow(a, b, &result) ? std::nullopt : Value(result);
    if (op == "*") return __builtin_mul_overflow(a, b, &result) ? std::nullopt : Value(result);
    if (op == "/" || op == "%") return divided(op, a, b);
    if (op == "<<" || op == ">>") return shifted(op, a, b);
    if (op == "||") return a != 0 || b != 0;
    if (op == "&&") return a != 0 && b != 0;
    if (op == "|") return a | b;
    if (op == "^") return a ^ b;
    if (op == "&") return a & b;
    if (op == "==") return a == b;
    if (op == "!=") return a != b;
    if (op == "<") return a < b;
    if (op == ">") return a > b;
    return op == "<=" ? a <= b : a >= b;
}

/// Evaluates while it reads. After a mistake, everything is nullopt.
class Reader {
public:
    Reader(const Code& code, const std::map<std::string_view, long long>& names)
        : code_(code), names_(names) {}

    Value all() {
        const Value value = choice(0);
        return at_ == code_.size() ? value : std::nullopt;
    }

private:
    static constexpr int deepest = 100;

    bool take(std::string_view seen) {
        if (!code_.is(at_, seen)) return false;
        ++at_;
        return true;
    }

    /// `condition ? a : b`. Of the two, only the chosen one needs a value.
    Value choice(int depth) {
        const Value condition = binary(1, depth + 1);
        if (!take("?")) return condition;
        const Value yes = choice(depth + 1);
        if (!take(":")) return std::nullopt;
        const Value no = choice(depth + 1);
        if (!condition) return std::nullopt;
        return *condition != 0 ? yes : no;
    }

    Value binary(int least, int depth) {
        Value left = unary(depth);
        for (std::string_view op; precedence(op = code_.word(at_)) >= least;) {
            take(op);
            const Value right = binary(precedence(op) + 1, depth + 1);
            left = left && right ? applied(op, *left, *right) : std::nullopt;
        }
        return left;
    }

    Value unary(int depth) {
        if (depth > deepest) return std::nullopt;
        if (take("-")) {
            const Value value = unary(depth + 1);
            return value ? applied("-", 0, *value) : std::nullopt;
        }
        if (take("+")) return unary(depth + 1);
        if (take("!")) {
            const Value value = unary(depth + 1);
            return value ? Value(*value == 0) : std::nullopt;
        }
        if (take("(")) {
            const Value value = choice(depth + 1);
            return take(")") ? value : std::nullopt;
        }
        return primary();
    }

    Value primary() {
        if (!code_.is_word(at_) && !code_.is_number(at_)) return std::nullopt;
        const std::string_view word = code_.word(at_);
        if (code_.is_word(at_++)) {
            const auto found = names_.find(word);
            return found == names_.end() ? std::nullopt : Value(found->second);
        }
        long long value = 0;
        const auto [rest, error] = std::from_chars(word.data(), word.data() + word.size(), value);
        const std::string_view suffix = word.substr(static_cast<std::size_t>(rest - word.data()));
        const bool octal = word.size() > 1 && word[0] == '0';
        const bool known = suffix.find_first_not_of("uUlL") == std::string_view::npos && !octal;
        return error == std::errc() && known ? Value(value) : std::nullopt;
    }

    Code code_;
    const std::map<std::string_view, long long>& names_;
    std::size_t at_ = 0;
};

} // namespace

std::optional<long long> integer_value(const Code& code, const std::map<std::string_view, long long>& names) {
    return Reader(code, names).all();
}

} // namespace loop::compiler
