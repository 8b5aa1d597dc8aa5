#include "compiler/check/heads.h"

#include "compiler/check/arguments.h"
#include "compiler/check/build.h"
#include "compiler/check/host_tokens.h"
#include "compiler/check/param.h"

#include <fmt/format.h>

#include <algorithm>

namespace loop::compiler {

namespace {

using TailKind = ast::Tail::Kind;

class HeadResolver {
public:
    HeadResolver(const Source& source, const TokenList& tokens, Diagnostics& diagnostics)
        : source_(source), tokens_(tokens), diagnostics_(diagnostics) {}

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
        construct.number = seen.number;
        bind_arguments(seen, construct, source_, tokens_, diagnostics_);
        finish(seen, construct);
        return construct;
    }

private:
    /// The offset of the first `#` with which a line of an argument list begins, or `none`.
    std::size_t directive_in(Range arguments) const {
        const Code code(tokens_, arguments);
        for (std::size_t token = 0; token < code.size(); ++token)
            if (code.is(token, "#") && begins_line(code.range(token).begin)) return code.range(token).begin;
        return none;
    }

    bool begins_line(std::size_t offset) const {
        const std::string_view before = source_.text({0, offset});
        const std::size_t last = before.find_last_not_of(" \t");
        return last == std::string_view::npos || before[last] == '\n';
    }

    void unknown(const ast::Construct& seen, std::string_view name) {
        diagnostics_.error("unknown-construct", seen.name, "there is no construct `\\{}`", name)
            .suggest(seen.name, fmt::format("\\{}", name), construct_names());
    }

    void finish(const ast::Construct& seen, Construct& construct) {
        const bool semicolon_next = !seen.tail.empty() && seen.tail[0].kind == TailKind::Semicolon;
        if (construct.info->shape == Shape::Param) param(construct);
        if (construct.info->shape == Shape::Build && seen.has_arguments)
            construct.build = parse_build(construct, tokens_, diagnostics_);
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
        construct.iterator = seen.tail[0].range;
        construct.head.end = seen.tail[0].range.end;
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
        const std::size_t next = tokens_.token_at(construct.head.end);
        const std::size_t at =
            next < tokens_.tokens.size() ? tokens_.range(next).begin : source_.text().size();
        const Range where{at, std::min(at + 1, source_.text().size())};
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
        if (construct.has(0)) construct.parameter = parse_param(construct, tokens_, diagnostics_);
    }

    const Source& source_;
    const TokenList& tokens_;
    Diagnostics& diagnostics_;
};

} // namespace

std::vector<Construct> resolve_heads(const ast::File& file, const Source& source, const TokenList& tokens,
                                     Diagnostics& diagnostics) {
    HeadResolver resolver(source, tokens, diagnostics);
    std::vector<Construct> constructs;
    constructs.reserve(file.constructs.size());
    for (const ast::Construct& seen : file.constructs)
        if (auto construct = resolver.resolve(seen)) constructs.push_back(std::move(*construct));
    return constructs;
}

} // namespace loop::compiler
