#include "compiler/ast/ast.h"

#include <fmt/format.h>

#include <iterator>

namespace loop::compiler::ast {

namespace {

std::string_view word(Tail::Kind kind) {
    switch (kind) {
    case Tail::Kind::Name:
        return "name";
    case Tail::Kind::Comma:
        return "comma";
    case Tail::Kind::Semicolon:
        return "semicolon";
    }
    return "";
}

} // namespace

std::string dump(const File& file, const Source& source) {
    std::string text;
    auto out = std::back_inserter(text);
    for (const Construct& construct : file.constructs) {
        const Position at = source.position(construct.name.begin);
        fmt::format_to(out, "{}:{} construct {}\n", at.line, at.column, source.text(construct.name));
        for (const Argument& argument : construct.list) {
            fmt::format_to(out, "  argument ");
            if (argument.name) fmt::format_to(out, "{}: ", source.text(*argument.name));
            fmt::format_to(out, "`{}`\n", source.text(argument.value));
        }
        if (!construct.arguments_closed) fmt::format_to(out, "  not closed\n");
        for (const Tail& tail : construct.tail)
            fmt::format_to(out, "  {} `{}`\n", word(tail.kind), source.text(tail.range));
    }
    return text;
}

} // namespace loop::compiler::ast
