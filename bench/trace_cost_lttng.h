// The event that trace_cost.cpp records with LTTng. LTTng includes this file several times.
#undef LTTNG_UST_TRACEPOINT_PROVIDER
#define LTTNG_UST_TRACEPOINT_PROVIDER loop_bench

#undef LTTNG_UST_TRACEPOINT_INCLUDE
#define LTTNG_UST_TRACEPOINT_INCLUDE "trace_cost_lttng.h"

#if !defined(LOOP_BENCH_TRACE_COST_LTTNG_H) || defined(LTTNG_UST_TRACEPOINT_HEADER_MULTI_READ)
#define LOOP_BENCH_TRACE_COST_LTTNG_H

#include <lttng/tracepoint.h>

LTTNG_UST_TRACEPOINT_EVENT(loop_bench, message, LTTNG_UST_TP_ARGS(int, partner, int, tag, long, bytes),
                           LTTNG_UST_TP_FIELDS(lttng_ust_field_integer(int, partner, partner)
                                                   lttng_ust_field_integer(int, tag, tag)
                                                       lttng_ust_field_integer(long, bytes, bytes)))

#endif

#include <lttng/tracepoint-event.h>
