#include "compiler/check/arguments.h"

#include "base/text/nearest.h"
#include "compiler/check/forms.h"
#include "compiler/check/literals.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>

namespace loop::compiler {

namespace {

bool is_text(const Code& code) {
    constexpr std::size_t longest_prefix = 3;
    return is_string(code, 0) || (is_string_prefix(code, 0) && code.word(0).size() <= longest_prefix);
}

bool is_number(const Code& code) {
    const std::size_t first = code.is(0, "-") ? 1 : 0;
    return code.size() == first + 1 && code.is_number(first);
}

/// Whether an integer constant does not fit in 64 bits.
bool overflows(const Code& code) {
    const std::string digits(code.word(0));
    if (code.size() != 1 || digits.find_first_not_of("0123456789") != std::string::npos) return false;
    errno = 0;
    std::strtoll(digits.c_str(), nullptr, 10);
    return errno == ERANGE;
}

/// The value of a number with digits of any base and a suffix of integers.
std::optional<long long> integer(std::string_view number) {
    std::string digits(number);
    digits.erase(std::remove(digits.begin(), digits.end(), '\''), digits.end());
    char* end = nullptr;
    const long long value = std::strtoll(digits.c_str(), &end, 0);
    const bool is_integer = std::string_view(end).find_first_not_of("uUlLzZ") == std::string_view::npos;
    return is_integer ? std::optional(value) : std::nullopt;
}

class Binder {
public:
    Binder(const ast::Construct& seen, Construct& construct, const Source& source, const TokenList& tokens,
           Diagnostics& diagnostics)
        : seen_(seen), construct_(construct), info_(*construct.info), source_(source), tokens_(tokens),
          diagnostics_(diagnostics) {}

    void run() {
        construct_.arguments.resize(info_.parameters.size());
        construct_.arrows.resize(info_.parameters.size());
        construct_.lists.resize(info_.parameters.size());
        std::size_t position = 0;
        const std::vector<ast::Argument> list = with_whole_types();
        given_ = list.size();
        for (const ast::Argument& argument : list) {
            if (argument.name)
                named(argument);
            else
                positional(argument, position++);
        }
        if (seen_.list.empty() && seen_.has_arguments && info_.parameters.empty()) construct_.in_order = true;
        if (!broken_) missing();
        for (std::size_t i = 0; i < info_.parameters.size(); ++i)
            if (construct_.has(i)) kind(info_.parameters[i], construct_.argument(i));
        if (!broken_) choose_form(construct_, source_, diagnostics_);
    }

private:
    /// The arguments, with types such as `std::pair<int, int>` in one piece: their commas do not separate
    /// arguments.
    std::vector<ast::Argument> with_whole_types() const {
        std::vector<ast::Argument> list = seen_.list;
        if (info_.parameters.empty() || info_.parameters[0].kind != ParameterKind::Type) return list;
        for (std::size_t i = 0; i < list.size(); ++i) {
            const bool type = list[i].name ? source_.text(*list[i].name) == info_.parameters[0].name : i == 0;
            while (type && open_angles({tokens_, list[i].value}) > 0 && i + 1 < list.size() &&
                   !list[i + 1].name) {
                list[i].value.end = list[i + 1].value.end;
                list.erase(list.begin() + static_cast<std::ptrdiff_t>(i) + 1);
            }
        }
        return list;
    }

    static int open_angles(const Code& code) {
        int open = 0;
        for (std::size_t token = 0; token < code.size(); ++token)
            open += angles(code.word(token));
        return open;
    }

    std::string shown() const { return std::string(source_.text(seen_.name)); }

    void positional(const ast::Argument& argument, std::size_t position) {
        if (!construct_.in_order && !broken_) {
            report("argument-order", argument.value, "an argument without a name follows a named one");
            return;
        }
        if (position >= info_.parameters.size()) {
            if (broken_) return;
            Diagnostic& diagnostic = report("argument-count", argument.value, "`{}` takes {}, {} given",
                                            shown(), arity(), count(given_, "is", "are"));
            const std::string_view all = source_.text(seen_.arguments);
            if (all.find('<') != std::string_view::npos)
                diagnostic.hint =
                    "a comma inside `<...>` separates arguments too: put that argument in parentheses";
            return;
        }
        bind(position, argument);
    }

    void named(const ast::Argument& argument) {
        construct_.in_order = false;
        const std::string_view name = source_.text(*argument.name);
        for (std::size_t i = 0; i < info_.parameters.size(); ++i)
            if (info_.parameters[i].name == name) return named(argument, i);
        std::vector<std::string> known;
        for (const Parameter& parameter : info_.parameters)
            known.emplace_back(parameter.name);
        report("unknown-argument", *argument.name, "`{}` has no argument `{}`", shown(), name)
            .suggest(*argument.name, name, known, fmt::format("usage: {}", info_.synopsis()));
    }

    void named(const ast::Argument& argument, std::size_t index) {
        if (construct_.has(index)) {
            report("repeated-argument", *argument.name, "argument `{}` of `{}` is given twice",
                   info_.parameters[index].name, shown())
                .note("first given here", construct_.argument(index));
            return;
        }
        bind(index, argument);
    }

    void bind(std::size_t index, const ast::Argument& argument) {
        const Range value = argument.value;
        if (value.empty()) {
            const Range where{value.begin, value.begin + 1};
            report("empty-argument", where, "argument `{}` of `{}` is empty", info_.parameters[index].name,
                   shown());
            construct_.arguments[index] = Range{value};
            return;
        }
        construct_.arguments[index] = value;
        construct_.arrows[index] = argument.arrow;
        construct_.lists[index] = argument.list;
    }

