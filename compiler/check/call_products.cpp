#include "compiler/check/checks.h"
#include "compiler/check/number_types.h"
#include "compiler/check/products.h"
#include "compiler/lex/cxx_lexer.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <functional>
#include <optional>

namespace loop::compiler {

namespace {

template <std::size_t N>
bool is_among(const std::array<std::string_view, N>& words, std::string_view word) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

/// What is in the parentheses behind these words is not computed.
constexpr std::array<std::string_view, 5> unevaluated{"sizeof", "alignof", "decltype", "noexcept", "typeid"};
/// Functions whose results are floating-point numbers.
constexpr std::array<std::string_view, 14> floating_functions{"sqrt",  "cbrt", "pow",   "exp",   "exp2",
                                                              "log",   "log2", "log10", "floor", "ceil",
                                                              "round", "sin",  "cos",   "fabs"};
/// Member functions of the standard library whose results have 64 bits.
constexpr std::array<std::string_view, 3> wide_members{"size", "length", "capacity"};

/// Finds the lists of arguments of the calls in an argument of a construct; not those in subscripts and in
/// lambdas.
class CallLists {
public:
    /// Gets the name of the function and the range between the parentheses.
    using Take = std::function<void(std::string_view name, Range list)>;

    CallLists(std::string_view code, const Take& take) : code_(code), take_(take) {}

    void find() {
        std::string_view before;
        while ((at_ = cxx::skip_blank(code_, at_)) < code_.size()) {
            const std::size_t begin = at_;
            const char c = code_[at_];
            if (c == '[') {
                subscript_or_lambda(before);
            } else if (c == '(' && (is_among(unevaluated, before) || before == "at")) {
                at_ = cxx::skip_brackets(code_, at_);
            } else {
                if (c == '(' && calls(before)) take_(before, list_at(at_));
                at_ = cxx::skip_piece(code_, at_);
            }
            before = code_.substr(begin, at_ - begin);
        }
    }

private:
    /// Whether a parenthesis behind this piece begins arguments. Behind `>`, it may also begin an operand.
    static bool calls(std::string_view before) {
        return !before.empty() && (cxx::word_start(before[0]) || before == ">");
    }

    Range list_at(std::size_t open) const {
        const std::size_t end = cxx::skip_brackets(code_, open);
        return {open + 1, code_[end - 1] == ')' ? end - 1 : end};
    }

    /// A lambda begins where no value is before `[`. What follows up to the end of its body belongs to it.
    void subscript_or_lambda(std::string_view before) {
        const bool is_subscript =
            !before.empty() && (cxx::word_part(before[0]) || before.back() == ')' || before.back() == ']');
        at_ = cxx::skip_brackets(code_, at_);
        if (is_subscript) return;
        at_ = std::min(code_.find('{', at_), code_.size());
        if (at_ < code_.size()) at_ = cxx::skip_brackets(code_, at_);
    }

    std::string_view code_;
    const Take& take_;
    std::size_t at_ = 0;
};

/// The product with a first operand of 64 bits: `4LL * n`, or `1LL * n * m`.
std::string wide_product(const std::string& product) {
    const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
    const std::size_t end = is_digit(product[0]) ? cxx::skip_number(product, 0) : 0;
    if (end == 0 || !is_digit(product[end - 1])) return "1LL * " + product;
    return product.substr(0, end) + "LL" + product.substr(end);
}

class CallProducts {
public:
    explicit CallProducts(const CheckContext& context) : context_(context) {}

    void check(const Construct& construct) {
        for (std::size_t i = 0; i < construct.arguments.size(); ++i) {
            if (!construct.has(i) || !is_amount(construct.info->parameters[i].kind)) continue;
            const RankFunction* function = construct.function_of(i);
            check(construct, function == nullptr ? construct.argument(i) : function->result);
        }
    }

private:
    void check(const Construct& construct, Range argument) {
        const std::string_view code = context_.text(argument);
        const std::vector<Range> widened = narrow_products(code);
        const auto is_widened = [&](std::size_t at) {
            return std::any_of(widened.begin(), widened.end(), [&](Range each) { return each.begin == at; });
        };
        const IsWide is_wide = [&](std::string_view name, bool is_member_call) {
            return is_member_call ? is_among(wide_members, name) : has_wide_type(construct, name);
        };
        const CallLists::Take take = [&](std::string_view name, Range list) {
            for (const Range& product : narrow_products(code.substr(list.begin, list.size()), is_wide)) {
                const std::size_t begin = list.begin + product.begin;
                if (!is_widened(begin))
                    warn(name, {argument.begin + begin, argument.begin + list.begin + product.end});
            }
        };
        CallLists(code, take).find();
        for (const Range& product : doubtful_products(code, is_wide))
            warn("", {argument.begin + product.begin, argument.begin + product.end});
    }

    bool has_wide_type(const Construct& construct, std::string_view name) {
        if (is_among(floating_functions, name)) return true;
        if (construct.function == none) return false;
        if (!types_) types_.emplace(context_);
        const auto token = static_cast<std::uint32_t>(context_.token_of(construct));
        const NumberType type = types_->of(construct.function, name, token);
        return type.kind == NumberType::Kind::Floating || type.has_64_bits;
    }

    void warn(std::string_view function, Range product) const {
        const std::string text = cxx::flatten(context_.text(product)), wide = wide_product(text);
        Diagnostic& warning = context_.diagnostics.warning(
            "narrow-product", product,
            "`{}` is computed as an int if its operands are ints, and may overflow", text);
        warning.hint = fmt::format("write `{}`", wide);
        if (function == "max" || function == "min")
            warning.hint +=
                fmt::format(", and `{}<long long>`, as the arguments then have different types", function);
        else
            warning.fix = Fix{product, wide};
    }

    const CheckContext& context_;
    std::optional<NumberTypes> types_; ///< made for the first name
};

} // namespace

void check_products(const CheckContext& context) {
    CallProducts products(context);
    for (const Construct& construct : context.constructs)
        products.check(construct);
}

} // namespace loop::compiler
