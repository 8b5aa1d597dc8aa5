#pragma once

#include "base/locality/characterize.h"

#include <string>

namespace loop::locality {

/// A LOOP program that reads memory with the same locality by \APEXMAP: as many words as the stream, each of
/// two streams its share, one after the other. Words of other sizes become words of 8 bytes. If the stream is
/// that of several ranks together, as many ranks read these words, in the memory of all of them. `origin`
/// names the stream. No side effects.
std::string program_of(const Characterization& found, const std::string& origin, int ranks = 1);

} // namespace loop::locality
