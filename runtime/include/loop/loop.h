#pragma once

// Includes everything that a generated program uses. Unless a comment says otherwise, an invalid argument, or
// a call that needs an open session and has none, prints file, line, and rank, and ends the run with code 5.
#include <loop/among.h>
#include <loop/bsp.h>
#include <loop/comm.h>
#include <loop/data.h>
#include <loop/deal.h>
#include <loop/doubling.h>
#include <loop/kernels.h>
#include <loop/linear_algebra.h>
#include <loop/measure.h>
#include <loop/memory.h>
#include <loop/passes.h>
#include <loop/picl.h>
#include <loop/program.h>
#include <loop/random_values.h>
#include <loop/samples.h>
#include <loop/send.h>
#include <loop/session.h>
#include <loop/site.h>
#include <loop/topologies.h>
#include <loop/wide.h>
#include <loop/work.h>
