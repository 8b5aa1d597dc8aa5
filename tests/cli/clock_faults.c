/* Preloaded into the ranks of a test: CLOCK_MONOTONIC of some hosts drifts, and can be set while the program runs.
   CLOCK_DRIFTS="node2=50,node3=-50" in microseconds per second. A program finds clock_is_set_by by dlsym. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static double drift;
static long long step_ns;

__attribute__((constructor)) static void find_drift(void) {
    char host[64] = "";
    gethostname(host, sizeof host - 2);
    strcat(host, "=");
    const char* const drifts = getenv("CLOCK_DRIFTS");
    const char* const own = drifts == NULL ? NULL : strstr(drifts, host);
    if (own != NULL) drift = atof(own + strlen(host)) * 1e-6;
}

void clock_is_set_by(long long nanoseconds) {
    step_ns += nanoseconds;
}

int clock_gettime(clockid_t clock, struct timespec* time) {
    const int result = (int)syscall(SYS_clock_gettime, clock, time);
    if (clock != CLOCK_MONOTONIC || result != 0) return result;
    const long long ns = time->tv_sec * 1000000000LL + time->tv_nsec;
    const long long faulty = ns + (long long)((double)ns * drift) + step_ns;
    time->tv_sec = faulty / 1000000000;
    time->tv_nsec = faulty % 1000000000;
    return 0;
}
