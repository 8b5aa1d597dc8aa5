#pragma once

#include <loop/recorded_files.h>

#include <cstdint>

namespace loop::runtime {

// The numbers of the files whose code calls MPI. At its first use, a number is written to the file of this
// rank, so that libraries are known that are closed before the end.

void open_numbered_files(int rank); // in the folder of the records

std::uintptr_t number_of_program();
std::uintptr_t number_of_library(const char* path);

} // namespace loop::runtime
