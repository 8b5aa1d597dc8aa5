#pragma once

#include "lsp/host_server.h"

namespace loop::lsp {

/// Answers the client that writes to `in` and reads from `out` until it leaves. Returns the exit code: 0 if
/// it said `shutdown` first.
/// Questions about host code go on to the server that `host` starts.
int serve(int in, int out, const HostCommand& host);

} // namespace loop::lsp
