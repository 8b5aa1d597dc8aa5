#pragma once

#include <link.h>

#include <cstddef>
#include <cstdint>

namespace loop::runtime {

// The program and its shared libraries, as the dynamic linker has loaded them.

// The linker's tables have addresses as numbers.
template <class T>
T* at_address(std::uintptr_t address) {
    return reinterpret_cast<T*>(address); // NOLINT(performance-no-int-to-ptr)
}

struct Library {
    std::uintptr_t base;       // what is added to addresses in its file
    std::uintptr_t begin, end; // its code
    const char* path;          // of the file; empty for the program
    bool is_bindings;          // of MPI for Fortran
    const ElfW(Dyn) * dynamic; // what it takes from others; may be null

    bool contains(std::uintptr_t address) const { return begin < address && address <= end; }
};
Library library_of(const dl_phdr_info& loaded);

// Calls `function(Library)` for each; the program is the first one.
template <class Function>
void for_each_library(Function function) {
    dl_iterate_phdr(
        [](dl_phdr_info* loaded, std::size_t, void* given) {
            (*static_cast<Function*>(given))(library_of(*loaded));
            return 0;
        },
        &function);
}

// The place in a library where the address of a function of another library is.
struct Import {
    const char* name;
    void** place;
};

// The functions that a library calls, and other addresses that it uses.
enum class ImportKind { Calls, Addresses };

struct Imports {
    const ElfW(Sym) * symbols = nullptr;
    const char* names = nullptr;
    const ElfW(Rela) * places[2] = {nullptr, nullptr}; // by ImportKind
    std::size_t counts[2] = {0, 0};

    explicit Imports(const ElfW(Dyn) * entry);

    template <class Function>
    void for_each(ImportKind kind, std::uintptr_t base, Function function) const {
        const auto table = static_cast<int>(kind);
        if (symbols == nullptr || names == nullptr || places[table] == nullptr) return;
        for (std::size_t i = 0; i < counts[table]; ++i) {
            const ElfW(Rela)& at = places[table][i];
            const char* const name = names + symbols[ELF64_R_SYM(at.r_info)].st_name;
            function(Import{name, at_address<void*>(base + at.r_offset)});
        }
    }
};

// Makes a library use `function`.
void put_address(const Import& import, void* function);

} // namespace loop::runtime
