#pragma once

namespace loop::runtime {

// This process's rank as its launcher tells it through the environment, before MPI_Init; -1 without a
// launcher.
int launcher_rank();

} // namespace loop::runtime
