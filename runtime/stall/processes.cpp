#include "stall/processes.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace loop {
namespace {

struct Stat {
    char state = 'X';
    long long ticks = 0;
};

constexpr char unknown_state = '?'; // for example, because this process has too many open files

// The name in the second field may contain anything, so reading starts after the last parenthesis.
Stat read_stat(const char* path) {
    Stat stat;
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) {
        if (errno != ENOENT && errno != ESRCH) stat.state = unknown_state;
        return stat;
    }
    char text[1024];
    const ssize_t count = read(file, text, sizeof text - 1);
    close(file);
    if (count <= 0) return stat;
    text[count] = '\0';
    const char* const name_end = std::strrchr(text, ')');
    unsigned long user = 0, system = 0;
    if (name_end != nullptr)
        std::sscanf(name_end + 1, " %c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &stat.state, &user,
                    &system);
    stat.ticks = static_cast<long long>(user) + static_cast<long long>(system);
    return stat;
}

} // namespace

char process_state(long long id) {
    char path[64];
    std::snprintf(path, sizeof path, "/proc/%lld/stat", id);
    return read_stat(path).state;
}

bool is_gone(long long id) {
    const char state = process_state(id);
    return state == 'X' || state == 'Z';
}

bool is_held(long long id) {
    const char state = process_state(id);
    return state == 'T' || state == 't';
}

bool is_same_program(long long id) {
    char path[64];
    std::snprintf(path, sizeof path, "/proc/%lld/exe", id);
    struct stat its {
    }, own{};
    return stat(path, &its) == 0 && stat("/proc/self/exe", &own) == 0 && its.st_dev == own.st_dev &&
           its.st_ino == own.st_ino;
}

namespace {

template <class Each>
void for_each_thread(long long id, Each each) {
    char path[64];
    std::snprintf(path, sizeof path, "/proc/%lld/task", id);
    DIR* const tasks = opendir(path);
    if (tasks == nullptr) return;
    while (const dirent* task = readdir(tasks)) {
        const long long thread = std::atoll(task->d_name);
        if (thread > 0) each(thread);
    }
    closedir(tasks);
}

} // namespace

int count_threads(long long id) {
    int count = 0;
    for_each_thread(id, [&](long long) { ++count; });
    return count;
}

long long ticks_of_other_threads(long long id) {
    const long long own = syscall(SYS_gettid);
    long long ticks = 0;
    for_each_thread(id, [&](long long thread) {
        if (thread == id || thread == own) return;
        char path[64];
        std::snprintf(path, sizeof path, "/proc/%lld/task/%lld/stat", id, thread);
        ticks += read_stat(path).ticks;
    });
    return ticks;
}

} // namespace loop
