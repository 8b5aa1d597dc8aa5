#include "host_calls/origins.h"

#include "host_calls/buffer_sample.h"
#include "host_calls/thread_use.h"
#include "session/lasting.h"

#include <algorithm>
#include <vector>

namespace loop::runtime::trace {
namespace {

struct Origin {
    std::uint64_t window;
    int target;
    std::uint64_t number; // of the access, in the call log
    BufferSample sample;
};
constexpr std::size_t most_origins = 32;
Lasting<std::vector<Origin>> origins;

} // namespace

std::uint64_t watch_origin(MPI_Win window, int target, const void* data, int count, MPI_Datatype type) {
    if (!logs_here() || target == MPI_PROC_NULL || thread_level() == MPI_THREAD_MULTIPLE) return 0;
    const std::size_t bytes = data == nullptr || data == MPI_BOTTOM ? 0 : dense_bytes(count, type);
    if (bytes == 0 || origins().size() >= most_origins) return 0;
    const std::uint64_t number = next_number();
    origins().push_back({handle_key(window), target, number, BufferSample(data, bytes)});
    return number;
}

void end_origins(const CalledAt& at, MPI_Win window, int target) {
    if (origins().empty()) return;
    const auto ends = [&](const Origin& origin) {
        return origin.window == handle_key(window) && (target < 0 || origin.target == target);
    };
    for (const Origin& origin : origins())
        if (ends(origin) && origin.sample.has_changed()) log_request(at, CallEvent::Changed, origin.number);
    origins().erase(std::remove_if(origins().begin(), origins().end(), ends), origins().end());
}

} // namespace loop::runtime::trace
