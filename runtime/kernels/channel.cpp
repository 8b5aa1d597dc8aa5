#include "kernels/channel.h"

#include "comm/waiting/yielding.h"
#include "session/lasting.h"
#include "session/session.h"

#include <algorithm>
#include <vector>

namespace loop::runtime {
namespace {

MPI_Comm channel = MPI_COMM_NULL;

Lasting<std::vector<void (*)()>> releases;

} // namespace

MPI_Comm kernel_channel() {
    if (channel == MPI_COMM_NULL) channel = duplicate_yielding(the_session.control);
    return channel;
}

void release_at_close(void (*release)()) {
    auto& all = releases();
    if (std::find(all.begin(), all.end(), release) == all.end()) all.push_back(release);
}

void release_kernels() {
    for (void (*const release)() : releases())
        release();
    releases().clear();
    if (channel != MPI_COMM_NULL) PMPI_Comm_free(&channel);
}

} // namespace loop::runtime
