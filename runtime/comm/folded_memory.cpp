#include "comm/folded_memory.h"

#include "session/session.h"

#include <mpi.h>

#ifdef SMPI_H

#include <sys/mman.h>
#include <xbt/config.hpp>

namespace loop::runtime {

namespace {

// What is repeated: SimGrid has it in a file. A process may have about 65000 mappings, and each repetition is
// one.
constexpr std::size_t piece_bytes = std::size_t(16) << 20;

// SimGrid would end the program.
bool is_refused(std::size_t bytes) {
    void* const memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_ANONYMOUS | MAP_PRIVATE, -1, 0);
    return memory == MAP_FAILED || munmap(memory, bytes) != 0;
}

} // namespace

bool should_be_folded(std::size_t bytes) {
    return bytes > piece_bytes && !the_session.verify;
}

void* folded_memory(std::size_t bytes) {
    if (is_refused(bytes)) return nullptr;
    simgrid::config::set_value("smpi/shared-malloc-blocksize", static_cast<double>(piece_bytes));
    return smpi_shared_malloc(bytes, __FILE__, __LINE__);
}

void release_folded(void* memory) {
    smpi_shared_free(memory);
}

} // namespace loop::runtime

#else

namespace loop::runtime {
bool should_be_folded(std::size_t) {
    return false;
}
void* folded_memory(std::size_t) {
    return nullptr;
}
void release_folded(void*) {}
} // namespace loop::runtime

#endif
