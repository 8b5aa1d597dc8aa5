#include "compiler/check/heads.h"

#include "compiler/check/arguments.h"
#include "compiler/check/build.h"
#include "compiler/check/host_tokens.h"
#include "compiler/check/param.h"
#include "compiler/lex/cxx_lexer.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

namespace loop::compiler {

namespace {

using TailKind = ast::Tail::Kind;

/// The names after `#define`. Always contains "", so that the set is never empty and the file is searched
/// only once.
std::unordered_set<std::string_view> defined_words(std::string_view text) {
    std::unordered_set<std::string_view> words{""};
    constexpr std::string_view directive = "define";
    for (std::size_t at = 0; (at = text.find('#', at)) != std::string_view::npos;) {
        at = text.find_first_not_of(" \t", at + 1);
        if (at == std::string_view::npos) break;
        if (text.substr(at, directive.size()) != directive) continue;
        const std::size_t name = text.find_first_not_of(" \t", at + directive.size());
        if (name == std::string_view::npos) break;
        words.insert(text.substr(name, cxx::skip_word(text, name) - name));
    }
    return words;
}

class HeadResolver {
public:
    HeadResolver(const Source& source, Diagnostics& diagnostics)
        : source_(source), diagnostics_(diagnostics) {}

    std::optional<Construct> resolve(const ast::Construct& seen) {
        const std::string_view name = source_.text(seen.name).substr(1);
        const ConstructInfo* info = find_construct(name);
        if (info == nullptr) {
            unknown(seen, name);
            return std::nullopt;
        }
        Construct construct;
        construct.info = info;
        construct.name = seen.name;
        construct.head = {seen.name.begin, seen.has_arguments ? seen.arguments.end : seen.name.end};
        if (seen.has_arguments && !seen.arguments_closed) {
            diagnostics_.error("unterminated-arguments", {seen.arguments.begin, seen.arguments.begin + 1},
                               "the arguments of `{}` have no closing `)`", source_.text(seen.name));
            // Keep the text read so far as one head, so that it is not checked as host code.
            construct.arguments.resize(info->parameters.size());
            construct.semicolon = true;
            return construct;
        }
        for (Range inner : seen.inner_constructs)
            diagnostics_.error("construct-in-arguments", inner, "`{}` is inside the arguments of `{}`",
                               source_.text(inner), source_.text(seen.name));
        if (const std::size_t at = directive_in(seen.arguments); at != none)
            diagnostics_
                .error("directive-in-arguments", {at, at + 1},
                       "a preprocessor directive is inside the arguments of `{}`", source_.text(seen.name))
                .hint = "choose the value before the construct, with a `#define` or a variable";
        construct.argument_list = seen.arguments;
        bind_arguments(seen, construct, source_, diagnostics_);
        finish(seen, construct);
        return construct;
    }

private:
    /// The offset of the first line of an argument list that begins with `#`, or `none`.
    std::size_t directive_in(Range arguments) const {
        const std::string_view code = source_.text(arguments);
        for (std::size_t line = 0; (line = code.find('\n', line)) != std::string_view::npos;) {
            line = std::min(code.find_first_not_of(" \t", line + 1), code.size());
            if (line < code.size() && code[line] == '#') return arguments.begin + line;
        }
        return none;
    }

    void unknown(const ast::Construct& seen, std::string_view name) {
        diagnostics_.error("unknown-construct", seen.name, "there is no construct `\\{}`", name)
            .suggest(seen.name, fmt::format("\\{}", name), construct_names());
    }

    void finish(const ast::Construct& seen, Construct& construct) {
        const bool semicolon_next = !seen.tail.empty() && seen.tail[0].kind == TailKind::Semicolon;
        if (construct.info->shape == Shape::Param) param(construct);
        if (construct.info->shape == Shape::Build && seen.has_arguments)
            construct.build = parse_build(construct, source_, diagnostics_);
        switch (construct.info->shape) {
        case Shape::Loop:
            iterator(seen, construct);
            break;
        case Shape::Array:
            names(seen, construct);
            break;
        case Shape::Param:
        case Shape::Build:
        case Shape::Call:
        case Shape::Region:
        case Shape::Choice:
        case Shape::Start:
        case Shape::Open:
        case Shape::Close:
            construct.semicolon = semicolon_next;
            if (semicolon_next && construct.info->semicolon_optional)
                construct.head.end = seen.tail[0].range.end;
        }
    }

