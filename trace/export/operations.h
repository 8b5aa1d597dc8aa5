#pragma once

#include "trace/read/trace.h"

#include <loop/calls.h>

namespace loop::report {

/// Returns the kind of the MPI call (blocking or not) or PICL call at this site. A Collective at a site of
/// kind Other is a synchronization within a construct, the creation of a communicator, ...
inline CallKind kind_of(const TraceSite& site) {
    return call_info(site.construct.empty() ? site.name : site.construct).kind;
}

} // namespace loop::report
