#pragma once

#include <string>
#include <vector>

namespace loop::runtime {

// Remarks for this rank's record, each text once, at most 100.
void add_note(const std::string& text);

// Whoever can say only at the end what there is to remark: `tell` adds it when the record is written.
void note_at_close(void (*tell)());

const std::vector<std::string>& all_notes();

} // namespace loop::runtime
