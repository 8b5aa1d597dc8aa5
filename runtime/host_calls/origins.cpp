#include "host_calls/origins.h"

#include "host_calls/buffer_sample.h"
#include "host_calls/buffer_uses.h"
#include "host_calls/known_windows.h"
#include "host_calls/pending_buffers.h"
#include "host_calls/thread_use.h"
#include "session/lasting.h"

#include <algorithm>
#include <vector>

namespace loop::runtime::trace {
namespace {

struct Origin {
    std::uint64_t window;
    int target;
    std::uint64_t number; // of the access, in the call log; 0: it is no longer watched
    const void* data;
    std::size_t bytes;
    bool is_result;
    BufferSample sample; // before the access
    BufferSample now;    // of a result: when the call that completes it began
};
constexpr std::size_t most_origins = 32;
Lasting<std::vector<Origin>> origins;

bool ends(const Origin& origin, MPI_Win window, int target) {
    return origin.window == handle_key(window) && (target < 0 || origin.target == target);
}

// The bytes that can be watched. 0: none.
std::size_t watched_bytes(int target, const void* data, int count, MPI_Datatype type) {
    if (!logs_here() || target == MPI_PROC_NULL || thread_level() == MPI_THREAD_MULTIPLE) return 0;
    const std::size_t bytes = data == nullptr || data == MPI_BOTTOM ? 0 : dense_bytes(count, type);
    return first_bad_byte(data, bytes) == nullptr ? bytes : 0;
}

std::uint64_t add_origin(MPI_Win window, int target, const void* data, std::size_t bytes, bool is_result) {
    if (bytes == 0 || origins().size() >= most_origins) return 0;
    const std::uint64_t number = next_number();
    const BufferSample sample(data, bytes);
    origins().push_back({handle_key(window), target, number, data, bytes, is_result, sample, sample});
    return number;
}

// Gives up the results that have bytes of this buffer. Returns whether there are any.
bool give_up_results(const void* data, std::size_t bytes) {
    bool any = false;
    for (Origin& origin : origins())
        if (origin.is_result && have_common_bytes(origin.data, origin.bytes, data, bytes))
            origin.number = 0, any = true;
    return any;
}

bool is_memory_there(const CalledAt& at, const Origin& origin) {
    return check_again(at, origin.number, BufferRole::Origin, origin.data,
                       static_cast<std::int64_t>(origin.bytes));
}

// What MPI has written there is there afterwards, too; what host code has written may have been replaced.
bool has_lost(const Origin& origin) {
    return origin.now.has_own_bytes(origin.sample, origin.now.again());
}

} // namespace

std::uint64_t watch_origin(MPI_Win window, int target, const void* data, int count, MPI_Datatype type) {
    return add_origin(window, target, data, watched_bytes(target, data, count, type), false);
}

std::uint64_t watch_result(MPI_Win window, int target, const void* data, int count, MPI_Datatype type) {
    const std::size_t bytes = watched_bytes(target, data, count, type);
    if (bytes == 0 || give_up_results(data, bytes) || may_be_in_window(data, bytes)) return 0;
    return add_origin(window, target, data, bytes, true);
}

OriginsEnd::OriginsEnd(const CalledAt& at, MPI_Win window, int target)
    : at_(at), window_(window), target_(target) {
    for (Origin& origin : origins()) {
        if (origin.number == 0 || !ends(origin, window, target)) continue;
        if (!is_memory_there(at, origin)) origin.number = 0;
        if (origin.number == 0) continue;
        if (origin.is_result)
            origin.now = origin.sample.again();
        else if (origin.sample.has_changed())
            log_request(at, CallEvent::Changed, origin.number);
    }
}

OriginsEnd::~OriginsEnd() {
    if (origins().empty()) return;
    const auto end = [&](const Origin& origin) {
        if (!ends(origin, window_, target_)) return false;
        if (origin.is_result && origin.number != 0 && has_lost(origin))
            log_request(at_, CallEvent::Changed, origin.number);
        return true;
    };
    origins().erase(std::remove_if(origins().begin(), origins().end(), end), origins().end());
}

} // namespace loop::runtime::trace
