#pragma once

// Everything that a generated program uses.
#include <loop/bsp.h>
#include <loop/comm.h>
#include <loop/data.h>
#include <loop/kernels.h>
#include <loop/linear_algebra.h>
#include <loop/measure.h>
#include <loop/picl.h>
#include <loop/program.h>
#include <loop/session.h>
#include <loop/site.h>
