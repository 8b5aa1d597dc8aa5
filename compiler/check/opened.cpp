#include "compiler/check/checks.h"
#include "compiler/check/values.h"
#include "compiler/check/variables.h"

#include <fmt/format.h>

#include <algorithm>

/// A program need not declare `nodes`, `me`, and `size`: `\OPEN0()` sets variables of these names that LOOP
/// declares outside functions. So a variable of the program hides them as usual, or takes their place if it
/// is outside functions, too.
namespace loop::compiler {

namespace {

class OpenedNames {
public:
    explicit OpenedNames(const CheckContext& context)
        : context_(context), host_(context.host), variables_(context) {
        for (const OpenedVariable& row : opened_variables)
            occurrences_.ask(row.variable.name);
        occurrences_.find(host_);
    }

    bool is_needed(std::string_view name) const {
        return !is_of_program(name) &&
               (is_in_host_code(name) || is_in_arguments(name) || is_in(name, macros()));
    }

    /// Where the program declares a variable around `open` and gives it no value anywhere, as if `\OPEN0` set
    /// it; null if it does not.
    const std::uint32_t* without_value(std::string_view name, const Construct& open) const {
        const auto& tokens = occurrences_.of(name);
        const bool has_value = std::any_of(tokens.begin(), tokens.end(), [&](std::uint32_t token) {
            return host_.is(token + 1, "=") ||
                   (token > 0 && (host_.is(token - 1, "&") || host_.is(token - 1, ">>")));
        });
        const auto found = std::find_if(tokens.begin(), tokens.end(), [&](std::uint32_t token) {
            return declares_at(host_, token) && (host_.is(token + 1, ";") || host_.is(token + 1, ",")) &&
                   !is_in_brackets(token) &&
                   host_.encloses(host_.tokens[token].block, context_.token_of(open)) &&
                   !(token > 1 && host_.is(token - 2, "extern"));
        });
        return has_value || found == tokens.end() ? nullptr : &*found;
    }

private:
    const std::vector<std::string_view>& macros() const { return host_.directive_words; }

    static bool is_in(std::string_view name, const std::vector<std::string_view>& names) {
        return std::find(names.begin(), names.end(), name) != names.end();
    }

    /// Whether the program declares it outside functions, as a parameter, or as a macro.
    bool is_of_program(std::string_view name) const {
        const auto declares_here = [&](std::uint32_t token) {
            return is_outside(host_.tokens[token].block) && declares_at(host_, token) &&
                   !is_in_brackets(token);
        };
        const auto& tokens = occurrences_.of(name);
        return is_in(name, host_.defined) || std::any_of(tokens.begin(), tokens.end(), declares_here) ||
               std::any_of(
                   context_.constructs.begin(), context_.constructs.end(),
                   [&](const Construct& each) { return each.parameter && each.parameter->name == name; });
    }

    /// Whether names of a block are those of the file: it is the file itself, a list of enumerators, a block
    /// of `extern "C"`, or a namespace without a name.
    bool is_outside(std::uint32_t block) const {
        for (; block != Token::unpaired; block = host_.tokens[block].block)
            if (!shares_names(block)) return false;
        return true;
    }

    bool shares_names(std::uint32_t open) const {
        if (open == 0) return false;
        if (host_.is(open - 1, "namespace") || host_.is(open - 1, "enum")) return true;
        return open > 1 && (host_.is(open - 2, "extern") || host_.is(open - 2, "enum"));
    }

    bool is_in_brackets(std::uint32_t token) const {
        for (std::uint32_t at = token; at-- > 0 && !host_.is(at, ";") && !host_.is(at, "}");)
            if (host_.is(at, "(") && close_of(host_, at) > token) return true;
        return false;
    }

    bool is_in_host_code(std::string_view name) const {
        const auto& tokens = occurrences_.of(name);
        return std::any_of(tokens.begin(), tokens.end(), [&](std::uint32_t token) {
            const bool is_other = is_member(host_, token) || (token > 0 && host_.is(token - 1, "::")) ||
                                  declares_at(host_, token);
            return !is_other && !is_local(function_at(token), name, token);
        });
    }

    bool is_in_arguments(std::string_view name) const {
        return std::any_of(context_.constructs.begin(), context_.constructs.end(),
                           [&](const Construct& each) {
                               for (std::size_t i = 0; i < each.arguments.size(); ++i)
                                   if (is_in(name, context_.words(each, i)) &&
                                       !is_local(each.function, name, context_.token_of(each)))
                                       return true;
                               return false;
                           });
    }

    bool is_local(std::size_t function, std::string_view name, std::size_t token) const {
        return function != none && variables_.declared_behind(function, name, token, 0);
    }

    std::size_t function_at(std::uint32_t token) const {
        for (std::size_t f = 0; f < context_.tree.functions.size(); ++f) {
            const Function& function = context_.tree.functions[f];
            if (token >= function.header_first && token < context_.tree[function.body].last) return f;
        }
        return none;
    }

    const CheckContext& context_;
    const HostCode& host_;
    Variables variables_;
    Occurrences occurrences_;
};

/// Whether `\OPEN0` may have to set a variable that the program does not declare.
bool leaves_out_variables(const Construct& construct) {
    if (construct.info->shape != Shape::Open) return false;
    return std::any_of(std::begin(opened_variables), std::end(opened_variables),
                       [&](const OpenedVariable& row) { return !construct.has(row.parameter); });
}

void never_set(const CheckContext& context, const Construct& open, const OpenedVariable& row,
               Range declared) {
    const std::string_view name = row.variable.name;
    Diagnostic& diagnostic = context.diagnostics.warning(
        "never-set", declared, "`{}` never gets a value: `\\OPEN0` has no argument with its address", name);
    diagnostic.note("the program starts here", open.name);
    diagnostic.hint =
        fmt::format("leave out this declaration, so that `\\OPEN0` sets LOOP's `{0}`, or write `{1}: &{0}`",
                    name, open.info->parameters[row.parameter].name);
}

} // namespace

void find_opened(const CheckContext& context) {
    if (std::none_of(context.constructs.begin(), context.constructs.end(), leaves_out_variables)) return;
    const OpenedNames names(context);
    for (Construct& construct : context.constructs) {
        if (!leaves_out_variables(construct)) continue;
        construct.opened.assign(construct.info->parameters.size(), nullptr);
        for (const OpenedVariable& row : opened_variables) {
            if (construct.has(row.parameter)) continue;
            if (names.is_needed(row.variable.name)) construct.opened[row.parameter] = &row.variable;
            if (const std::uint32_t* const declared = names.without_value(row.variable.name, construct))
                never_set(context, construct, row, context.host.range(*declared));
        }
    }
}

} // namespace loop::compiler
