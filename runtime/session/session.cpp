#include "session/session.h"

#include "session/preparation.h"

namespace loop::runtime {

Session the_session;

Preparation* Preparation::first = nullptr;

} // namespace loop::runtime
