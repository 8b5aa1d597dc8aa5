#include "compiler/emit/edits.h"

#include <algorithm>

namespace loop::compiler {

std::string Edits::apply(std::string_view text, std::vector<KeptText>* kept) const {
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
    const auto keep = [&](std::size_t end) {
        if (kept != nullptr && end > at) kept->push_back({at, result.size(), end - at});
        result.append(text.substr(at, end - at));
    };
    for (const Edit* edit : ordered) {
        keep(edit->range.begin);
        result.append(edit->text);
        at = edit->range.end;
    }
    keep(text.size());
    return result;
}

void drop_byte_order_mark(std::string_view text, Edits& edits) {
    constexpr std::string_view mark = "\xef\xbb\xbf";
    if (text.substr(0, mark.size()) == mark) edits.replace({0, mark.size()}, "");
}

} // namespace loop::compiler
