#pragma once

#include <loop/send.h>

namespace loop::recording {

// The handle has something to finish.
void add_started(Handle& handle);

} // namespace loop::recording
