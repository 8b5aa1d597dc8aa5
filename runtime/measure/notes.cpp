#include "measure/notes.h"

#include <algorithm>

namespace loop::runtime {
namespace {

constexpr std::size_t notes_kept = 100;

std::vector<std::string>& notes() {
    static auto* const all = new std::vector<std::string>;
    return *all;
}

} // namespace

void add_note(const std::string& text) {
    auto& all = notes();
    if (all.size() < notes_kept && std::find(all.begin(), all.end(), text) == all.end()) all.push_back(text);
}

const std::vector<std::string>& all_notes() {
    return notes();
}

} // namespace loop::runtime
