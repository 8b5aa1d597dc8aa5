#include "derive/statements.h"

#include "derive/constructs.h"

#include <fmt/core.h>

namespace loop::report::derive {

std::string construct_of(const Steps& steps, const Counts& counts, bool overlaps,
                         Declarations& declarations) {
    const Step& step = *steps.front();
    const std::string handle = step.handle < 2 ? "started" : fmt::format("started_{}", step.handle);
    if (step.flight == Flight::finishes) return fmt::format("\\FINISH({})", handle);
    const std::string start = step.flight == Flight::starts ? fmt::format("\\START({}) ", handle) : "";
    return start + (step.is_collective() ? construct_of_collective(steps, counts, declarations)
                                         : construct_of_messages(steps, counts, overlaps, declarations));
}

} // namespace loop::report::derive
