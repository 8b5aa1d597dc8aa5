#include "session/failure.h"
#include "session/launcher.h"
#include "session/memory.h"
#include "session/session.h"
#include "session/simulation.h"
#include "trace/excluded.h"
#include "trace/sites.h"

#include <loop/comm.h>
#include <loop/data.h>

#include <malloc.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>

namespace loop::detail {

using namespace runtime;

namespace {

constexpr std::size_t alignment = 64;

// The system overcommits memory and then kills a process without a message, so for arrays of this size or
// more, LOOP checks first.
constexpr std::size_t asked_about_bytes = std::size_t(1) << 20;

template <class... Pieces>
[[noreturn]] void fail_in(const char* construct, const Site& site, const Pieces&... message) {
    fail(site, std::string("\\") + construct, concat(message...));
}

std::string extents(const char* construct, long long rows, long long cols) {
    return std::strcmp(construct, "VEC") == 0 ? concat(rows) : concat(rows, " x ", cols);
}

std::size_t array_bytes(long long rows, long long cols, std::size_t element_bytes, const char* construct,
                        const Site& site) {
    if (rows < 0 || cols < 0)
        fail_in(construct, site, "the extent ", extents(construct, rows, cols), " is negative");
    std::size_t elements = 0;
    std::size_t bytes = 0;
    if (__builtin_mul_overflow(static_cast<std::size_t>(rows), static_cast<std::size_t>(cols), &elements) ||
        __builtin_mul_overflow(elements, element_bytes, &bytes) || bytes > static_cast<std::size_t>(-1) / 4)
        fail_in(construct, site, "the extent ", extents(construct, rows, cols), " does not fit in 64 bits");
    return (bytes / alignment + 1) * alignment; // never 0, so that every allocated array has an address
}

void require_free_memory(std::size_t bytes, const std::string& elements, const char* construct,
                         const Site& site) {
    if (bytes < asked_about_bytes) return;
    const double free = available_memory_bytes();
    if (static_cast<double>(bytes) <= free) return;
    fail_in(construct, site, "not enough memory for ", elements,
            " elements: ", bytes_text(static_cast<double>(bytes)), " needed, ", bytes_text(free),
            " available", is_simulated ? " for all simulated ranks together" : " on this host");
}

} // namespace

void* allocate_array(long long rows, long long cols, std::size_t element_bytes, const char* construct,
                     Site site) {
    const std::size_t bytes = array_bytes(rows, cols, element_bytes, construct, site);
    const LongExcluded excluded;
    require_free_memory(bytes, extents(construct, rows, cols), construct, site);
    void* data = nullptr;
    if (posix_memalign(&data, alignment, bytes) != 0)
        fail_in(construct, site, "not enough memory for ", extents(construct, rows, cols), " elements (",
                bytes, " bytes)");
    std::memset(data, 0, bytes);
    the_session.array_bytes += malloc_usable_size(data);
    the_session.most_array_bytes = std::max(the_session.most_array_bytes, the_session.array_bytes);
    return data;
}

void free_array(void* data) noexcept {
    the_session.array_bytes -= malloc_usable_size(data); // 0 for a null pointer
    std::free(data);
}

void require_allocated(const void* data, const char* construct, Site site) {
    if (data == nullptr)
        fail_in(construct, site, "an array is used before it is allocated: its sizes are not known yet");
}

void require_allocated(const void* data) {
    if (data != nullptr) return;
    const std::string after =
        the_session.construct == Construct::None
            ? ""
            : concat(", after `", display_name(the_session.construct), "` in line ", the_session.site.line);
    fail(Site{"", 0}, "", "an array is used before it is allocated" + after);
}

void require_extent(long long bytes, long long available, const char* construct, Site site) {
    if (bytes > available) fail_in(construct, site, bytes, " bytes requested, the array has ", available);
}

FillScope::FillScope(const Site& site) {
    if (trace::on()) trace::enter(trace_site_ = trace::site_index(Construct::InitArray, site));
}

FillScope::~FillScope() {
    if (trace::on()) trace::leave(trace_site_);
}

std::uint64_t next_seed(const void* data, Site site) {
    require_allocated(data, "INIT_ARRAY", site);
    static std::uint64_t calls = 0;
    const int rank = the_session.stage == Stage::Before ? launcher_rank() : the_session.rank;
    return mix_bits(mix_bits(++calls) + static_cast<std::uint64_t>(rank < 0 ? 0 : rank));
}

} // namespace loop::detail
