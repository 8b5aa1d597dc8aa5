#pragma once

#include "base/locality/characterize.h"

#include <string>

/// The programs for a locality. No side effects. `origin` names the stream.
namespace loop::locality {

/// A LOOP program that reads memory with the same locality by \APEXMAP: as many words as the stream, each of
/// two streams its share, one after the other. Words of other sizes become words of 8 bytes. If the stream is
/// that of several ranks together, as many ranks read these words, in the memory of all of them.
std::string program_of(const Characterization& found, const std::string& origin, int ranks = 1);

/// A program for one rank, to be run under valgrind's lackey: it reads what one rank of program_of() reads,
/// in the memory of all `ranks`, and marks in the trace what it reads by \APEXMAP, one stream after the other
/// (AddressFormat::MarkedLackey).
std::string traced_program_of(const Characterization& found, const std::string& origin, int ranks = 1);

} // namespace loop::locality
