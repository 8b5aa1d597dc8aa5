#include "comm/synchronise.h"
#include "kernels/asked.h"
#include "lifecycle/open_close.h"
#include "session/failure.h"
#include "session/group.h"
#include "trace/excluded.h"
#include "trace/scope.h"

#include <loop/measure.h>

#include <cstdlib>
#include <string>

namespace loop {

using namespace runtime;

namespace {

constexpr int exit_usage = 2;

// Returns the first rank on which the condition is false; the number of ranks if there is none.
int first_refusing(bool holds) {
    int rank = holds ? the_session.ranks : the_session.rank;
    reduce(&rank, 1, MPI_INT, MPI_MIN, 0, the_session.control);
    broadcast(&rank, sizeof rank, 0, the_session.control);
    return rank;
}

} // namespace

void runtime::require_of_call(bool holds, std::string_view what, const Site& site) {
    require_all_ranks(the_session.construct, site);
    const Excluded excluded;
    const int refusing = first_refusing(holds);
    if (refusing == the_session.ranks) return;
    if (refusing == the_session.rank) print_error(place_text(site) + "error: required: " + std::string(what));
    end_status(RankState::Refused, exit_usage);
    leave_session();
    std::exit(exit_usage);
}

void require(bool holds, std::string_view what, Site site) {
    const Scope scope(Construct::Require, site);
    require_of_call(holds, what, site);
}

} // namespace loop
