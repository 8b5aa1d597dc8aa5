#include "recording/checks.h"
#include "recording/executions.h"
#include "session/preparation.h"

#include <mpi.h>

// A program with calls of this folder may send from one rank alone, so it is executed as every rank. MPI is
// initialized only once: it knows the sizes of datatypes.
namespace loop::recording {

namespace {

const runtime::Preparation every_rank([] {
    int is_up = 0;
    PMPI_Initialized(&is_up);
    if (is_up == 0) PMPI_Init(nullptr, nullptr);
    host_code_communicates = true;
    need_every_rank();
});

} // namespace

} // namespace loop::recording
