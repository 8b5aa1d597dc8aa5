#pragma once

#include <string>
#include <vector>

namespace loop::runtime {

// Remarks for this rank's record, each text once, at most 100.
void add_note(const std::string& text);
const std::vector<std::string>& all_notes();

} // namespace loop::runtime
