#include "compiler/check/param.h"

#include "compiler/check/literals.h"

#include <fmt/format.h>

#include <algorithm>

namespace loop::compiler {

namespace {

/// The words of a type with one blank between them, without `std::`.
std::string normal_type(const Code& code) {
    std::string words;
    for (std::size_t at = 0; at < code.size(); ++at) {
        if (at > 0 && code.is_word(at) && (code.is_word(at - 1) || code.is_number(at - 1))) words += ' ';
        words += code.word(at);
    }
    if (words.rfind("std::", 0) == 0 && words != "std::string") words.erase(0, 5);
    if (words == "string") words = "std::string";
    if (words == "long int") words = "long";
    if (words == "long long int") words = "long long";
    if (words == "unsigned int") words = "unsigned";
    if (words == "unsigned long int" || words == "long unsigned") words = "unsigned long";
    return words;
}

/// The token behind the `=` of `type name = default`, or beyond the last one.
std::size_t behind_equal(const Code& declaration) {
    std::size_t at = 0;
    while (at < declaration.size() && !declaration.is(at, "="))
        ++at;
    return at + 1;
}

/// The contents of string constants; other code on one line.
std::string unquoted(const Code& code) {
    return string_constant(code).value_or(flatten(code));
}

std::optional<ParameterSummary> malformed(Range range, std::string message, Diagnostics& diagnostics) {
    diagnostics.error("param-form", range, std::move(message)).hint =
        "write `\\PARAM(type name = default, \"help\")`, for example `\\PARAM(int block = 64, \"rows of a "
        "block\")`";
    return std::nullopt;
}

} // namespace

const std::vector<std::string>& param_types() {
    static const std::vector<std::string> types = {"bool",     "int",           "long",   "long long",
                                                   "unsigned", "unsigned long", "size_t", "float",
                                                   "double",   "std::string"};
    return types;
}

Code default_of(const Construct& construct, const TokenList& tokens) {
    const Code declaration(tokens, construct.argument(0));
    return declaration.part(behind_equal(declaration));
}

std::optional<ParameterSummary> parse_param(const Construct& construct, const TokenList& tokens,
                                            Diagnostics& diagnostics) {
    const Range range = construct.argument(0);
    const Code code(tokens, range);
    const std::size_t equal = behind_equal(code) - 1;
    if (equal == code.size()) return malformed(range, "a parameter needs a default value", diagnostics);
    const std::size_t name = equal - 1; // beyond the last token if there is none
    const Code type_code = code.part(0, std::min(name, equal)), value_code = code.part(equal + 1);
    const std::string type = normal_type(type_code), value = flatten(value_code);
    if (!code.is_name(name) || type.empty() || value.empty())
        return malformed(range, "this does not declare a parameter", diagnostics);
    const Range name_range = code.range(name);
    if (std::find(param_types().begin(), param_types().end(), type) == param_types().end()) {
        std::string known;
        for (const std::string& t : param_types())
            known += fmt::format("{}{}", known.empty() ? "" : ", ", t);
        diagnostics
            .error("param-type", {range.begin, name_range.begin}, "a parameter cannot have the type `{}`",
                   type)
            .hint = fmt::format("the types are {}", known);
        return std::nullopt;
    }
    const bool is_text = value.back() == '"';
    if (type == "std::string" ? value_code.is_number(0) : is_text)
        return malformed(range, fmt::format("`{}` is not a value of type `{}`", value, type), diagnostics);
    ParameterSummary summary;
    summary.name = code.word(name);
    summary.type = type;
    summary.default_text = unquoted(value_code);
    summary.help = unquoted({tokens, construct.argument(1)});
    summary.range = name_range;
    return summary;
}

} // namespace loop::compiler
