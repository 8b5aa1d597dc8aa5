#pragma once

namespace loop::runtime {

// Where the program calls MPI. Code is at another distance from this library in each rank, so an address is
// told as one in its own file, plus the number of that file (<loop/recorded_files.h>).

extern const void* fortran_caller; // the return address of the last call of Fortran's bindings; null: unknown

// The names of the files go to the folder of the records.
void know_call_sites(int rank);

// To be called when a library has been closed: others may be loaded where it was.
void forget_call_sites();

} // namespace loop::runtime
