// Reductions and scans in host code whose result goes to more than one rank.
#include "host_calls/collectives.h"

using namespace loop::runtime::trace;

#define LOOP_ROWS "host_calls/reductions_rows.inc"
#include "host_calls/small_and_large.inc"
