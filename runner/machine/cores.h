#pragma once

namespace loop::runner {

/// Cores that this process may use: its affinity, cut by the CPU quota of its control group. At least 1.
int available_cores();

} // namespace loop::runner
