#pragma once

#include <cstddef>
#include <functional>

namespace loop::report {

/// Calls work(0) to work(count - 1), each once, on as many threads as there are cores, in any order. If a
/// call throws, rethrows the exception after the other calls have ended.
void parallel_for(std::size_t count, const std::function<void(std::size_t)>& work);

} // namespace loop::report
