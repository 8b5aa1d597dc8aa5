// Calls of MPI in Fortran go through libraries of bindings. Open MPI's call PMPI_X, and so pass by the
// functions that record. This lets them call MPI_X: it changes the addresses of these functions in the loaded
// library of the bindings. MPICH's call MPI_X anyway.
#include "preload/call_sites.h"
#include "preload/libraries.h"

#include <dlfcn.h>
#include <sys/mman.h>

#include <cstring>

namespace loop::runtime {
namespace {

void call_recorded_functions(const Library& bindings) {
    const auto call_recorded_function = [](const Import& import) {
        if (std::strncmp(import.name, "PMPI_", 5) != 0) return;
        if (void* const recorded = dlsym(RTLD_DEFAULT, import.name + 1)) put_address(import, recorded);
    };
    const Imports imports(bindings.dynamic);
    imports.for_each(ImportKind::Calls, bindings.base, call_recorded_function);
    imports.for_each(ImportKind::Addresses, bindings.base, call_recorded_function);
}

#if defined(__x86_64__)

// Code that keeps the return address of a Fortran call, before it goes on to the bindings.
class Doors {
public:
    void* before(void* function) {
        if (memory_ == nullptr && !allocate()) return nullptr;
        if (used_ + sizeof code > bytes) return nullptr;
        char* const door = memory_ + used_;
        used_ += sizeof code;
        const void* const variable = &fortran_caller;
        std::memcpy(door, code, sizeof code);
        std::memcpy(door + variable_at, &variable, sizeof variable);
        std::memcpy(door + function_at, &function, sizeof function);
        return door;
    }
    void close() {
        if (memory_ != nullptr) mprotect(memory_, bytes, PROT_READ | PROT_EXEC);
    }

private:
    static constexpr std::size_t bytes = 65536, variable_at = 6, function_at = 19;
    static constexpr unsigned char code[32] = {
        0x4c, 0x8b, 0x1c, 0x24,                   // mov (%rsp), %r11
        0x49, 0xba, 0,    0,    0, 0, 0, 0, 0, 0, // mov $variable, %r10
        0x4d, 0x89, 0x1a,                         // mov %r11, (%r10)
        0x49, 0xbb, 0,    0,    0, 0, 0, 0, 0, 0, // mov $function, %r11
        0x41, 0xff, 0xe3,                         // jmp *%r11
        0xcc, 0xcc,
    };

    bool allocate() {
        void* const memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (memory != MAP_FAILED) memory_ = static_cast<char*>(memory);
        return memory_ != nullptr;
    }

    char* memory_ = nullptr;
    std::size_t used_ = 0;
};

bool is_in_bindings(const void* function) {
    const auto address = reinterpret_cast<std::uintptr_t>(function);
    bool found = false;
    for_each_library(
        [&](const Library& library) { found |= library.is_bindings && library.contains(address + 1); });
    return found;
}

void keep_callers(const Library& caller, Doors& doors) {
    Imports(caller.dynamic).for_each(ImportKind::Calls, caller.base, [&](const Import& import) {
        if (strcasestr(import.name, "mpi_") == nullptr) return;
        void* const function = dlsym(RTLD_DEFAULT, import.name);
        if (function == nullptr || !is_in_bindings(function)) return;
        if (void* const door = doors.before(function)) put_address(import, door);
    });
}

#else

// On other processors, all calls of one Fortran function have the same place.
struct Doors {
    void close() {}
};
void keep_callers(const Library&, const Doors&) {}

#endif

struct FortranCalls {
    FortranCalls() {
        Doors doors;
        for_each_library([&](const Library& library) {
            if (library.is_bindings)
                call_recorded_functions(library);
            else
                keep_callers(library, doors);
        });
        doors.close();
    }
};
const FortranCalls fortran_calls;

} // namespace
} // namespace loop::runtime
