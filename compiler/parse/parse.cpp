#include "compiler/parse/parse.h"

#include "compiler/parse/byte_stream.h"
#include "compiler/parse/generated.h"

namespace loop::compiler {

namespace {

Range range_of(const antlr4::Token* token) {
    return {token->getStartIndex(), token->getStopIndex() + 1};
}

Range range_of(antlr4::tree::TerminalNode* node) {
    return range_of(node->getSymbol());
}

/// The range from the first to the last token of a rule, or an empty one at `where_empty` if the rule matched
/// nothing.
Range range_of(antlr4::ParserRuleContext& context, std::size_t where_empty) {
    if (context.children.empty()) return {where_empty, where_empty};
    return {context.getStart()->getStartIndex(), context.getStop()->getStopIndex() + 1};
}

ast::Argument build_argument(LoopParser::ArgumentContext& context, std::size_t where_empty) {
    ast::Argument argument;
    if (antlr4::tree::TerminalNode* const colon = context.COLON()) {
        argument.name = range_of(context.NAME());
        where_empty = range_of(colon).end;
    }
    const auto pieces = context.piece();
    argument.value = {where_empty, where_empty};
    if (!pieces.empty())
        argument.value = {pieces.front()->getStart()->getStartIndex(),
                          pieces.back()->getStop()->getStopIndex() + 1};
    return argument;
}

void build_arguments(LoopParser::ArgumentsContext& context, ast::Construct& construct) {
    construct.has_arguments = true;
    construct.arguments_closed = context.CLOSE() != nullptr;
    construct.arguments = range_of(context, construct.name.end);
    std::size_t where_empty = range_of(context.OPEN()).end;
    for (LoopParser::ArgumentContext* argument : context.argument()) {
        construct.list.push_back(build_argument(*argument, where_empty));
        where_empty = construct.list.back().value.end;
        for (LoopParser::PieceContext* piece : argument->piece())
            if (piece->INNER_CONSTRUCT() != nullptr)
                construct.inner_constructs.push_back(range_of(piece->INNER_CONSTRUCT()));
    }
    const bool nothing_written =
        construct.list.size() == 1 && construct.list[0].value.empty() && !construct.list[0].name;
    if (nothing_written) construct.list.clear();
}

ast::Tail build_tail(LoopParser::TailContext& context) {
    using Kind = ast::Tail::Kind;
    const antlr4::Token* const first = context.getStart();
    switch (first->getType()) {
    case LoopParser::NAME:
        return {Kind::Name, range_of(first)};
    case LoopParser::COMMA:
        return {Kind::Comma, range_of(first)};
    case LoopParser::SEMICOLON:
        return {Kind::Semicolon, range_of(first)};
    default:
        return {Kind::Arguments, range_of(*context.arguments(), 0)};
    }
}

ast::Construct build_construct(LoopParser::ConstructContext& context) {
    ast::Construct construct;
    construct.name = range_of(context.CONSTRUCT());
    for (LoopParser::TailContext* tail : context.tail()) {
        const bool first = construct.tail.empty() && !construct.has_arguments;
        if (first && tail->getStart()->getType() == LoopParser::OPEN)
            build_arguments(*tail->arguments(), construct);
        else
            construct.tail.push_back(build_tail(*tail));
    }
    return construct;
}

} // namespace

ast::File parse(const Source& source) {
    ByteStream bytes(source.text());
    LoopLexer lexer(&bytes);
    lexer.removeErrorListeners();
    antlr4::CommonTokenStream tokens(&lexer);
    LoopParser parser(&tokens);
    parser.removeErrorListeners();
    parser.getInterpreter<antlr4::atn::ParserATNSimulator>()->setPredictionMode(
        antlr4::atn::PredictionMode::SLL);

    ast::File file;
    for (LoopParser::ConstructContext* construct : parser.file()->construct())
        file.constructs.push_back(build_construct(*construct));
    file.open_texts = lexer.open_texts();
    return file;
}

} // namespace loop::compiler
