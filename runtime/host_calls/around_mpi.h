#pragma once

namespace loop::runtime {

// What else happens in MPI_Init and MPI_Finalize of host code. Null in programs of constructs, which open and
// close their session themselves.
struct AroundMpi {
    void (*begins)() = nullptr; // before MPI is initialized
    void (*begun)() = nullptr;  // after MPI_Init has succeeded
    void (*ends)() = nullptr;   // before MPI is finalized
};
extern AroundMpi around_mpi;

} // namespace loop::runtime
