#pragma once

#include <string>
#include <vector>

namespace loop::runtime {

// Adds a note to this rank's record. Each text is added once; at most 100 notes are kept.
void add_note(const std::string& text);

// For notes that are known only at the end: `tell` is called when the record is written, and adds them.
void note_at_close(void (*tell)());

const std::vector<std::string>& all_notes();

} // namespace loop::runtime
