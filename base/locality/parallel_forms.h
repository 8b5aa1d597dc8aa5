#pragma once

#include "base/locality/parallel.h"
#include "base/text/json.h"

#include <string>

/// The locality of a parallel program as text and as JSON. No side effects. `origin` names the streams.
namespace loop::locality {

std::string text_of(const ParallelLocality& found, const std::string& origin);

/// Schema loop-locality/1, of all ranks together, with members for each rank (docs/characterize.md).
Json json_value(const ParallelLocality& found, const std::string& origin);

} // namespace loop::locality
