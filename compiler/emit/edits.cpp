#include "compiler/emit/edits.h"

#include <algorithm>

namespace loop::compiler {

std::string Edits::apply(std::string_view text) const {
    std::vector<const Edit*> ordered;
    ordered.reserve(edits_.size());
    std::size_t added = 0;
    for (const Edit& edit : edits_) {
        ordered.push_back(&edit);
        added += edit.text.size();
    }
    std::stable_sort(ordered.begin(), ordered.end(),
                     [](const Edit* a, const Edit* b) { return a->range.begin < b->range.begin; });
    std::string result;
    result.reserve(text.size() + added);
    std::size_t at = 0;
    for (const Edit* edit : ordered) {
        result.append(text.substr(at, edit->range.begin - at)).append(edit->text);
        at = edit->range.end;
    }
    return result.append(text.substr(at));
}

} // namespace loop::compiler
