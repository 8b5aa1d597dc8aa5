#pragma once

#include "base/text/json.h"
#include "report/sweep/result_curves.h"

/// Laws and knees for programs (docs/sweeps.md).
namespace loop::report {

/// The laws and knees of a curve's times; null without laws.
Json growth_json(const Curve& curve);
/// A curve of results over message sizes, with its laws.
Json result_curve_json(const ResultCurve& curve);

} // namespace loop::report
