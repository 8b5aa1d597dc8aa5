// Open MPI's Fortran bindings call PMPI_X, and so pass by the functions that record. This lets them call
// MPI_X: it changes the addresses of these functions in the loaded library of the bindings. MPICH's call
// MPI_X anyway.
#include <dlfcn.h>
#include <link.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>

namespace loop::runtime {
namespace {

constexpr const char* bindings[] = {"libmpi_mpifh.so", "libmpi_usempif08.so", "libmpichfort.so"};

bool is_of_bindings(const char* path) {
    for (const char* name : bindings)
        if (path != nullptr && std::strstr(path, name) != nullptr) return true;
    return false;
}

// The linker's tables have addresses as numbers.
template <class T>
T* at_address(std::uintptr_t address) {
    return reinterpret_cast<T*>(address); // NOLINT(performance-no-int-to-ptr)
}

// What the dynamic section of a library says of the functions that it takes from others.
struct Imports {
    const ElfW(Sym) * symbols = nullptr;
    const char* names = nullptr;
    const ElfW(Rela) * places[2] = {nullptr, nullptr}; // of calls, and of other addresses
    std::size_t bytes[2] = {0, 0};
};

Imports imports_of(const ElfW(Dyn) * entry) {
    Imports imports;
    for (; entry->d_tag != DT_NULL; ++entry) {
        const auto address = entry->d_un.d_ptr;
        switch (entry->d_tag) {
        case DT_SYMTAB:
            imports.symbols = at_address<const ElfW(Sym)>(address);
            break;
        case DT_STRTAB:
            imports.names = at_address<const char>(address);
            break;
        case DT_JMPREL:
            imports.places[0] = at_address<const ElfW(Rela)>(address);
            break;
        case DT_RELA:
            imports.places[1] = at_address<const ElfW(Rela)>(address);
            break;
        case DT_PLTRELSZ:
            imports.bytes[0] = entry->d_un.d_val;
            break;
        case DT_RELASZ:
            imports.bytes[1] = entry->d_un.d_val;
            break;
        default:
            break;
        }
    }
    return imports;
}

// The linker may have protected the page.
void put_address(void** place, void* function) {
    const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
    void* const begin = at_address<void>(reinterpret_cast<std::uintptr_t>(place) & ~(page - 1));
    if (mprotect(begin, page, PROT_READ | PROT_WRITE) == 0) *place = function;
}

void call_recorded_functions(const dl_phdr_info& library, const Imports& imports) {
    if (imports.symbols == nullptr || imports.names == nullptr) return;
    for (int table = 0; table < 2; ++table) {
        const std::size_t count = imports.bytes[table] / sizeof(ElfW(Rela));
        for (std::size_t i = 0; imports.places[table] != nullptr && i < count; ++i) {
            const ElfW(Rela)& place = imports.places[table][i];
            const char* const name = imports.names + imports.symbols[ELF64_R_SYM(place.r_info)].st_name;
            if (std::strncmp(name, "PMPI_", 5) != 0) continue;
            void* const recorded = dlsym(RTLD_DEFAULT, name + 1);
            if (recorded != nullptr)
                put_address(at_address<void*>(library.dlpi_addr + place.r_offset), recorded);
        }
    }
}

int visit(dl_phdr_info* library, std::size_t, void*) {
    if (!is_of_bindings(library->dlpi_name)) return 0;
    for (int i = 0; i < library->dlpi_phnum; ++i) {
        const ElfW(Phdr)& part = library->dlpi_phdr[i];
        if (part.p_type == PT_DYNAMIC)
            call_recorded_functions(
                *library, imports_of(at_address<const ElfW(Dyn)>(library->dlpi_addr + part.p_vaddr)));
    }
    return 0;
}

struct FortranCalls {
    FortranCalls() { dl_iterate_phdr(visit, nullptr); }
};
const FortranCalls fortran_calls;

} // namespace
} // namespace loop::runtime
