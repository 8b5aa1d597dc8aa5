#include "kernels/apexmap/open_shmem.h"

#ifdef LOOP_OPENSHMEM

#include "comm/buffers.h"
#include "session/failure.h"
#include "session/memory.h"
#include "session/mpi_state.h"
#include "session/waits.h"

#include <mpi.h>
#include <shmem.h>

#include <algorithm>
#include <cstdlib>
#include <string>

namespace loop::runtime::apexmap {
namespace {

// The size of the symmetric heap. Open MPI 4 reads only the older name.
constexpr const char* heap_size_names[] = {"SHMEM_SYMMETRIC_SIZE", "SMA_SYMMETRIC_SIZE"};

std::string heap_size; // the size in effect: the user's, or one that has room for the first words

bool has_begun = false;

// The heap only reserves addresses, so room for the usual number of words costs nothing.
std::size_t heap_bytes(std::size_t bytes) {
    const std::size_t most = std::max(bytes, static_cast<std::size_t>(usual_words * word_bytes));
    return most + most / 64 + (std::size_t{16} << 20);
}

void choose_heap_size(std::size_t bytes) {
    heap_size = std::to_string(heap_bytes(bytes));
    for (const char* name : heap_size_names)
        if (const char* const given = std::getenv(name)) heap_size = given;
    for (const char* name : heap_size_names)
        setenv(name, heap_size.c_str(), 1);
}

// Open MPI's shmem_finalize also finalizes MPI.
int end_shmem_and_mpi() {
    shmem_finalize();
    int finalised = 0;
    PMPI_Finalized(&finalised);
    return finalised != 0 ? MPI_SUCCESS : PMPI_Finalize();
}

void begin_shmem(std::size_t bytes) {
    if (has_begun) return;
    choose_heap_size(bytes);
    shmem_init();
    has_begun = true;
    end_mpi_with(end_shmem_and_mpi);
    if (shmem_n_pes() != the_session.ranks || shmem_my_pe() != the_session.rank)
        fail(the_session.site, the_session.construct, "rank ", the_session.rank, " of ", the_session.ranks,
             " is number ", shmem_my_pe(), " of ", shmem_n_pes(),
             " in OpenSHMEM, which must number the ranks as MPI does");
}

} // namespace

double* allocate_symmetric(std::size_t bytes) {
    begin_shmem(bytes);
    void* const memory = shmem_align(page_bytes, bytes);
    if (memory == nullptr)
        fail(the_session.site, the_session.construct, "OpenSHMEM's symmetric heap (", heap_size_names[1], "=",
             heap_size, ") has no room for ", bytes_text(static_cast<double>(bytes)),
             "; set this variable to more, or call \\APEXMAP with VERSION shmem and the most words first");
    return static_cast<double*>(memory);
}

void free_symmetric(double* words) {
    shmem_free(words);
}

ShmemGets::ShmemGets(const Parameters& p, const Data& data, const Parts& parts)
    : data_(data), parts_(parts), work_(p), words_(static_cast<std::size_t>(p.l)),
      slots_(static_cast<std::size_t>(p.b)), buffers_(slots_ * words_) {}

void ShmemGets::access(const std::int64_t* starts, std::size_t count) {
    for (std::size_t k = 0; k < count; ++k) {
        if (data_.owns(starts[k])) {
            counts_.sum += work_(data_.at(starts[k]));
        } else {
            begin(starts[k]);
        }
    }
}

// The words of the owner have the same address there as those of this rank here.
void ShmemGets::begin(std::int64_t start) {
    if (pending_ == slots_) complete();
    const NestedPart part(parts_.communication);
    const auto owner = static_cast<int>(start / data_.count);
    shmem_getmem_nbi(buffer(pending_), data_.words + (start - owner * data_.count), words_ * sizeof(double),
                     owner);
    ++pending_;
    ++counts_.remote;
}

void ShmemGets::complete() {
    if (pending_ == 0) return;
    wait();
    for (std::size_t slot = 0; slot < pending_; ++slot)
        counts_.sum += work_(buffer(slot));
    pending_ = 0;
}

void ShmemGets::wait() {
    const NestedPart part(parts_.communication);
    ++counts_.waits;
    trace::Waiting waiting;
    if (trace::on()) waiting.begin(-1);
    {
        const Waits waits(waits_for_partners);
        shmem_quiet();
    }
    if (trace::on()) waiting.end();
}

} // namespace loop::runtime::apexmap

#endif
