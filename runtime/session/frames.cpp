#include "session/frames.h"

#include "session/status.h"

#include <cstdint>
#include <cstring>

#if __has_include(<execinfo.h>) && __has_include(<link.h>)
#define LOOP_HAS_BACKTRACE 1
#include <dlfcn.h>
#include <execinfo.h>
#include <link.h>
#endif

// The end of the program's own code (or of the shared object that contains a simulated rank).
extern "C" const char etext __attribute__((weak, visibility("hidden")));

namespace loop::runtime {

ProgramCode program_code{&__ehdr_start, &etext};
std::uintptr_t (*find_linked_address)(const void* at) = nullptr;

namespace {

// Records only the first failure. Later ones happen while the rank is ending.
void add_frame(int& count, std::uint64_t address) {
    if (count < told_frames) the_status->frames[count++] = address;
}

#ifdef LOOP_HAS_BACKTRACE
constexpr int max_frames = 64;

// Returns the name of the exported function that contains the address; null if there is none.
const char* function_at(const void* at) {
    Dl_info info{};
    void* extra = nullptr;
    if (dladdr1(at, &info, &extra, RTLD_DL_SYMENT) == 0 || info.dli_sname == nullptr || extra == nullptr)
        return nullptr;
    const auto begin = reinterpret_cast<std::uintptr_t>(info.dli_saddr);
    const auto size = static_cast<const ElfW(Sym)*>(extra)->st_size;
    return reinterpret_cast<std::uintptr_t>(at) - begin <= size ? info.dli_sname : nullptr;
}
#endif

} // namespace

bool frames_are_told() {
    return the_status->frames[0] != 0;
}

void tell_frame(const void* caller) noexcept {
    const bool is_known = find_linked_address != nullptr || program_code.contains(caller);
    if (!frames_are_told() && is_known) the_status->frames[0] = linked_address(caller);
}

#ifdef LOOP_HAS_BACKTRACE

void prepare_frames() {
    void* frames[2];
    backtrace(frames, 2);
}

void tell_frames(const void* exact) noexcept {
    if (frames_are_told()) return;
    void* frames[max_frames];
    const int found = backtrace(frames, max_frames);
    int count = 0;
    for (int i = 0; i < found; ++i) {
        if (!program_code.contains(frames[i])) continue;
        const std::uint64_t after_call = linked_address(frames[i]);
        add_frame(count, frames[i] == exact ? after_call + 1 : after_call);
    }
}

void tell_failed_function() {
    void* frames[max_frames];
    const int found = backtrace(frames, max_frames);
    for (int i = 0; i < found; ++i) {
        const char* name = function_at(frames[i]);
        if (name == nullptr) continue;
        if (std::strncmp(name, "PMPI_", 5) == 0) ++name;
        if (std::strncmp(name, "MPI_", 4) != 0 || std::strlen(name) >= sizeof the_status->failed) continue;
        std::memcpy(the_status->failed, name, std::strlen(name) + 1);
    }
}

#else

void prepare_frames() {}
void tell_frames(const void*) noexcept {}
void tell_failed_function() {}

#endif

} // namespace loop::runtime
