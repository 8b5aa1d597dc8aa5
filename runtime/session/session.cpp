#include "session/session.h"

namespace loop::runtime {

Session the_session;

} // namespace loop::runtime
