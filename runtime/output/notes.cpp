#include "output/notes.h"

#include <algorithm>

namespace loop::runtime {
namespace {

constexpr std::size_t notes_kept = 100;

std::vector<std::string>& notes() {
    static auto* const all = new std::vector<std::string>;
    return *all;
}

std::vector<void (*)()>& tellers() {
    static auto* const all = new std::vector<void (*)()>;
    return *all;
}

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
