#pragma once

#include "base/locality/characterize.h"

#include <string>
#include <vector>

/// What all forms of a characterization say in the same words. No side effects.
namespace loop::locality {

/// "12.3 %".
std::string percent(double part);

/// "the stream" or, if there are two, "short runs" and "long runs".
std::string stream_name(const Characterization& found, std::size_t number);

/// What limits the use of the figures; one sentence each.
std::vector<std::string> remarks_on(const Characterization& found);

} // namespace loop::locality
