#pragma once

#include "report/document/document.h"

#include <string>
#include <vector>

namespace loop::report {

/// Returns a sentence for each output format (terminal text, CSV, JSON, XML) with another number than the
/// document. An empty `text` is not checked.
std::vector<std::string> differing_formats(const Document& document, const std::string& text,
                                           const std::string& csv, const std::string& json,
                                           const std::string& xml);

} // namespace loop::report
