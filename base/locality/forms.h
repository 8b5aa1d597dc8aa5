#pragma once

#include "base/locality/characterize.h"

#include <string>

/// A characterization as text, as JSON, and as a LOOP program. No side effects. `origin` names the stream.
namespace loop::locality {

std::string text_of(const Characterization& found, const std::string& origin);

/// Schema loop-locality/1 (docs/characterize.md).
std::string json_of(const Characterization& found, const std::string& origin);

/// A program that reads memory with the same locality by \APEXMAP, each stream in proportion to its share.
/// Words of other sizes become words of 8 bytes.
std::string program_of(const Characterization& found, const std::string& origin);

} // namespace loop::locality
