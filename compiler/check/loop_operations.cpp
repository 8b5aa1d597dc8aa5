#include "compiler/check/loop_operations.h"

#include "base/text/strings.h"
#include "compiler/check/checks.h"
#include "compiler/check/values.h"
#include "compiler/lex/characters.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>
#include <utility>

namespace loop::compiler {

namespace {

/// Longer loops are no simple ones. Bounds the time.
constexpr std::uint32_t longest_loop = 1000;
constexpr long long largest_number = 1'000'000'000;

/// Tokens [first, last).
using Tokens = std::pair<std::uint32_t, std::uint32_t>;

std::optional<long long> literal(const HostCode& host, Tokens tokens) {
    if (tokens.second != tokens.first + 1 || host.tokens[tokens.first].kind != Token::Kind::Number)
        return std::nullopt;
    const auto value = number_in<long long>(host.word(tokens.first));
    return value && *value >= 0 && *value <= largest_number ? value : std::nullopt;
}

std::string text_of(const HostCode& host, Tokens tokens) {
    return flatten(Code(host).part(tokens.first, tokens.second));
}

std::string plus(const std::string& text, long long number) {
    return number == 0 ? text : fmt::format("{} {} {}", text, number < 0 ? '-' : '+', std::abs(number));
}

/// The number of whole numbers from `from` to below `to`, plus `more`.
std::string difference(const HostCode& host, Tokens from, Tokens to, long long more) {
    const auto first = literal(host, from);
    if (!first) {
        const std::string text = text_of(host, from);
        return plus(text_of(host, to) + " - " + LoopOperations::as_factor(text), more);
    }
    more -= *first;
    if (const auto last = literal(host, to)) return std::to_string(*last + more);
    if (to.second >= to.first + 3) { // n - 1
        const bool minus = host.is(to.second - 2, "-");
        const auto number = literal(host, {to.second - 1, to.second});
        if (number && (minus || host.is(to.second - 2, "+"))) {
            more += minus ? -*number : *number;
            to.second -= 2;
        }
    }
    return plus(text_of(host, to), more);
}

} // namespace

std::string Operations::text() const {
    std::string sum = joined(products, " + ");
    if (known != 0 || products.empty()) sum += fmt::format("{}{}.0", sum.empty() ? "" : " + ", known);
    return sum;
}

std::string LoopOperations::as_factor(const std::string& count) {
    const bool is_simple = std::all_of(count.begin(), count.end(), [](char c) {
        return continues_name(c) || c == '.' || c == '(' || c == ')';
    });
    return is_simple ? count : "(" + count + ")";
}

/// Reads one loop, with those in it.
class LoopOperations::Reader {
public:
    explicit Reader(const LoopOperations& of) : of_(of), host_(of.host_) {}

    /// The statement at `token`; moves `token` behind it.
    std::optional<Operations> statement(std::uint32_t& token, bool with_loops) {
        if (token >= host_.tokens.size() || ++depth_ > deepest) return std::nullopt;
        std::optional<Operations> seen;
        if (host_.is(token, "{"))
            seen = block(token, with_loops);
        else if (host_.is(token, "for"))
            seen = with_loops ? loop(token) : std::nullopt;
        else if (const auto counted = of_.arithmetic_.statement(token)) {
            seen = Operations{counted->operations, {}};
            token = counted->end;
        }
        --depth_;
        return seen;
    }

    /// The loop whose `for` is at `token`; moves `token` behind it.
    std::optional<CountedLoop> counted(std::uint32_t& token) {
        const std::uint32_t open = token + 1;
        if (!host_.is(open, "(") || close_of(host_, open) == open) return std::nullopt;
        const auto passes = passes_of(open);
        if (!passes) return std::nullopt;
        token = close_of(host_, open) + 1;
        const std::uint32_t body = token;
        auto each = statement(token, true);
        if (!each || is_changed(iterator(open + 1), body, token)) return std::nullopt;
        Operations all = times(*each, *passes);
        return CountedLoop{std::move(*each), std::move(all)};
    }

    /// Whether the loop in tokens [first, last), which was read, changes what its numbers of passes depend
    /// on.
    bool changes_its_bounds(std::uint32_t first, std::uint32_t last) const {
        std::unordered_set<std::string_view> changed;
        for (std::uint32_t token = first; token < last; ++token) {
            if (is_assignment(host_, token))
                if (const std::uint32_t target = assigned_variable(host_, token); target != Token::unpaired)
                    changed.insert(host_.word(target));
            if (host_.is_name(token) && declares_at(host_, token)) changed.insert(host_.word(token));
        }
        return std::any_of(bounds_.begin(), bounds_.end(), [&](Tokens bound) {
            for (std::uint32_t token = bound.first; token < bound.second; ++token)
                if (changed.count(host_.word(token)) != 0) return true;
            return false;
        });
    }

private:
    static constexpr int deepest = 20;

