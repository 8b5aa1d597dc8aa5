#include "kernels/channel.h"

#include "comm/synchronise.h"
#include "kernels/apexmap/data.h"
#include "session/session.h"

namespace loop::runtime {
namespace {

MPI_Comm channel = MPI_COMM_NULL;

} // namespace

MPI_Comm kernel_channel() {
    if (channel == MPI_COMM_NULL) channel = duplicate_yielding(the_session.control);
    return channel;
}

void release_kernels() {
    apexmap::release_data();
    if (channel != MPI_COMM_NULL) PMPI_Comm_free(&channel);
}

} // namespace loop::runtime
