// Programs that load the MPI library at run time, such as interpreters, may find its functions by dlsym, in
// this library only. So they would pass by the functions that record. This dlsym gives them these.
#include <dlfcn.h>

#include <cstring>

#ifdef __GLIBC__

namespace {

using FindFunction = void* (*)(void* library, const char* name) noexcept;

// Of the function, on different processors.
constexpr const char* versions[] = {"GLIBC_2.34", "GLIBC_2.27", "GLIBC_2.17", "GLIBC_2.2.5", "GLIBC_2.0"};

FindFunction find_c_library_dlsym() {
    for (const char* version : versions)
        if (void* const found = dlvsym(RTLD_NEXT, "dlsym", version))
            return reinterpret_cast<FindFunction>(found);
    return nullptr;
}

// Not initialized by a constructor: others may precede it.
FindFunction c_library_dlsym() {
    static const FindFunction function = find_c_library_dlsym();
    return function;
}

bool is_recorded_function(const char* name) {
    return std::strncmp(name, "MPI_", 4) == 0 || std::strncmp(name, "MPIX_", 5) == 0;
}

// Another MPI library than that of LOOP keeps its own functions.
void* find_recorded_function(void* library, const char* name) {
    void* const found = c_library_dlsym()(library, name);
    if (found == nullptr || found != c_library_dlsym()(RTLD_NEXT, name)) return found;
    void* const recorded = c_library_dlsym()(RTLD_DEFAULT, name);
    return recorded != nullptr ? recorded : found;
}

} // namespace

// What RTLD_DEFAULT and RTLD_NEXT mean depends on the library that calls dlsym, which the C library sees by
// its return address. So this function must jump there, and not call it.
#if defined(__clang__)
#define LOOP_JUMPS
#define LOOP_JUMP [[clang::musttail]] return
#else
#define LOOP_JUMPS __attribute__((optimize("O2")))
#define LOOP_JUMP return
#endif

extern "C" LOOP_JUMPS void* dlsym(void* library, const char* name) noexcept {
    if (library != RTLD_DEFAULT && library != RTLD_NEXT && is_recorded_function(name))
        return find_recorded_function(library, name);
    LOOP_JUMP c_library_dlsym()(library, name);
}

#endif
