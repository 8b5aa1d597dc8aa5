#pragma once

namespace loop::lsp {

/// Answers the client that writes to `in` and reads from `out` until it leaves. Returns the exit code: 0 if
/// it said `shutdown` first.
int serve(int in, int out);

} // namespace loop::lsp
