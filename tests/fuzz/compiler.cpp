// A .loop file is checked, explained, emitted, and laid out.
#include "compiler/compiler.h"

#include "target.h"

using namespace loop::compiler;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const Compilation compilation = compile({"a.loop", std::string(loop_fuzz::text_of(data, size))});
    render(compilation.diagnostics(), compilation.source());
    for (const Diagnostic& diagnostic : compilation.diagnostics().sorted())
        if (explain(diagnostic.code).empty()) loop_fuzz::broken("every message has its page");
    compilation.dump_ast();
    compilation.dump_program();
    if (!compilation.ok()) return 0;
    if (compilation.emit() != compilation.emit()) loop_fuzz::broken("the same source gives the same C++");
    if (!format(compilation).broken.empty()) loop_fuzz::broken("layout changes only whitespace");
    const HostMask mask = compilation.host_mask();
    if (mask.unmasked(mask.text) != compilation.source().text()) loop_fuzz::broken("masked heads come back");
    return 0;
}
