#include "output/notes.h"

#include "session/lasting.h"

#include <algorithm>

namespace loop::runtime {
namespace {

constexpr std::size_t notes_kept = 100;

Lasting<std::vector<std::string>> notes;
Lasting<std::vector<void (*)()>> tellers;

} // namespace

void note_at_close(void (*tell)()) {
    tellers().push_back(tell);
}

void add_note(const std::string& text) {
    auto& all = notes();
    if (all.size() < notes_kept && std::find(all.begin(), all.end(), text) == all.end()) all.push_back(text);
}

const std::vector<std::string>& all_notes() {
    for (void (*const tell)() : tellers())
        tell();
    tellers().clear();
    return notes();
}

} // namespace loop::runtime
