#pragma once

namespace loop::runtime {

class Json;

// How MPI moves messages, as far as it says so: Open MPI's components, and MPICH's device and the variables
// that keep ranks of one host from sharing memory. Rank 0 learns it at \OPEN0, before the measurement;
// nothing on simulated machines and with other libraries. `mpi.transport` of the record.
void write_transport(Json& json);

} // namespace loop::runtime
