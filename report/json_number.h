#pragma once

#include "base/formats/numbers.h"

namespace loop::report {

using formats::json_interval;
using formats::json_number;

} // namespace loop::report
