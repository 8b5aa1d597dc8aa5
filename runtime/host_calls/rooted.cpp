// Collective operations in host code between a root and all ranks.
#include "host_calls/collectives.h"

using namespace loop::runtime::trace;

#define LOOP_ROWS "host_calls/rooted_rows.inc"
#include "host_calls/small_and_large.inc"
