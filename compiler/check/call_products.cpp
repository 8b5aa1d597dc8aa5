#include "compiler/check/checks.h"
#include "compiler/check/number_types.h"
#include "compiler/check/products.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
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
    /// Gets the name of the function and what is between the parentheses.
    using Take = std::function<void(std::string_view name, const Code& list)>;

    CallLists(const Code& code, const Take& take) : code_(code), take_(take) {}

    void find() {
        while (at_ < code_.size()) {
            const std::string_view before = at_ == 0 ? "" : code_.word(at_ - 1);
            if (code_.is(at_, "[")) {
                subscript_or_lambda();
            } else if (code_.is(at_, "(") && (is_among(unevaluated, before) || before == "at")) {
                at_ = code_.behind_brackets(at_);
            } else {
                if (code_.is(at_, "(") && is_called()) take_(before, list());
                ++at_;
            }
        }
    }

private:
    bool follows_word() const { return at_ > 0 && code_.is_word(at_ - 1); }

    /// Whether the parenthesis begins arguments. Behind `>`, it may also begin an operand.
    bool is_called() const {
        return follows_word() || (at_ > 0 && (code_.is(at_ - 1, ">") || code_.is(at_ - 1, ">>")));
    }

    Code list() const {
        const std::size_t end = code_.behind_brackets(at_);
        return code_.part(at_ + 1, code_.is(end - 1, ")") ? end - 1 : end);
    }

    /// A lambda begins where no value is before `[`. What follows up to the end of its body belongs to it.
    void subscript_or_lambda() {
        const bool is_subscript =
            follows_word() ||
            (at_ > 0 && (code_.is_number(at_ - 1) || code_.is(at_ - 1, ")") || code_.is(at_ - 1, "]")));
        at_ = code_.behind_brackets(at_);
        if (is_subscript) return;
        while (at_ < code_.size() && !code_.is(at_, "{"))
            ++at_;
        if (at_ < code_.size()) at_ = code_.behind_brackets(at_);
    }

    Code code_;
    const Take& take_;
    std::size_t at_ = 0;
};

/// The product with a first operand of 64 bits: `4LL * n`, or `1LL * n * m`.
std::string wide_product(const Code& product) {
    const std::string_view first = product.word(0);
    const std::string text = flatten(product);
    if (!product.is_number(0) || first.back() < '0' || first.back() > '9') return "1LL * " + text;
    return text.substr(0, first.size()) + "LL" + text.substr(first.size());
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
        const Code code = context_.code(argument);
        const std::vector<Range> widened = narrow_products(code);
        const auto is_widened = [&](std::size_t at) {
            return std::any_of(widened.begin(), widened.end(), [&](Range each) { return each.begin == at; });
        };
        const IsWide is_wide = [&](std::string_view name, bool is_member_call) {
            return is_member_call ? is_among(wide_members, name) : has_wide_type(construct, name);
        };
        const CallLists::Take take = [&](std::string_view name, const Code& list) {
            for (const Range& product : narrow_products(list, is_wide))
                if (!is_widened(product.begin)) warn(name, product);
        };
        CallLists(code, take).find();
        for (const Range& product : doubtful_products(code, is_wide))
            warn("", product);
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
        const Code code = context_.code(product);
        const std::string text = flatten(code), wide = wide_product(code);
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
