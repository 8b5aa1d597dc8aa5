#include "report/derive/statements.h"

#include "report/derive/constructs.h"

namespace loop::report::derive {

std::string construct_of(const Steps& steps, const Counts& counts, bool overlaps,
                         Declarations& declarations) {
    return steps.front()->is_collective() ? construct_of_collective(steps, counts, declarations)
                                          : construct_of_messages(steps, counts, overlaps, declarations);
}

} // namespace loop::report::derive
