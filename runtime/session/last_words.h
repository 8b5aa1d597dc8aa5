#pragma once

namespace loop::runtime {

// From here on the status file tells of an exit without \CLOSE0 and of a fatal signal. Handlers that somebody
// else installed stay. Idempotent.
void install_last_words();

} // namespace loop::runtime
