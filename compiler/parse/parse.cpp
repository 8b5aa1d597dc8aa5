#include "compiler/parse/parse.h"

#include "compiler/parse/generated.h"
#include "compiler/parse/head_stream.h"

namespace loop::compiler {

ast::File parse(const Lexed& lexed) {
    HeadStream heads(lexed);
    LoopParser parser(&heads);
    while (heads.next_construct()) {
        parser.reset(); // frees what the parser keeps of the last head
        parser.construct();
    }
    return {parser.take_constructs()};
}

} // namespace loop::compiler
