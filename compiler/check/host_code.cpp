#include "compiler/check/checks.h"
#include "compiler/check/values.h"

#include <fmt/format.h>

#include <algorithm>

namespace loop::compiler {

namespace {

void open_texts(const CheckContext& context) {
    for (const OpenText& open : context.host.open_texts) {
        using Kind = OpenText::Kind;
        const bool quote = open.kind == Kind::String || open.kind == Kind::Character;
        // A skipped `#if` group may contain anything, such as an apostrophe.
        if (quote && context.host.in_conditional(open.range.begin)) continue;
        if (open.kind == Kind::Comment)
            context.diagnostics.error("unterminated-comment", open.range, "this comment never ends").hint =
                "close it with `*/`";
        else
            context.diagnostics.error(
                "unterminated-string", open.range,
                open.kind == Kind::Character ? "this character constant has no closing quote"
                : open.kind == Kind::String  ? "this string has no closing quote on its line"
                                             : "this raw string never ends");
    }
}

void braces(const CheckContext& context) {
    if (context.constructs.empty()) return;
    if (const std::uint32_t token = context.host.too_deep; token != Token::unpaired)
        context.diagnostics.error(
            "nesting-too-deep", context.host.range(token), "{} nest deeper than {} levels here",
            is_assignment(context.host, token) ? "assignments" : "brackets", nesting_limit);
    for (std::uint32_t token : context.host.unpaired_braces) {
        const Range range = context.host.range(token);
        if (context.host.in_conditional(range.begin)) continue;
        const bool opening = context.host.word(token) == "{";
        context.diagnostics.error("unbalanced-brace", range,
                                  opening ? "this `{` is never closed" : "this `}` has no matching `{`");
    }
}

void typographic(const CheckContext& context, std::vector<HostEdit>& edits) {
    for (const Include& include : context.host.includes) {
        if (!include.typographic) continue;
        const std::string plain = fmt::format("\"{}\"", include.file);
        if (include.file == "LOOP.h") {
            context.diagnostics.warning("typographic-quote", include.range,
                                        "typographic quotes around `LOOP.h` are read as plain ones");
            edits.push_back({include.range, plain});
        } else {
            context.diagnostics
                .error("typographic-quote", include.range, "typographic quotes cannot enclose a file name")
                .hint = fmt::format("write `{}`", plain);
        }
    }
    for (Range quote : context.host.typographic_quotes)
        context.diagnostics.error("typographic-quote", quote, "a typographic quote is not part of C++").hint =
            "write a plain `\"`";
}

} // namespace

namespace {

bool all_closed(const ast::File& file) {
    return std::all_of(file.constructs.begin(), file.constructs.end(),
                       [](const ast::Construct& construct) { return construct.arguments_closed; });
}

} // namespace

void check_host_code(const ast::File& file, const CheckContext& context, std::vector<HostEdit>& edits) {
    open_texts(context);
    if (context.host.open_texts.empty() && all_closed(file)) braces(context);
    typographic(context, edits);
    for (Range construct : context.host.directive_constructs) {
        const std::string_view text = context.text(construct);
        if (find_construct(text.substr(1)) == nullptr) continue;
        context.diagnostics
            .error("construct-in-directive", construct,
                   "`{}` is in a preprocessor directive, where constructs are not translated", text)
            .hint = "put it into a function instead of a macro";
    }
}

bool has_own_header(const HostCode& host) {
    for (const Include& include : host.includes)
        if (include.quoted && include.file != "LOOP.h") return true;
    return false;
}

} // namespace loop::compiler
