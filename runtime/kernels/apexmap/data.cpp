#include "kernels/apexmap/data.h"

#include "comm/buffers.h"
#include "kernels/apexmap/open_shmem.h"
#include "kernels/apexmap/pages.h"
#include "kernels/apexmap/values.h"
#include "kernels/channel.h"
#include "session/failure.h"
#include "session/session.h"
#include "session/simulation.h"

#include <loop/held_words.h>
#include <loop/measure.h>

#include <cmath>
#include <cstdlib>
#include <fstream>

namespace loop::runtime::apexmap {
namespace {

Data data; // one for each simulated rank

double* allocate_private(std::size_t bytes) {
    void* memory = nullptr;
    const std::size_t alignment = data.asked_for_huge_pages ? huge_page_bytes : page_bytes;
    if (posix_memalign(&memory, alignment, bytes) != 0)
        fail(the_session.site, the_session.construct, "no memory for ", data.real, " words (", bytes,
             " bytes)");
    if (data.asked_for_huge_pages) ask_for_huge_pages(memory, bytes);
    return static_cast<double*>(memory);
}

double* allocate_window(std::size_t bytes) {
    void* memory = nullptr;
    // MPICH 4.0.2 reads from wrong places of a window whose size is not a multiple of 16 bytes.
    check_mpi(PMPI_Win_allocate(static_cast<MPI_Aint>(rounded_to_page(bytes)), sizeof(double), MPI_INFO_NULL,
                                the_session.control, &memory, &data.window),
              "allocating a window");
    check_mpi(PMPI_Win_lock_all(MPI_MODE_NOCHECK, data.window), "opening a window");
    return static_cast<double*>(memory);
}

double* allocate() {
    const auto bytes = static_cast<std::size_t>(data.real) * sizeof(double);
    switch (data.memory) {
    case Memory::Window:
        return allocate_window(bytes);
    case Memory::Symmetric:
        if constexpr (has_shmem) return allocate_symmetric(bytes);
        break;
    case Memory::Private:
        break;
    }
    return allocate_private(bytes);
}

void fill() {
    std::int64_t value = data.first % period;
    for (std::int64_t k = 0; k < data.real; ++k) {
        data.words[k] = static_cast<double>(value);
        if (++value == period) value = 0;
    }
    // Makes the words visible to other ranks: the window may have a separate public copy.
    if (data.window != MPI_WIN_NULL) check_mpi(PMPI_Win_sync(data.window), "filling a window");
}

double known_huge_kib() {
    if (is_simulated) return -1;
    std::ifstream smaps("/proc/self/smaps");
    return kib_in_huge_pages(smaps, reinterpret_cast<std::uintptr_t>(data.words),
                             static_cast<std::size_t>(data.real) * sizeof(double));
}

} // namespace

const Data& data_at_hand() {
    return data;
}

const Data& provide_data(std::int64_t first, std::int64_t count, std::int64_t block, Memory memory,
                         bool huge_pages) {
    const std::int64_t real = is_simulated && !loop::detail::executes_work ? block : count;
    const bool there = data.words != nullptr && data.first == first && data.count == count &&
                       data.real == real && data.memory == memory && data.asked_for_huge_pages == huge_pages;
    if (there) return data;
    release_data();
    data.first = first;
    data.count = count;
    data.real = real;
    data.memory = memory;
    data.asked_for_huge_pages = huge_pages;
    release_at_close(release_data);
    data.words = allocate();
    fill();
    data.huge_kib = known_huge_kib();
    return data;
}

double additions() {
    if (data.window != MPI_WIN_NULL) check_mpi(PMPI_Win_sync(data.window), "reading a window");
    double sum = 0;
    for (std::int64_t k = 0; k < data.real; ++k) {
        const double added = data.words[k] - value_at(data.first + k);
        if (!(added >= 0 && added == std::floor(added))) return std::nan("");
        sum += added;
    }
    return sum;
}

void restore_data() {
    fill();
}

void release_data() {
    switch (data.memory) {
    case Memory::Window:
        PMPI_Win_unlock_all(data.window);
        PMPI_Win_free(&data.window); // frees the memory too
        break;
    case Memory::Symmetric:
        if constexpr (has_shmem) free_symmetric(data.words);
        break;
    case Memory::Private:
        std::free(data.words);
        break;
    }
    data = Data{};
}

} // namespace loop::runtime::apexmap

namespace loop {

HeldWords apexmap_words() {
    const runtime::apexmap::Data& data = runtime::apexmap::data_at_hand();
    return {data.words, data.real};
}

} // namespace loop
