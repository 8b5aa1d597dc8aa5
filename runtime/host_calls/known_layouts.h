#pragma once

#include "host_calls/type_layout.h"

#include <mpi.h>

#include <memory>

namespace loop::runtime::trace {

// Where the data of a type are; null if the type is not known: MPI has not accepted it yet, or it cannot be
// read.
std::shared_ptr<const TypeLayout> known_layout(MPI_Datatype type);

} // namespace loop::runtime::trace
