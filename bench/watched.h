#pragma once

// Says at the top of a benchmark's output whether the machine is disturbed, and at the end whether it was.
// All ranks are on this host.

#include "disturbance.h"

#include <mpi.h>

namespace bench {

class WatchedRanks {
public:
    // Collective: tries for a quarter of a second whether each rank has a core.
    WatchedRanks() {
        MPI_Comm_rank(MPI_COMM_WORLD, &me_);
        MPI_Comm_size(MPI_COMM_WORLD, &ranks_);
        spin(0.25);
        tell();
        watch_ = {};
    }

    // Collective, before MPI_Finalize.
    void end() const { tell(); }

private:
    void tell() const {
        Waiting seen = watch_.seen(ranks_);
        const double own = seen.waited_seconds;
        MPI_Reduce(&own, &seen.waited_seconds, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
        if (me_ == 0) std::printf("%s\n", machine_text(seen).c_str());
    }

    int me_ = 0;
    int ranks_ = 1;
    Watch watch_;
};

} // namespace bench
