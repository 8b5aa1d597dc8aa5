#include "recording/checks.h"
#include "session/preparation.h"

namespace loop::recording {

namespace {

const runtime::Preparation collectives([] { host_code_communicates = true; });

} // namespace

} // namespace loop::recording
