#include "compiler/check/param.h"

#include "compiler/check/host_tokens.h"
#include "compiler/check/literals.h"
#include "compiler/lex/cxx_lexer.h"

#include <fmt/format.h>

#include <algorithm>

namespace loop::compiler {

namespace {

/// The words of a type with one blank between them, without `std::`.
std::string normal_type(std::string_view code) {
    std::string words;
    for (std::size_t at = 0; (at = cxx::skip_blank(code, at)) < code.size();) {
        const std::size_t end =
            cxx::word_start(code[at]) ? std::max(cxx::skip_word(code, at), at + 1) : at + 1;
        const std::string_view piece = code.substr(at, end - at);
        const bool word = cxx::word_start(piece[0]);
        if (word && !words.empty() && cxx::word_part(words.back())) words += ' ';
        words += piece;
        at = end;
    }
    if (words.rfind("std::", 0) == 0 && words != "std::string") words.erase(0, 5);
    if (words == "string") words = "std::string";
    if (words == "long int") words = "long";
    if (words == "long long int") words = "long long";
    if (words == "unsigned int") words = "unsigned";
    if (words == "unsigned long int" || words == "long unsigned") words = "unsigned long";
    return words;
}

/// The contents of string constants; other code unchanged.
std::string unquoted(std::string_view code) {
    return string_constant(code).value_or(std::string(code));
}

/// `type name = default`, with comments anywhere.
struct Declaration {
    std::string_view name; ///< the text before the `=`; a single word if the declaration is well-formed
    std::size_t equal;     ///< where the `=` is, or the end
};

Declaration parse_declaration(std::string_view code) {
    std::string_view name = code.substr(0, 0);
    std::size_t at = 0;
    while ((at = cxx::skip_blank(code, at)) < code.size() && code[at] != '=') {
        const std::size_t end =
            cxx::word_start(code[at]) ? std::max(cxx::skip_word(code, at), at + 1) : at + 1;
        name = code.substr(at, end - at);
        at = end;
    }
    return {name, std::min(at, code.size())};
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

std::optional<ParameterSummary> parse_param(const Construct& construct, const Source& source,
                                            Diagnostics& diagnostics) {
    const Range range = construct.argument(0);
    const std::string_view code = source.text(range);
    const Declaration declaration = parse_declaration(code);
    if (declaration.equal == code.size())
        return malformed(range, "a parameter needs a default value", diagnostics);
    const std::string value = cxx::flatten(cxx::trim(code.substr(declaration.equal + 1)));
    const std::string_view name = declaration.name;
    const auto name_begin = static_cast<std::size_t>(name.data() - code.data());
    const std::string type = normal_type(code.substr(0, name_begin));
    if (name.empty() || !cxx::word_start(name[0]) || is_keyword(name) || type.empty() || value.empty())
        return malformed(range, "this does not declare a parameter", diagnostics);
    if (std::find(param_types().begin(), param_types().end(), type) == param_types().end()) {
        std::string known;
        for (const std::string& t : param_types())
            known += fmt::format("{}{}", known.empty() ? "" : ", ", t);
        diagnostics
            .error("param-type", {range.begin, range.begin + name_begin},
                   "a parameter cannot have the type `{}`", type)
            .hint = fmt::format("the types are {}", known);
        return std::nullopt;
    }
    const bool text = value.back() == '"', number = value[0] >= '0' && value[0] <= '9';
    if (type == "std::string" ? number : text)
        return malformed(range, fmt::format("`{}` is not a value of type `{}`", value, type), diagnostics);
    ParameterSummary summary;
    summary.name = name;
    summary.type = type;
    summary.default_text = unquoted(value);
    summary.help = unquoted(source.text(construct.argument(1)));
    summary.range = {range.begin + name_begin, range.begin + name_begin + name.size()};
    return summary;
}

} // namespace loop::compiler
