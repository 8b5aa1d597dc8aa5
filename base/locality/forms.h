#pragma once

#include "base/locality/characterize.h"
#include "base/text/json.h"

#include <string>

/// A characterization as text and as JSON. No side effects. `origin` names the stream.
namespace loop::locality {

std::string text_of(const Characterization& found, const std::string& origin);

/// Schema loop-locality/1 (docs/characterize.md).
std::string json_of(const Characterization& found, const std::string& origin);
Json json_value(const Characterization& found, const std::string& origin);
/// Its member `streams`.
Json streams_json(const Characterization& found);

} // namespace loop::locality
