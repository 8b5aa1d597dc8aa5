#include "check/heads.h"

#include "check/arguments.h"
#include "check/cxx_lexer.h"
#include "check/host_scanner.h"
#include "check/param.h"

#include <fmt/format.h>

namespace loop::compiler {

namespace {

using TailKind = ast::Tail::Kind;

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
        for (Range inner : seen.inner_constructs)
            diagnostics_.error("construct-in-arguments", inner,
                               fmt::format("`{}` stands inside the arguments of `{}`", source_.text(inner),
                                           source_.text(seen.name)));
        if (seen.has_arguments && !seen.arguments_closed) {
            diagnostics_.error(
                "unterminated-arguments", {seen.arguments.begin, seen.arguments.begin + 1},
                fmt::format("the arguments of `{}` have no closing `)`", source_.text(seen.name)));
            return std::nullopt;
        }
        construct.argument_list = seen.arguments;
        bind_arguments(seen, construct, source_, diagnostics_);
        finish(seen, construct);
        return construct;
    }

private:
    void unknown(const ast::Construct& seen, std::string_view name) {
        Diagnostic& diagnostic = diagnostics_.error("unknown-construct", seen.name,
                                                    fmt::format("there is no construct `\\{}`", name));
        const std::string near = nearest(fmt::format("\\{}", name), construct_names());
        if (!near.empty()) diagnostic.hint = fmt::format("did you mean `{}`?", near);
    }

    void finish(const ast::Construct& seen, Construct& construct) {
        const bool semicolon_next = !seen.tail.empty() && seen.tail[0].kind == TailKind::Semicolon;
        switch (construct.info->shape) {
        case Shape::Loop:
            iterator(seen, construct);
            break;
        case Shape::Array:
            names(seen, construct);
            break;
        case Shape::Param:
            param(construct);
            [[fallthrough]];
        default:
            construct.semicolon = semicolon_next;
            if (semicolon_next && construct.info->semicolon_optional)
                construct.head.end = seen.tail[0].range.end;
        }
    }

    // -- \LOOP [(count)] [iterator] statement
    // --------------------------------------------------------------------
    void iterator(const ast::Construct& seen, Construct& construct) {
        if (seen.tail.empty() || seen.tail[0].kind != TailKind::Name) return;
        const Range name = seen.tail[0].range;
        if (is_keyword(source_.text(name)) || !statement_follows(seen, name.end)) return;
        construct.iterator = name;
        construct.head.end = name.end;
    }

    bool statement_follows(const ast::Construct& seen, std::size_t end) const {
        if (seen.tail.size() > 1)
            return seen.tail[1].kind == TailKind::Name || seen.tail[1].kind == TailKind::Semicolon;
        const std::string_view text = source_.text();
        const std::size_t next = cxx::skip_blank(text, end);
        if (next >= text.size()) return true;
        const char c = text[next];
        return c == '{' || c == '\\' || c == '#' || c == '"' || c == '~' || c == '!' || c == '}' ||
               cxx::word_part(c);
    }

    // -- \MAT(...) name, name ;
    // ------------------------------------------------------------------------------------
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
            .error("array-names", where,
                   fmt::format("expected {} in the declaration of `{}`",
                               name_expected ? "the name of an array" : "`,` or `;`",
                               source_.text(seen.name)))
            .hint = fmt::format("for example `{}`", construct.info->example);
    }

    void add_array(Construct& construct, Range at) {
        const std::string_view name = source_.text(at);
        if (is_keyword(name))
            diagnostics_.error("array-names", at,
                               fmt::format("`{}` is a word of C++ and cannot name an array", name));
        construct.arrays.push_back({std::string(name), at});
    }

    void param(Construct& construct) {
        if (construct.has(0)) construct.parameter = parse_param(construct, source_, diagnostics_);
    }

    const Source& source_;
    Diagnostics& diagnostics_;
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
