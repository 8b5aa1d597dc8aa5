#include "compiler/parse/parse.h"

#include "compiler/parse/generated.h"
#include "compiler/parse/parser_tokens.h"
#include "compiler/parse/predictor.h"
#include "compiler/parse/tree_reader.h"

namespace loop::compiler {

ast::File parse(const Lexed& lexed) {
    antlr4::ListTokenSource source(parser_tokens(lexed));
    antlr4::CommonTokenStream tokens(&source);
    LoopParser parser(&tokens);
    parser.setInterpreter(new Predictor(&parser, *parser.getInterpreter<antlr4::atn::ParserATNSimulator>()));
    std::optional<std::size_t> too_deep;
    try {
        parser.file();
    } catch (const ParserBase::TooDeep& seen) {
        too_deep = seen.offset;
    }
    ast::File file = read_tree(parser.root(), lexed);
    file.too_deep = too_deep;
    return file;
}

} // namespace loop::compiler
