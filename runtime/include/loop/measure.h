#pragma once

#include <loop/declared_work.h>
#include <loop/site.h>

#include <cstdint>
#include <string_view>
#include <type_traits>

namespace loop {

// \PHASE("name") statement: a named region that is timed, without the time that the runtime excludes (filling
// and verifying payload). May nest and repeat. The same name at the same line of a file is the same phase.
// What is not measured (\UNTIMED, a warm-up) is no phase either. Local.
class Phase {
public:
    explicit Phase(std::string_view name, Site site = Site::here());
    ~Phase();
    Phase(const Phase&) = delete;
    Phase& operator=(const Phase&) = delete;

private:
    std::uint32_t phase_;
    std::int64_t begin_ns_ = 0;
    std::int64_t begin_excluded_ns_ = 0;
    detail::DeclaredWork begin_work_;
};

namespace detail {
// What the measurement continues with after a stretch that is not measured.
struct MeasuredBefore {
    std::int64_t ns, excluded_ns;
    DeclaredWork work;
    bool was_untimed;
};

void record_result(std::string_view name, std::string_view unit, double value, Site site);
int loop_count(long double count, Site site);
void begin_flops(double count, double bytes, Site site);
void end_flops() noexcept;
void count_flops(double count) noexcept;
// False if a simulated machine only charges operations, and does not execute them to verify results.
extern bool executes_work;
} // namespace detail

// \FLOPS(n, BYTES: b) statement: declares that the statement has n floating-point operations, and that it
// reads and writes b bytes of memory. \FLOPS, \WORK, and products inside it add nothing. A simulated machine
// charges them, and executes the statement only to verify results. Local.
class Flops {
public:
    template <class N, class B = int>
    explicit Flops(N count, B bytes = 0, Site site = Site::here()) {
        static_assert(std::is_arithmetic<N>::value, "\\FLOPS takes a number of operations");
        static_assert(std::is_arithmetic<B>::value, "the BYTES of \\FLOPS are a number");
        detail::begin_flops(static_cast<double>(count), static_cast<double>(bytes), site);
    }
    ~Flops() { detail::end_flops(); }
    // Returns whether to execute the statement.
    static bool executes() { return detail::executes_work; }
    Flops(const Flops&) = delete;
    Flops& operator=(const Flops&) = delete;
};

// \RESULT: records a value under a name, at most one per rank: a later value replaces it. Local.
template <class N>
void result(std::string_view name, std::string_view unit, N value, Site site = Site::here()) {
    static_assert(std::is_arithmetic<N>::value, "\\RESULT takes a number");
    detail::record_result(name, unit, static_cast<double>(value), site);
}

// \VERIFY: counts a check. If it fails, the run is INVALID, and the program continues. Local.
void verify(bool holds, std::string_view what, Site site = Site::here());

// \REQUIRE: if the condition is false on any rank, the lowest such rank prints the requirement, and all ranks
// finalize MPI and end with code 2, without records. Collective. Not measured.
void require(bool holds, std::string_view what, Site site = Site::here());

// \NOTE: adds a note to the report. Local.
void note(std::string_view text, Site site = Site::here());

// \UNTIMED() statement: excludes the statement from the elapsed time, from enclosing phases, and from the
// declared operations. Collective: synchronizes the ranks at its end.
class Untimed {
public:
    explicit Untimed(Site site = Site::here());
    ~Untimed();
    // Return whether to execute the statement; only for statements on which nothing depends. `loop count`
    // leaves these out. The second one is for programs with headers of their own: it leaves a statement out
    // only if host code, which headers have too, does not communicate. Local.
    bool executes() const;
    bool executes_with_headers() const;
    Untimed(const Untimed&) = delete;
    Untimed& operator=(const Untimed&) = delete;

private:
    Site site_;
    detail::MeasuredBefore before_;
};

// Returns the count of a \LOOP: 0 for a negative count. A count that does not fit in an int is an error.
template <class N>
int times(N count, Site site = Site::here()) {
    static_assert(std::is_arithmetic<N>::value, "a \\LOOP count is a number");
    if constexpr (std::is_same<N, int>::value) {
        return count < 0 ? 0 : count;
    } else {
        return detail::loop_count(static_cast<long double>(count), site);
    }
}

} // namespace loop
