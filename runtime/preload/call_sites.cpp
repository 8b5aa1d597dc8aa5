#include "preload/call_sites.h"

#include "preload/libraries.h"
#include "session/frames.h"

namespace loop::runtime {

const void* fortran_caller = nullptr;

namespace {

constexpr std::size_t most_libraries = 512;
constexpr int number_at = 48; // addresses are smaller

Library libraries[most_libraries];
std::size_t library_count = 0;

const Library* library_with(std::uintptr_t address) {
    static const Library* last = libraries;
    if (last->contains(address)) return last;
    for (const Library* library = libraries; library != libraries + library_count; ++library)
        if (library->contains(address)) return last = library;
    return nullptr;
}

std::uintptr_t address_in_library(const void* at) {
    const auto address = reinterpret_cast<std::uintptr_t>(at);
    const Library* const library = library_with(address);
    if (library == nullptr) return 0;
    if (library->is_bindings && fortran_caller != nullptr && fortran_caller != at)
        return address_in_library(fortran_caller);
    const auto number = static_cast<std::uintptr_t>(library - libraries);
    return number << number_at | (address - library->base);
}

} // namespace

void know_call_sites() {
    library_count = 0;
    for_each_library([](const Library& library) {
        if (library_count < most_libraries) libraries[library_count++] = library;
    });
    const Library& program = libraries[0];
    program_code = {at_address<const void>(program.begin), at_address<const void>(program.end)};
    find_linked_address = address_in_library;
}

} // namespace loop::runtime
