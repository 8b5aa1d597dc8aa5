#pragma once

#include "constructs/started.h"
#include "recording/recorder.h"

#include <loop/send.h>

namespace loop::recording {

// How a call runs that is started with the handle.
Course course_of(const Handle& handle);

// The handle has something to finish: the call with this number.
void add_started(Handle& handle, Construct construct, const Site& site, OperationNumber call);

} // namespace loop::recording
