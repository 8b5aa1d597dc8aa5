#pragma once

namespace loop::runtime {

// Where the program calls MPI. Code is at another distance from this library in each rank, so an address is
// told as one in its own file, plus the number of the library in its top bits (0: the program itself).

extern const void* fortran_caller; // the return address of the last call of Fortran's bindings; null: unknown

// To be called after the program and its libraries have been loaded.
void know_call_sites();

} // namespace loop::runtime
