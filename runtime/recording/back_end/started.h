#pragma once

#include "constructs/started.h"

#include <loop/send.h>

namespace loop::recording {

// The handle has something to finish.
void add_started(Handle& handle, Construct construct, const Site& site);

} // namespace loop::recording
