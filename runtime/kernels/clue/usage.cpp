#include "kernels/clue/usage.h"

#include <sys/resource.h>

namespace loop::runtime::clue {
namespace {

double seconds(const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
}

} // namespace

Usage usage_now() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return {seconds(usage.ru_utime), seconds(usage.ru_stime),
            static_cast<double>(usage.ru_minflt + usage.ru_majflt),
            static_cast<double>(usage.ru_nvcsw + usage.ru_nivcsw)};
}

Usage operator-(const Usage& end, const Usage& begin) {
    return {end.user_seconds - begin.user_seconds, end.system_seconds - begin.system_seconds,
            end.page_faults - begin.page_faults, end.context_switches - begin.context_switches};
}

} // namespace loop::runtime::clue
