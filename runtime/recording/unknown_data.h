#pragma once

#include <loop/site.h>

#include <string>

namespace loop::recording {

// Nothing arrives in the data of this call. A note says so: the report would be wrong if the data decided
// what is sent.
void note_unknown_data(const std::string& call, const Site& site);

} // namespace loop::recording
