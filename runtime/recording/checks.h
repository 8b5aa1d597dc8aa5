#pragma once

#include "recording/arrivals.h"

#include <loop/rank_status.h>
#include <loop/site.h>

#include <mpi.h>

// What calls of host code have in common.
namespace loop::recording {

// Whether the program is linked with calls of host code that communicate. Set before the executions begin.
extern bool host_code_communicates;

void require_open(Construct construct, const Site& site);
void require_rank(int rank, const char* what, Construct construct, const Site& site);

// MPI calls of host code name no line. In its place they have their return address, which the launching
// command turns into a line (runner/recorder/call_lines).
inline constexpr char address_file[] = "@address";
Site site_of_caller(const void* caller);

// Must be in the MPI function itself, as it reads the return address.
#define LOOP_CALL_SITE loop::recording::site_of_caller(__builtin_return_address(0))

// Ends the execution if the communicator is not that of all ranks.
void require_all(MPI_Comm comm, const char* call, const Site& site);

// Which ranks get data by an operation with a root, and whether this one does.
enum class Receivers { Root, Others };
bool receives(int root, Receivers receivers);

long long bytes_of(int count, MPI_Datatype type);

// How a reduction combines elements, and their type, in the words of docs/record.md.
struct Reduction {
    const char* operation = "-";
    const char* element = "-";
};
Reduction reduction_of(MPI_Op operation, MPI_Datatype type);

// What MPI would put into this buffer, which may be MPI_IN_PLACE.
Arrival arrival_of(void* into, long long count, MPI_Datatype type);

} // namespace loop::recording
