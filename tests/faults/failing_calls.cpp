// Preloaded (LD_PRELOAD) into all processes that a command starts; acts in the processes of one program. From
// their N-th call that writes to a file, the disk is full, or at the N-th call the process gets a signal.
//   FAULT_PROGRAM  name of the program, as in /proc/PID/exe
//   FAULT_AT       N, from 1
//   FAULT_SIGNAL   the signal; if not set, the disk is full from call N on
//   FAULT_RANK     acts only in the process of this rank
//   FAULT_UNDER    only files whose path begins with this text count
//   FAULT_CLOCK    each reading advances the wall clock by this many seconds, in every process
//   FAULT_ABORT    MPI_Abort returns, and a process that continues is ended this many seconds later
//   FAULT_MARK     a file that is created at call N; contains the name of the call and of its file
// FAULT_CLOCK and FAULT_ABORT need no FAULT_PROGRAM.
//
// Only calls on regular files and folders count, because pipes and terminals need no disk.

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <initializer_list>
#include <thread>

namespace {

struct Plan {
    bool is_here = false;
    long at = 0;
    int signal = 0;
    const char* mark = nullptr;
    const char* under = "";
};

bool is_wanted_program() {
    const char* wanted = std::getenv("FAULT_PROGRAM");
    char path[PATH_MAX] = "";
    if (wanted == nullptr || readlink("/proc/self/exe", path, sizeof path - 1) < 0) return false;
    const char* slash = std::strrchr(path, '/');
    return slash != nullptr && std::strcmp(slash + 1, wanted) == 0;
}

bool is_wanted_rank() {
    const char* wanted = std::getenv("FAULT_RANK");
    if (wanted == nullptr) return true;
    for (const char* name : {"PMI_RANK", "OMPI_COMM_WORLD_RANK"})
        if (const char* rank = std::getenv(name)) return std::strcmp(rank, wanted) == 0;
    return false;
}

Plan make_plan() {
    Plan plan;
    const char* at = std::getenv("FAULT_AT");
    plan.is_here = at != nullptr && is_wanted_program() && is_wanted_rank();
    if (!plan.is_here) return plan;
    plan.at = std::atol(at);
    if (const char* signal = std::getenv("FAULT_SIGNAL")) plan.signal = std::atoi(signal);
    plan.mark = std::getenv("FAULT_MARK");
    if (const char* under = std::getenv("FAULT_UNDER")) plan.under = under;
    return plan;
}

std::atomic<long> calls{0};

void leave_mark(const Plan& plan, const char* call, const char* file) {
    char text[PATH_MAX + 64];
    const int length = std::snprintf(text, sizeof text, "%s %s\n", call, file);
    const long mark =
        syscall(SYS_openat, AT_FDCWD, plan.mark, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
    if (mark < 0) return;
    syscall(SYS_write, mark, text, static_cast<std::size_t>(length));
    syscall(SYS_close, mark);
}

// Returns whether the call must fail; sets errno then.
bool fails(const char* call, const char* file) {
    static const Plan plan = make_plan();
    if (!plan.is_here || std::strncmp(file, plan.under, std::strlen(plan.under)) != 0) return false;
    const long number = ++calls;
    if (number < plan.at) return false;
    if (number == plan.at) {
        const int before = errno;
        leave_mark(plan, call, file);
        if (plan.signal != 0) syscall(SYS_kill, getpid(), plan.signal);
        errno = before;
    }
    if (plan.signal != 0) return false;
    errno = ENOSPC;
    return true;
}

bool fails(const char* call, int fd) {
    struct stat info {};
    if (fstat(fd, &info) != 0 || (!S_ISREG(info.st_mode) && !S_ISDIR(info.st_mode))) return false;
    char link[64], path[PATH_MAX] = "";
    std::snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    if (readlink(link, path, sizeof path - 1) < 0) return false;
    return fails(call, path);
}

template <typename Function>
Function* real(const char* name) {
    return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

// On a full disk, no new file can be created, but existing ones can be opened.
bool fails_to_open(int folder, const char* path, int flags) {
    if ((flags & O_CREAT) == 0) return false;
    struct stat info {};
    const bool is_there = fstatat(folder, path, &info, 0) == 0;
    return !is_there && fails("open", path);
}

unsigned mode_of(int flags, va_list arguments) {
    return (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(arguments, unsigned) : 0;
}

} // namespace

extern "C" int clock_gettime(clockid_t clock, timespec* time) {
    static const char* const step = std::getenv("FAULT_CLOCK");
    static std::atomic<long> readings{0};
    const int result = static_cast<int>(syscall(SYS_clock_gettime, clock, time));
    if (result == 0 && step != nullptr && clock == CLOCK_REALTIME)
        time->tv_sec += ++readings * std::atol(step);
    return result;
}

extern "C" time_t time(time_t* into) {
    timespec now{};
    clock_gettime(CLOCK_REALTIME, &now);
    if (into != nullptr) *into = now.tv_sec;
    return now.tv_sec;
}

// A communicator is an integer in MPICH and a pointer in Open MPI.
extern "C" int PMPI_Abort(std::intptr_t communicator, int code) {
    static auto* const next = real<int(std::intptr_t, int)>("PMPI_Abort");
    const char* const late = std::getenv("FAULT_ABORT");
    if (late == nullptr) return next(communicator, code);
    std::thread([=] {
        sleep(static_cast<unsigned>(std::atol(late)));
        next(communicator, code);
    }).detach();
    return 0;
}

#define LOOP_FAULT(type, name, parameters, condition, ...)                                                   \
    extern "C" type name parameters {                                                                        \
        static auto* const next = real<type parameters>(#name);                                              \
        return condition ? -1 : next(__VA_ARGS__);                                                           \
    }

LOOP_FAULT(ssize_t, write, (int fd, const void* data, size_t count), fails("write", fd), fd, data, count)
LOOP_FAULT(ssize_t, pwrite, (int fd, const void* data, size_t count, off_t at), fails("pwrite", fd), fd, data,
           count, at)
LOOP_FAULT(ssize_t, writev, (int fd, const iovec* parts, int count), fails("writev", fd), fd, parts, count)
LOOP_FAULT(ssize_t, sendfile, (int to, int from, off_t* at, size_t count), fails("sendfile", to), to, from,
           at, count)
LOOP_FAULT(ssize_t, copy_file_range,
           (int from, off64_t* from_at, int to, off64_t* to_at, size_t count, unsigned flags),
           fails("copy_file_range", to), from, from_at, to, to_at, count, flags)
LOOP_FAULT(int, fsync, (int fd), fails("fsync", fd), fd)
LOOP_FAULT(int, ftruncate, (int fd, off_t size), fails("ftruncate", fd), fd, size)
LOOP_FAULT(int, mkdir, (const char* path, mode_t mode), access(path, F_OK) != 0 && fails("mkdir", path), path,
           mode)
LOOP_FAULT(int, rename, (const char* from, const char* to), fails("rename", to), from, to)

extern "C" int posix_fallocate(int fd, off_t at, off_t size) {
    static auto* const next = real<int(int, off_t, off_t)>("posix_fallocate");
    return fails("posix_fallocate", fd) ? ENOSPC : next(fd, at, size);
}

extern "C" char* mkdtemp(char* pattern) {
    static auto* const next = real<char*(char*)>("mkdtemp");
    return fails("mkdtemp", pattern) ? nullptr : next(pattern);
}

#define LOOP_FAULT_OPEN(name)                                                                                \
    extern "C" int name(const char* path, int flags, ...) {                                                  \
        static auto* const next = real<int(const char*, int, ...)>(#name);                                   \
        va_list arguments;                                                                                   \
        va_start(arguments, flags);                                                                          \
        const unsigned mode = mode_of(flags, arguments);                                                     \
        va_end(arguments);                                                                                   \
        return fails_to_open(AT_FDCWD, path, flags) ? -1 : next(path, flags, mode);                          \
    }

LOOP_FAULT_OPEN(open)
LOOP_FAULT_OPEN(open64)

#define LOOP_FAULT_OPENAT(name)                                                                              \
    extern "C" int name(int folder, const char* path, int flags, ...) {                                      \
        static auto* const next = real<int(int, const char*, int, ...)>(#name);                              \
        va_list arguments;                                                                                   \
        va_start(arguments, flags);                                                                          \
        const unsigned mode = mode_of(flags, arguments);                                                     \
        va_end(arguments);                                                                                   \
        return fails_to_open(folder, path, flags) ? -1 : next(folder, path, flags, mode);                    \
    }

LOOP_FAULT_OPENAT(openat)
LOOP_FAULT_OPENAT(openat64)

// stdio's own writes bypass this library, so opening a file for writing fails instead, or the stream fails.
#define LOOP_FAULT_FOPEN(name)                                                                               \
    extern "C" std::FILE* name(const char* path, const char* mode) {                                         \
        static auto* const next = real<std::FILE*(const char*, const char*)>(#name);                         \
        const bool writes = std::strpbrk(mode, "wa+") != nullptr;                                            \
        return writes && fails_to_open(AT_FDCWD, path, O_CREAT) ? nullptr : next(path, mode);                \
    }

LOOP_FAULT_FOPEN(fopen)
LOOP_FAULT_FOPEN(fopen64)
