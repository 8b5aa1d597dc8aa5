#pragma once

#include "report/trace/trace.h"

#include <loop/calls.h>

namespace loop::report {

/// What the call at this site is, an MPI call, blocking or not, or a PICL call; a Collective of another one
/// is a synchronisation of the constructs', a communicator that is made, ...
inline CallKind kind_of(const TraceSite& site) {
    return call_info(site.construct.empty() ? site.name : site.construct).kind;
}

} // namespace loop::report
