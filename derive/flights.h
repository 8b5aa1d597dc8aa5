#pragma once

#include "derive/sequence.h"

namespace loop::report::derive {

/// How many operations of all ranks each operation of a rank follows.
std::vector<std::size_t> epochs_of(const RankSequence& rank);

/// The sequences where messages that are in flight across an operation of all ranks begin and end in
/// operations of their own. Collective operations that nothing happens in on any rank no longer have two
/// parts. Beginning and end have the same handle, on all ranks.
Sequences with_flights(Sequences sequences);

/// with_flights() if something is in flight across an operation of all ranks.
Sequences with_flights_if_any(Sequences sequences);

} // namespace loop::report::derive