    std::optional<Operations> block(std::uint32_t& token, bool with_loops) {
        const std::uint32_t close = close_of(host_, token);
        if (close == token) return std::nullopt;
        Operations all;
        for (++token; token < close;) {
            const auto one = statement(token, with_loops);
            if (!one) return std::nullopt;
            all.known += one->known;
            all.products.insert(all.products.end(), one->products.begin(), one->products.end());
        }
        ++token;
        return all;
    }

    std::optional<Operations> loop(std::uint32_t& token) {
        auto inner = counted(token);
        return inner ? std::optional(std::move(inner->all)) : std::nullopt;
    }

    static Operations times(const Operations& each, const std::string& passes) {
        if (each.empty()) return {};
        const auto number = number_in<long long>(passes);
        if (number && each.products.empty() && each.known <= largest_number / *number)
            return {each.known * *number, {}};
        const bool is_product = each.products.size() + (each.known != 0 ? 1 : 0) == 1;
        const std::string factor = is_product ? each.text() : "(" + each.text() + ")";
        return {0, {factor + " * " + as_factor(passes)}};
    }

    /// Of the loop whose parentheses open at `open`.
    std::optional<std::string> passes_of(std::uint32_t open) {
        const std::uint32_t close = host_.tokens[open].partner;
        std::vector<std::uint32_t> semicolons;
        for (std::uint32_t at = open + 1; at < close; ++at)
            if (host_.is(at, ";")) semicolons.push_back(at);
        if (semicolons.size() != 2) return std::nullopt;
        const std::uint32_t name = iterator(open + 1);
        const std::uint32_t condition = semicolons[0] + 1;
        if (!host_.is(name + 1, "=") || !is_step(name, semicolons[1] + 1, close)) return std::nullopt;
        const bool inclusive = host_.is(condition + 1, "<=");
        if (!is_same(condition, name) || (!inclusive && !host_.is(condition + 1, "<"))) return std::nullopt;
        const Tokens from{name + 2, semicolons[0]}, to{condition + 2, semicolons[1]};
        if (!is_bound(from) || !(is_bound(to) || is_size(to))) return std::nullopt;
        bounds_.push_back(from);
        bounds_.push_back(to);
        const std::string count = difference(host_, from, to, inclusive ? 1 : 0);
        const auto number = number_in<long long>(count);
        return number && *number < 1 ? std::nullopt : std::optional(count);
    }

    /// The name in `int i = 0` or `i = 0`.
    std::uint32_t iterator(std::uint32_t token) const {
        const ReadType type = read_type(host_, token);
        return type.type.is_integer() ? type.end : token;
    }

    bool is_same(std::uint32_t token, std::uint32_t name) const {
        return host_.is_name(name) && host_.is_name(token) && host_.word(token) == host_.word(name) &&
               of_.types_.of(of_.function_, token).is_integer();
    }

    /// Whether tokens [first, last) change this variable.
    bool is_changed(std::uint32_t name, std::uint32_t first, std::uint32_t last) const {
        for (std::uint32_t token = first; token < last; ++token) {
            if (!is_assignment(host_, token)) continue;
            const std::uint32_t target = assigned_variable(host_, token);
            if (target != Token::unpaired && host_.word(target) == host_.word(name)) return true;
        }
        return false;
    }

    bool is_step(std::uint32_t name, std::uint32_t first, std::uint32_t last) const {
        if (last == first + 2)
            return (host_.is(first, "++") && is_same(first + 1, name)) ||
                   (host_.is(first + 1, "++") && is_same(first, name));
        return last == first + 3 && is_same(first, name) && host_.is(first + 1, "+=") &&
               host_.is(first + 2, "1");
    }

    bool is_bound(Tokens tokens) const { return of_.arithmetic_.is_integer(tokens.first, tokens.second); }

    /// `x.size()`.
    bool is_size(Tokens tokens) const {
        const std::uint32_t at = tokens.first;
        return tokens.second == at + 5 && host_.is_name(at) && host_.is(at + 1, ".") &&
               host_.is(at + 2, "size") && host_.is(at + 3, "(") &&
               of_.types_.of(of_.function_, at).subscripts > 0;
    }

    const LoopOperations& of_;
    const HostCode& host_;
    std::vector<Tokens> bounds_; ///< of the loops that were read
    int depth_ = 0;
};

std::optional<CountedLoop> LoopOperations::of_loop(std::uint32_t token) const {
    Reader reader(*this);
    std::uint32_t end = token;
    auto counted = reader.counted(end);
    if (!counted || end - token > longest_loop || reader.changes_its_bounds(token, end)) return std::nullopt;
    return counted;
}

std::optional<long long> LoopOperations::of_statement(std::uint32_t token) const {
    Reader reader(*this);
    const auto all = reader.statement(token, false);
    return all ? std::optional(all->known) : std::nullopt;
}

} // namespace loop::compiler
