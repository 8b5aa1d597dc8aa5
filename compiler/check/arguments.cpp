#include "compiler/check/arguments.h"

#include "base/text/nearest.h"
#include "compiler/check/forms.h"
#include "compiler/check/host_tokens.h"
#include "compiler/check/literals.h"
#include "compiler/lex/cxx_lexer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstdlib>

namespace loop::compiler {

namespace {

bool is_text(std::string_view code) {
    if (code.empty()) return false;
    const std::size_t prefix = cxx::word_start(code[0]) ? cxx::skip_word(code, 0) : 0;
    return prefix <= 3 && prefix < code.size() && code[prefix] == '"';
}

bool is_number(std::string_view code) {
    if (!code.empty() && code[0] == '-') code = cxx::trim(code.substr(1));
    return !code.empty() && std::isdigit(static_cast<unsigned char>(code[0])) != 0 &&
           cxx::skip_number(code, 0) == code.size();
}

bool is_name(std::string_view code) {
    return cxx::word_start(code[0]) && cxx::skip_word(code, 0) == code.size() && !is_keyword(code);
}

/// Whether an integer constant does not fit in 64 bits.
bool overflows(std::string_view code) {
    const std::string digits(cxx::trim(code));
    if (digits.empty() || digits.find_first_not_of("0123456789") != std::string::npos) return false;
    errno = 0;
    std::strtoll(digits.c_str(), nullptr, 10);
    return errno == ERANGE;
}

class Binder {
public:
    Binder(const ast::Construct& seen, Construct& construct, const Source& source, Diagnostics& diagnostics)
        : seen_(seen), construct_(construct), info_(*construct.info), source_(source),
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
            while (type && open_angles(source_.text(list[i].value)) > 0 && i + 1 < list.size() &&
                   !list[i + 1].name) {
                list[i].value.end = list[i + 1].value.end;
                list.erase(list.begin() + static_cast<std::ptrdiff_t>(i) + 1);
            }
        }
        return list;
    }

    static std::ptrdiff_t open_angles(std::string_view code) {
        return std::count(code.begin(), code.end(), '<') - std::count(code.begin(), code.end(), '>');
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
        if (code.empty() || fits(parameter.kind, code)) return value(parameter, range);
        Diagnostic& diagnostic = report("argument-kind", range, "argument `{}` of `{}` must be {}, not `{}`",
                                        parameter.name, shown(), about(parameter.kind).description, code);
        const std::vector<std::string>& words = words_of(parameter.kind);
        if (words.size() > 2 || parameter.kind == ParameterKind::Side) diagnostic.suggest(range, code, words);
    }

    static bool fits(ParameterKind kind, std::string_view code) {
        if (const std::vector<std::string>& words = words_of(kind); !words.empty())
            return std::find(words.begin(), words.end(), code) != words.end();
        if (kind == ParameterKind::Handle) return is_name(code);
        if (kind == ParameterKind::Literal) return string_constant(code).has_value();
        if (kind == ParameterKind::Pointer && code == "0") return true;
        if (kind == ParameterKind::Pairs) return true; // see check_rank_functions
        return (about(kind).number || !is_number(code)) && (about(kind).text || !is_text(code));
    }

    void value(const Parameter& parameter, Range range) {
        const std::string_view code = source_.text(range);
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
        const std::optional<std::string> word = string_constant(source_.text(range));
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
    Diagnostics& diagnostics_;
    std::size_t given_ = 0;
    bool broken_ = false;
};

} // namespace

void bind_arguments(const ast::Construct& seen, Construct& construct, const Source& source,
                    Diagnostics& diagnostics) {
    Binder(seen, construct, source, diagnostics).run();
}

std::optional<long long> integer_constant(std::string_view code) {
    code = cxx::trim(code);
    while (code.size() > 2 && code.front() == '(' && code.back() == ')')
        code = cxx::trim(code.substr(1, code.size() - 2));
    std::string digits;
    for (char c : code)
        if (c != '\'') digits.push_back(c);
    std::size_t at = !digits.empty() && (digits[0] == '-' || digits[0] == '+') ? 1 : 0;
    while (at < digits.size() && digits[at] == ' ')
        digits.erase(at, 1);
    if (at >= digits.size() || std::isdigit(static_cast<unsigned char>(digits[at])) == 0) return std::nullopt;
    char* end = nullptr;
    const long long value = std::strtoll(digits.c_str(), &end, 0);
    for (; *end != '\0'; ++end)
        if (std::string_view("uUlLzZ").find(*end) == std::string_view::npos) return std::nullopt;
    return value;
}

} // namespace loop::compiler
