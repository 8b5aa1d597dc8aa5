#pragma once

#include <cstddef>
#include <cstdint>

namespace loop::runtime {

// How long a simulated rank handles a message of this size: as it begins to send the message (the simulator's
// option `smpi/ois`, for nonblocking sends), and after the message has arrived (`smpi/or`). The options are
// those of the rank's host, or of the machine. SMPI moves messages whose sender waits for the receiver
// (`smpi/send-is-detached-thresh`) to the receiver without handling. On a real machine, both are unknown: 0.
std::int64_t sending_ns(std::size_t bytes);
std::int64_t receiving_ns(std::size_t bytes);

} // namespace loop::runtime
