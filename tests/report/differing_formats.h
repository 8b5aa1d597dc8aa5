#pragma once

#include "report/document/document.h"

#include <string>
#include <vector>

namespace loop::report {

/// A sentence for each output format of the document that has another number: terminal text (empty: not
/// looked at), CSV, JSON and XML against it.
std::vector<std::string> differing_formats(const Document& document, const std::string& text,
                                           const std::string& csv, const std::string& json,
                                           const std::string& xml);

} // namespace loop::report
