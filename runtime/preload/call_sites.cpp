#include "preload/call_sites.h"

#include "preload/libraries.h"
#include "preload/numbered_files.h"
#include "session/frames.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>

namespace loop::runtime {

const void* fortran_caller = nullptr;

namespace {

// Code that has called MPI: of a library, or of no file (made while the program runs), whose number is
// unknown.
struct Caller {
    Library code;
    std::uintptr_t number;
    bool has_number;
};

constexpr std::size_t most_callers = 512;
constexpr std::uintptr_t page_bytes = 4096;

Caller callers[most_callers];
std::atomic<std::size_t> caller_count{0};
std::mutex learning;

const Caller* known_caller(std::uintptr_t address) {
    static const Caller* last = callers;
    const std::size_t count = caller_count.load(std::memory_order_acquire);
    if (last < callers + count && last->code.contains(address)) return last;
    for (const Caller* caller = callers; caller != callers + count; ++caller)
        if (caller->code.contains(address)) return last = caller;
    return nullptr;
}

Caller caller_at(std::uintptr_t address) {
    const std::uintptr_t page = address / page_bytes * page_bytes;
    Caller caller{{0, page, page + page_bytes, "", false, nullptr}, 0, false};
    bool is_program = true;
    for_each_library([&](const Library& library) {
        if (library.contains(address))
            caller = {library, is_program ? number_of_program() : number_of_library(library.path), true};
        is_program = false;
    });
    return caller;
}

const Caller* learn_caller(std::uintptr_t address) {
    const std::lock_guard<std::mutex> lock(learning);
    if (const Caller* const known = known_caller(address)) return known;
    std::size_t count = caller_count;
    if (count == most_callers) count = 0;
    callers[count] = caller_at(address);
    caller_count.store(count + 1, std::memory_order_release);
    return &callers[count];
}

std::uintptr_t address_in_file(const void* at) {
    const auto address = reinterpret_cast<std::uintptr_t>(at);
    const Caller* caller = known_caller(address);
    if (caller == nullptr) caller = learn_caller(address);
    if (!caller->has_number) return 0;
    if (caller->code.is_bindings && fortran_caller != nullptr && fortran_caller != at)
        return address_in_file(fortran_caller);
    return caller->number << file_number_at | (address - caller->code.base);
}

} // namespace

void know_call_sites(int rank) {
    open_numbered_files(rank);
    bool is_program = true;
    for_each_library([&](const Library& library) {
        if (is_program)
            program_code = {at_address<const void>(library.begin), at_address<const void>(library.end)};
        is_program = false;
    });
    find_linked_address = address_in_file;
    address_in_file(program_code.end); // signal handlers ask for the program's addresses
}

void forget_call_sites() {
    const std::lock_guard<std::mutex> lock(learning);
    caller_count = caller_count == 0 ? 0 : 1; // the program stays
}

} // namespace loop::runtime
