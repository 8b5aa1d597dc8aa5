// What a recorded program would communicate: the text is read, or refused with its line.
#include "base/schedule/schedule.h"

#include "target.h"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    try {
        const loop::schedule::Schedule all = loop::schedule::read_schedule(loop_fuzz::text_of(data, size));
        for (const loop::schedule::Execution& execution : all.executions)
            for (const loop::schedule::Operation& operation : execution.operations)
                if (operation.kind == loop::schedule::OperationKind::Communication &&
                    operation.pattern >= all.patterns.size())
                    loop_fuzz::broken("operations have patterns");
    } catch (const loop::schedule::FormatError&) {
    }
    return 0;
}
