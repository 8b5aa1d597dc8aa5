#include "comm/node/memory.h"

#include "comm/waiting/yielding.h"
#include "session/clock.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

namespace loop::runtime {
namespace {

// What a node's first rank sends to the others. The token is also at the start of the memory, so that a
// process with the same ID on another host, or in another container, is not mistaken for the first rank.
struct Offer {
    long pid = 0;
    int file = -1;
    std::uint64_t token = 0;
};

// A direct system call: C libraries have had a function for it only since 2018.
int anonymous_file() {
#ifdef SYS_memfd_create
    constexpr unsigned close_on_exec = 1;
    return static_cast<int>(syscall(SYS_memfd_create, "loop", close_on_exec));
#else
    return -1;
#endif
}

// Touches all pages at once, to avoid page faults in measured regions.
char* map(int file, std::size_t bytes) {
    if (file < 0) return nullptr;
    void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, file, 0);
    return memory == MAP_FAILED ? nullptr : static_cast<char*>(memory);
}

char* create(std::size_t bytes, Offer& offer) {
    offer.pid = getpid();
    offer.token = static_cast<std::uint64_t>(now_ns()) * 65521u + static_cast<std::uint64_t>(offer.pid);
    offer.file = anonymous_file();
    if (offer.file < 0 || ftruncate(offer.file, static_cast<off_t>(bytes)) != 0) return nullptr;
    char* memory = map(offer.file, bytes);
    if (memory != nullptr) std::memcpy(memory, &offer.token, sizeof offer.token);
    return memory;
}

char* attach(std::size_t bytes, const Offer& offer) {
    const std::string path = "/proc/" + std::to_string(offer.pid) + "/fd/" + std::to_string(offer.file);
    const int file = offer.file < 0 ? -1 : open(path.c_str(), O_RDWR | O_CLOEXEC);
    const bool large_enough = file >= 0 && lseek(file, 0, SEEK_END) == static_cast<off_t>(bytes);
    char* memory = large_enough ? map(file, bytes) : nullptr;
    if (file >= 0) close(file);
    if (memory == nullptr || std::memcmp(memory, &offer.token, sizeof offer.token) == 0) return memory;
    munmap(memory, bytes);
    return nullptr;
}

} // namespace

char* open_node_memory(const NodeLayout& layout, std::size_t bytes, MPI_Comm comm) {
    const auto ranks = layout.node_of.size();
    std::vector<Offer> offers(ranks);
    Offer own;
    char* memory = layout.index == 0 ? create(bytes, own) : nullptr;
    allgather_yielding(&own, sizeof own, offers.data(), comm);
    if (layout.index != 0) memory = attach(bytes, offers[static_cast<std::size_t>(layout.together[0])]);

    std::vector<char> made(ranks);
    const char mine = memory != nullptr ? 1 : 0;
    allgather_yielding(&mine, 1, made.data(), comm);
    if (own.file >= 0) close(own.file);
    if (std::find(made.begin(), made.end(), 0) == made.end()) return memory;
    close_node_memory(memory, bytes);
    return nullptr;
}

void close_node_memory(char* memory, std::size_t bytes) {
    if (memory != nullptr) munmap(memory, bytes);
}

} // namespace loop::runtime
