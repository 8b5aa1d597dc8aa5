#include "preload/libraries.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <iterator>

namespace loop::runtime {
namespace {

constexpr const char* bindings[] = {"libmpi_mpifh.so", "libmpi_usempif08.so", "libmpi_usempi_ignore_tkr.so",
                                    "libmpi_usempi.so", "libmpichfort.so"};

bool is_of_bindings(const char* path) {
    return std::any_of(std::begin(bindings), std::end(bindings),
                       [&](const char* name) { return std::strstr(path, name) != nullptr; });
}

} // namespace

Library library_of(const dl_phdr_info& loaded) {
    const char* const path = loaded.dlpi_name != nullptr ? loaded.dlpi_name : "";
    Library library{loaded.dlpi_addr, UINTPTR_MAX, 0, path, is_of_bindings(path), nullptr};
    for (int i = 0; i < loaded.dlpi_phnum; ++i) {
        const ElfW(Phdr)& part = loaded.dlpi_phdr[i];
        const std::uintptr_t begin = library.base + part.p_vaddr;
        if (part.p_type == PT_DYNAMIC) library.dynamic = at_address<const ElfW(Dyn)>(begin);
        if (part.p_type != PT_LOAD || (part.p_flags & PF_X) == 0) continue;
        library.begin = std::min(library.begin, begin);
        library.end = std::max(library.end, begin + part.p_memsz);
    }
    return library;
}

Imports::Imports(const ElfW(Dyn) * entry) {
    for (; entry != nullptr && entry->d_tag != DT_NULL; ++entry) {
        const auto value = entry->d_un.d_ptr;
        switch (entry->d_tag) {
        case DT_SYMTAB:
            symbols = at_address<const ElfW(Sym)>(value);
            break;
        case DT_STRTAB:
            names = at_address<const char>(value);
            break;
        case DT_JMPREL:
            places[0] = at_address<const ElfW(Rela)>(value);
            break;
        case DT_RELA:
            places[1] = at_address<const ElfW(Rela)>(value);
            break;
        case DT_PLTRELSZ:
            counts[0] = value / sizeof(ElfW(Rela));
            break;
        case DT_RELASZ:
            counts[1] = value / sizeof(ElfW(Rela));
            break;
        default:
            break;
        }
    }
}

// The linker may have protected the page.
void put_address(const Import& import, void* function) {
    const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
    void* const begin = at_address<void>(reinterpret_cast<std::uintptr_t>(import.place) & ~(page - 1));
    if (mprotect(begin, page, PROT_READ | PROT_WRITE) == 0) *import.place = function;
}

} // namespace loop::runtime
