#pragma once

#include "report/document/document.h"
#include "report/sweep/curves.h"

/// The tables of a curve: one row per place on its axis, unless stated otherwise.
namespace loop::report {

/// Times, rates, states, and results.
DataTable points_table(const Curve& curve, const Sweep& sweep);
/// Speedup, efficiency, and serial fraction, with a note on the fitted law; empty without a launch on 1 rank.
DataTable scaling_table(const Curve& curve, const Sweep& sweep);
/// Where ranks wait longest.
DataTable waiting_table(const Curve& curve);
/// The parts of the program: one row per part, one column per place on the axis.
DataTable parts_table(const Curve& curve);

} // namespace loop::report
