#pragma once

#include "base/statistics/order_statistics.h"

namespace loop::report {

using statistics::median;
using statistics::median_interval;

} // namespace loop::report
