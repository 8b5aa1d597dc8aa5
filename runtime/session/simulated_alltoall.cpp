#include "session/simulated_alltoall.h"

#include <mpi.h>

#include <cstddef>

#ifdef SMPI_H

// SimGrid's library has these, its headers do not. A version without them stays as it is: they are weak.
namespace simgrid::smpi {
using Alltoall = int(const void*, int, MPI_Datatype, void*, int, MPI_Datatype, MPI_Comm);
[[gnu::weak]] Alltoall alltoall__mpich, alltoall__ring;
namespace colls {
[[gnu::weak]] extern Alltoall* alltoall; // the algorithm of all ranks, which share the library
}
} // namespace simgrid::smpi

namespace loop::runtime {

namespace {

constexpr std::size_t long_block_bytes = 32768; // from here on, the choice depends on the number of ranks

int alltoall(const void* from, int send_count, MPI_Datatype send_type, void* into, int receive_count,
             MPI_Datatype receive_type, MPI_Comm comm) {
    int ranks = 0;
    MPI_Count type_bytes = 0;
    PMPI_Comm_size(comm, &ranks);
    PMPI_Type_size_x(send_type, &type_bytes);
    const bool pairs =
        static_cast<std::size_t>(type_bytes) * send_count >= long_block_bytes && ranks % 2 != 0;
    simgrid::smpi::Alltoall* const chosen =
        pairs ? simgrid::smpi::alltoall__ring : simgrid::smpi::alltoall__mpich;
    return chosen(from, send_count, send_type, into, receive_count, receive_type, comm);
}

} // namespace

void mend_simulated_alltoall() {
    using namespace simgrid::smpi;
    if (alltoall__mpich == nullptr || alltoall__ring == nullptr || &colls::alltoall == nullptr) return;
    if (colls::alltoall == alltoall__mpich) colls::alltoall = loop::runtime::alltoall;
}

} // namespace loop::runtime

#else

namespace loop::runtime {
void mend_simulated_alltoall() {}
} // namespace loop::runtime

#endif