    // -- \LOOP [(count)] [iterator] statement
    void iterator(const ast::Construct& seen, Construct& construct) {
        if (seen.tail.empty() || seen.tail[0].kind != TailKind::Name) return;
        const Range name = seen.tail[0].range;
        if (is_keyword(source_.text(name)) || is_macro(source_.text(name))) return;
        if (!statement_follows(seen, name.end)) return;
        construct.iterator = name;
        construct.head.end = name.end;
    }

    /// Whether the file defines this word as a macro. If so, it cannot be an iterator's name.
    bool is_macro(std::string_view word) {
        if (macros_.empty()) macros_ = defined_words(source_.text());
        return macros_.count(word) != 0;
    }

    bool statement_follows(const ast::Construct& seen, std::size_t end) const {
        if (seen.tail.size() > 1)
            return seen.tail[1].kind == TailKind::Name || seen.tail[1].kind == TailKind::Semicolon;
        const std::string_view text = source_.text();
        const std::size_t next = cxx::skip_blank(text, end);
        if (next >= text.size()) return true;
        const char c = text[next];
        // `a[1]` is an element; `[[` begins an attribute, `[&`, `[=` and `[]` a lambda.
        const char second = next + 1 < text.size() ? text[next + 1] : ' ';
        if (c == '[') return second == '[' || second == '&' || second == '=' || second == ']';
        return c == '{' || c == '\\' || c == '#' || c == '"' || c == '~' || c == '!' || c == '}' ||
               cxx::word_part(c);
    }

    // -- \MAT(...) name, name ;
    void names(const ast::Construct& seen, Construct& construct) {
        bool name_expected = true;
        for (const ast::Tail& tail : seen.tail) {
            if (name_expected && tail.kind == TailKind::Name) {
                add_array(construct, tail.range);
            } else if (!name_expected && tail.kind == TailKind::Semicolon) {
                construct.semicolon = true;
                construct.head.end = tail.range.end;
                return;
            } else if (name_expected || tail.kind != TailKind::Comma) {
                break;
            }
            construct.head.end = tail.range.end;
            name_expected = !name_expected;
        }
        const std::size_t at = cxx::skip_blank(source_.text(), construct.head.end);
        const Range where{at, at < source_.text().size() ? at + 1 : at};
        diagnostics_
            .error("array-names", where, "expected {} in the declaration of `{}`",
                   name_expected ? "the name of an array" : "`,` or `;`", source_.text(seen.name))
            .hint = fmt::format("for example `{}`", construct.info->example());
    }

    void add_array(Construct& construct, Range at) {
        const std::string_view name = source_.text(at);
        if (is_keyword(name))
            diagnostics_.error("array-names", at, "`{}` is a C++ keyword and cannot name an array", name);
        construct.arrays.push_back({std::string(name), at});
    }

    void param(Construct& construct) {
        if (construct.has(0)) construct.parameter = parse_param(construct, source_, diagnostics_);
    }

    const Source& source_;
    Diagnostics& diagnostics_;
    std::unordered_set<std::string_view> macros_;
};

} // namespace

std::vector<Construct> resolve_heads(const ast::File& file, const Source& source, Diagnostics& diagnostics) {
    HeadResolver resolver(source, diagnostics);
    std::vector<Construct> constructs;
    constructs.reserve(file.constructs.size());
    for (const ast::Construct& seen : file.constructs)
        if (auto construct = resolver.resolve(seen)) constructs.push_back(std::move(*construct));
    return constructs;
}

} // namespace loop::compiler
