#pragma once

#include <loop/rank_status.h>
#include <loop/site.h>

#include <mpi.h>

// What calls of host code have in common.
namespace loop::recording {

void require_open(Construct construct, const Site& site);
void require_rank(int rank, const char* what, Construct construct, const Site& site);

// Host code names no line.
inline constexpr Site no_site{"", 0};

// Ends the execution if the communicator is not that of all ranks.
void require_all(MPI_Comm comm, const char* call);

long long bytes_of(int count, MPI_Datatype type);

} // namespace loop::recording
