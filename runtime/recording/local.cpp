#include "recording/checks.h"
#include "recording/recorder.h"
#include "session/failure.h"
#include "session/group.h"
#include "session/session.h"

#include <loop/comm.h>
#include <loop/data.h>
#include <loop/measure.h>
#include <loop/passes.h>
#include <loop/samples.h>

#include <climits>
#include <cmath>
#include <cstdlib>
#include <string>

// What is local to a rank, except for computation: nothing is measured.
namespace loop {

using namespace runtime;

namespace detail {

void record_result(std::string_view, std::string_view, double, Site) {}
void add_sample(std::string_view, std::string_view, double, SampleKey, Site) {}

namespace {
int count_of(long double count, Construct construct, const Site& site) {
    if (std::isnan(count) || count >= static_cast<long double>(INT_MAX) + 1)
        fail(site, construct, "the count ", std::to_string(static_cast<double>(count)),
             " does not fit in an int");
    return count < 0 ? 0 : static_cast<int>(count);
}
} // namespace

int loop_count(long double count, Site site) {
    return count_of(count, Construct::Loop, site);
}

int deal_count(long double count, Site site) {
    return count_of(count, Construct::Deal, site);
}

// Pages get memory when they are used.
void* allocate_array(long long rows, long long cols, std::size_t element_bytes, const char* construct,
                     Site site) {
    std::size_t elements = 0, bytes = 0;
    if (rows < 0 || cols < 0 ||
        __builtin_mul_overflow(static_cast<std::size_t>(rows), static_cast<std::size_t>(cols), &elements) ||
        __builtin_mul_overflow(elements, element_bytes, &bytes))
        fail(site, std::string("\\") + construct,
             concat("an extent of ", rows, " x ", cols, " is impossible"));
    constexpr std::size_t alignment = 64;
    auto* const memory = static_cast<char*>(std::calloc(bytes + 2 * alignment, 1));
    if (memory == nullptr)
        fail(site, std::string("\\") + construct, concat("not enough memory for ", bytes, " bytes"));
    const std::size_t skipped = alignment - reinterpret_cast<std::uintptr_t>(memory) % alignment;
    memory[skipped - 1] = static_cast<char>(skipped);
    return memory + skipped;
}

void free_array(void* data) noexcept {
    if (data == nullptr) return;
    char* const memory = static_cast<char*>(data);
    std::free(memory - memory[-1]);
}

void require_allocated(const void* data, const char* construct, Site site) {
    if (data == nullptr)
        fail(site, std::string("\\") + construct,
             "an array is used before it is allocated: its sizes are not known yet");
}

void require_allocated(const void* data) {
    if (data == nullptr) fail(Site{"", 0}, "", "an array is used before it is allocated");
}

void require_extent(long long bytes, long long available, const char* construct, Site site) {
    if (bytes > available)
        fail(site, std::string("\\") + construct,
             concat(bytes, " bytes requested, the array has ", available));
}

FillScope::FillScope(const Site&) {}
FillScope::~FillScope() = default;

std::uint64_t next_seed(const void*, Site) {
    static std::uint64_t calls = 0;
    return mix_bits(mix_bits(++calls) + static_cast<std::uint64_t>(the_session.rank));
}

} // namespace detail

void verify(bool, std::string_view, Site) {}
void note(std::string_view, Site) {}

// All ranks are executed as this one is, or each finds out for itself.
void require(bool holds, std::string_view what, Site site) {
    if (holds) return;
    print_error(place_text(site) + "error: required: " + std::string(what));
    std::exit(2);
}

Phase::Phase(std::string_view name, Site site) : phase_(0) {
    recording::enter_phase(name, site);
}

Phase::~Phase() {
    recording::leave_phase();
}

Timed::Timed(std::string_view, double, SampleKey, int, Site) {}
Timed::~Timed() = default;

Untimed::Untimed(Site site) : site_(site), before_{} {
    before_.was_untimed = the_session.untimed;
    the_session.untimed = true;
}

bool Untimed::executes() const {
    recording::note(concat("line ", site_.line,
                           ": the statement of \\UNTIMED is not executed: nothing that is ",
                           "counted depends on it"));
    return false;
}

bool Untimed::executes_with_headers() const {
    const bool are_headers_silent = std::getenv("LOOP_RECORD_SILENT_HEADERS") != nullptr;
    return (recording::host_code_communicates && !are_headers_silent) || executes();
}

Untimed::~Untimed() {
    the_session.untimed = before_.was_untimed;
}

namespace {

// How many passes a \LOOP with SECONDS has, which depends on time in a real run.
int passes_of_timed_loops(const Site& site) {
    const char* const text = std::getenv("LOOP_RECORD_PASSES");
    if (text == nullptr)
        fail(site, Construct::Loop,
             "the number of passes of a loop with SECONDS depends on time; give it "
             "with `--passes`");
    recording::note(
        concat("line ", site.line, ": the loop with SECONDS is counted with ", std::atoi(text), " passes"));
    return std::atoi(text);
}

} // namespace

Passes::Passes(Kind kind, double most, int warm_up, Site site)
    : kind_(kind), most_(most), warm_up_left_(warm_up), site_(site) {
    if (kind == Kind::Timed && most > 0) most_ = passes_of_timed_loops(site);
    before_.was_untimed = the_session.untimed;
    is_warming_up_ = warm_up > 0;
    if (is_warming_up_) the_session.untimed = true;
}

Passes::~Passes() {
    if (is_warming_up_) end_warm_up();
}

bool Passes::begin_batch() {
    pass_ = 0;
    if (begin_warm_up()) return true;
    if (is_warming_up_) end_warm_up();
    if (is_counting_) return false;
    is_counting_ = true;
    end_ = static_cast<int>(most_);
    return end_ > 0;
}

// If no pass counts, there is nothing to warm up for.
bool Passes::begin_warm_up() {
    end_ = warm_up_left_ < static_cast<int>(most_) ? warm_up_left_ : static_cast<int>(most_);
    warm_up_left_ -= end_;
    return end_ > 0;
}

void Passes::end_warm_up() {
    is_warming_up_ = false;
    the_session.untimed = before_.was_untimed;
}

} // namespace loop
