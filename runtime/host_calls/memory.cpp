#include "host_calls/memory.h"

#include <sys/uio.h>
#include <unistd.h>

#include <cstdint>

extern "C" __attribute__((weak)) void __asan_get_shadow_mapping(std::size_t* scale, std::size_t* offset);

namespace loop::runtime {

namespace {

// One byte of AddressSanitizer's shadow describes a granule of the memory: 0: all of it belongs to the
// program; up to 7: so many bytes at its beginning; else why none does.
enum ShadowByte : std::uint8_t {
    shadow_partly = 7,
    shadow_stack_first = 0xf1,
    shadow_stack_last = 0xf3,
    shadow_stack_after_return = 0xf5,
    shadow_stack_after_scope = 0xf8,
    shadow_global = 0xf9,
    shadow_heap = 0xfa,
    shadow_heap_freed = 0xfd,
};

// `index`: of a granule after the one of the byte. Addresses that no program has, have no shadow: 0.
std::uint8_t shadow_of(const char* byte, std::uintptr_t index) {
    std::size_t scale = 0, offset = 0;
    __asan_get_shadow_mapping(&scale, &offset);
    std::uint8_t shadow = 0;
    const iovec local{&shadow, 1};
    const iovec remote{
        reinterpret_cast<void*>((reinterpret_cast<std::uintptr_t>(byte) >> scale) + index + offset), 1};
    return process_vm_readv(getpid(), &local, 1, &remote, 1, 0) == 1 ? shadow : 0;
}

// The range must not wrap around.
const char* first_poisoned(const char* begin, std::size_t bytes) {
    return static_cast<const char*>(__asan_region_is_poisoned(const_cast<char*>(begin), bytes));
}

} // namespace

const char* first_bad_byte(const void* data, std::size_t bytes) {
    const auto* const begin = static_cast<const char*>(data);
    const auto address = reinterpret_cast<std::uintptr_t>(data);
    if (!is_memory_known() || bytes == 0 || address + bytes < address) return nullptr;
    const char* bad = first_poisoned(begin, bytes);
    // The range ends where no program has memory: the first bad byte is somewhere before.
    while (bad != nullptr && bad >= begin + bytes && (bytes /= 2) > 0)
        if (const char* const found = first_poisoned(begin, bytes)) bad = found;
    return bad;
}

MemoryKind kind_of_memory(const char* bad) {
    if (__asan_get_shadow_mapping == nullptr) return MemoryKind::Unknown;
    std::uint8_t shadow = shadow_of(bad, 0);
    if (shadow <= shadow_partly) shadow = shadow_of(bad, 1);
    if (shadow >= shadow_stack_first && shadow <= shadow_stack_last) return MemoryKind::Stack;
    switch (shadow) {
    case shadow_stack_after_return:
    case shadow_stack_after_scope:
        return MemoryKind::LeftScope;
    case shadow_global:
        return MemoryKind::Global;
    case shadow_heap:
        return MemoryKind::Heap;
    case shadow_heap_freed:
        return MemoryKind::Freed;
    default:
        return MemoryKind::Unknown;
    }
}

} // namespace loop::runtime