    void missing() {
        std::size_t given = 0;
        std::string names;
        for (std::size_t i = 0; i < info_.parameters.size(); ++i) {
            if (construct_.has(i))
                ++given;
            else if (info_.parameters[i].required())
                names += fmt::format("{}`{}`", names.empty() ? "" : ", ", info_.parameters[i].name);
        }
        if (info_.needs_any && given == 0) {
            for (const Parameter& parameter : info_.parameters)
                names += fmt::format("{}`{}`", names.empty() ? "" : ", ", parameter.name);
            report("argument-choice", seen_.name, "`{}` needs at least one of {}", shown(), names).hint =
                fmt::format("usage: {}", info_.synopsis());
            return;
        }
        if (!seen_.has_arguments && info_.shape != Shape::Loop && names.empty())
            report("argument-count", seen_.name, "`{}` needs parentheses, even without arguments", shown())
                .hint = fmt::format("usage: {}", info_.synopsis());
        if (names.empty()) return;
        const Range where = seen_.has_arguments ? seen_.arguments : seen_.name;
        report("argument-count", where,
               fmt::format("`{}` takes {}, {} given; missing: {}", shown(), arity(),
                           count(given, "is", "are"), names))
            .hint = fmt::format("usage: {}", info_.synopsis());
    }

    std::string arity() const {
        std::size_t required = 0;
        for (const Parameter& parameter : info_.parameters)
            required += parameter.required() ? 1 : 0;
        const std::size_t all = info_.parameters.size();
        if (all == 0) return "no arguments";
        if (required == all) return fmt::format("{} argument{}", all, all == 1 ? "" : "s");
        if (required == 0) return fmt::format("at most {} argument{}", all, all == 1 ? "" : "s");
        return fmt::format("{} to {} arguments", required, all);
    }

    static std::string count(std::size_t n, std::string_view one, std::string_view many) {
        return fmt::format("{} {}", n, n == 1 ? one : many);
    }

    void kind(const Parameter& parameter, Range range) {
        const std::string_view code = source_.text(range);
        if (code.empty() || fits(parameter.kind, range)) return value(parameter, range);
        Diagnostic& diagnostic = report("argument-kind", range, "argument `{}` of `{}` must be {}, not `{}`",
                                        parameter.name, shown(), about(parameter.kind).description, code);
        const std::vector<std::string>& words = words_of(parameter.kind);
        if (words.size() > 2 || parameter.kind == ParameterKind::Side) diagnostic.suggest(range, code, words);
    }

    bool fits(ParameterKind kind, Range range) const {
        const Code code(tokens_, range);
        if (const std::vector<std::string>& words = words_of(kind); !words.empty())
            return std::find(words.begin(), words.end(), source_.text(range)) != words.end();
        if (kind == ParameterKind::Handle) return code.is_one_name();
        if (kind == ParameterKind::Literal) return string_constant(code).has_value();
        if (kind == ParameterKind::Pointer && source_.text(range) == "0") return true;
        if (kind == ParameterKind::Pairs) return true; // see check_rank_functions
        return (about(kind).number || !is_number(code)) && (about(kind).text || !is_text(code));
    }

    void value(const Parameter& parameter, Range range) {
        const Code code(tokens_, range);
        const std::optional<long long> least = about(parameter.kind).least;
        const auto cannot_be = [&](std::string_view why) {
            report("argument-value", range, "argument `{}` of `{}` {}", parameter.name, shown(), why);
        };
        if (parameter.kind == ParameterKind::Mode) return mode(parameter, range);
        if (least && overflows(code)) cannot_be("does not fit in 64 bits");
        const std::optional<long long> constant = integer_constant(code);
        if (least && constant && *constant < *least)
            cannot_be(fmt::format("must be {}, not {}",
                                  *least == 0 ? "zero or more" : fmt::format("at least {}", *least),
                                  *constant));
        else if (parameter.kind == ParameterKind::Alignment && constant && (*constant & (*constant - 1)) != 0)
            cannot_be(fmt::format("must be a power of two, not {}", *constant));
    }

    void mode(const Parameter& parameter, Range range) {
        const std::optional<std::string> word = string_constant({tokens_, range});
        const std::vector<std::string> known{"standard", "synchronous", "buffered"};
        if (!word || std::find(known.begin(), known.end(), *word) != known.end()) return;
        report("argument-value", range, "argument `{}` of `{}` must be {}, not \"{}\"", parameter.name,
               shown(), about(parameter.kind).description, *word)
            .hint = *word == "ready" ? "a ready send needs a receive that is surely posted before, which the "
                                       "sender cannot know"
                                     : did_you_mean(*word, known, "");
    }

    template <class... Message>
    Diagnostic& report(std::string code, Range range, const Message&... message) {
        broken_ = true;
        return diagnostics_.error(std::move(code), range, message...);
    }

    const ast::Construct& seen_;
    Construct& construct_;
    const ConstructInfo& info_;
    const Source& source_;
    const TokenList& tokens_;
    Diagnostics& diagnostics_;
    std::size_t given_ = 0;
    bool broken_ = false;
};

} // namespace

void bind_arguments(const ast::Construct& seen, Construct& construct, const Source& source,
                    const TokenList& tokens, Diagnostics& diagnostics) {
    Binder(seen, construct, source, tokens, diagnostics).run();
}

std::optional<long long> integer_constant(const Code& code) {
    Code inner = code;
    while (inner.size() > 2 && inner.is(0, "(") && inner.is(inner.size() - 1, ")"))
        inner = inner.part(1, inner.size() - 1);
    const bool is_negative = inner.is(0, "-");
    const std::size_t sign = is_negative || inner.is(0, "+") ? 1 : 0;
    if (inner.size() != sign + 1 || !inner.is_number(sign)) return std::nullopt;
    return integer((is_negative ? "-" : "") + std::string(inner.word(sign)));
}

} // namespace loop::compiler
