#include "kernels/apexmap/data.h"

#include "comm/buffers.h"
#include "kernels/apexmap/values.h"
#include "kernels/channel.h"
#include "session/failure.h"
#include "session/session.h"
#include "session/simulation.h"

#include <loop/measure.h>

#include <cstdlib>

namespace loop::runtime::apexmap {
namespace {

Data data; // one for each simulated rank

void allocate(bool windowed) {
    const auto bytes = static_cast<std::size_t>(data.real) * sizeof(double);
    void* memory = nullptr;
    if (windowed) {
        check_mpi(PMPI_Win_allocate(static_cast<MPI_Aint>(bytes), sizeof(double), MPI_INFO_NULL,
                                    the_session.control, &memory, &data.window),
                  "allocating a window");
        check_mpi(PMPI_Win_lock_all(MPI_MODE_NOCHECK, data.window), "opening a window");
    } else if (posix_memalign(&memory, page_bytes, bytes) != 0) {
        fail(the_session.site, the_session.construct, "no memory for ", data.real, " words (", bytes,
             " bytes)");
    }
    data.words = static_cast<double*>(memory);
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

} // namespace

const Data& data_at_hand() {
    return data;
}

const Data& provide_data(std::int64_t first, std::int64_t count, std::int64_t block, bool windowed) {
    const std::int64_t real = is_simulated && !loop::detail::executes_work ? block : count;
    const bool there = data.words != nullptr && data.first == first && data.count == count &&
                       data.real == real && (data.window != MPI_WIN_NULL) == windowed;
    if (there) return data;
    release_data();
    data.first = first;
    data.count = count;
    data.real = real;
    release_at_close(release_data);
    allocate(windowed);
    fill();
    return data;
}

void release_data() {
    if (data.window != MPI_WIN_NULL) {
        PMPI_Win_unlock_all(data.window);
        PMPI_Win_free(&data.window); // frees the memory too
    } else {
        std::free(data.words);
    }
    data = Data{};
}

} // namespace loop::runtime::apexmap
