#include "compiler/emit/plain/selection.h"

#include <algorithm>

namespace loop::compiler::plain {

namespace {

const Helper& helper_named(std::string_view name) {
    return *std::find_if(all_helpers().begin(), all_helpers().end(),
                         [&](const Helper& helper) { return helper.name == name; });
}

} // namespace

bool Selection::use(std::string_view name) {
    const Helper* helper = helper_for(name);
    if (helper == nullptr) return false;
    for (const std::string_view provided : helper->provides)
        if (provided == name) used_.insert(provided);
    add(*helper);
    return true;
}

void Selection::add(const Helper& helper) {
    if (!chosen_.insert(helper.name).second) return;
    for (const std::string_view needed : helper.needs)
        add(helper_named(needed));
}

void Selection::order(const Helper& helper, std::vector<const Helper*>& done) const {
    if (std::find(done.begin(), done.end(), &helper) != done.end()) return;
    for (const std::string_view needed : helper.needs)
        order(helper_named(needed), done);
    for (const std::string_view earlier : helper.after)
        if (chosen_.count(earlier) != 0) order(helper_named(earlier), done);
    done.push_back(&helper);
}

std::vector<const Helper*> Selection::ordered() const {
    std::vector<const Helper*> done;
    for (const std::string_view name : chosen_)
        order(helper_named(name), done);
    return done;
}

std::string Selection::includes(std::vector<std::string_view> more) const {
    std::set<std::string_view> lines(more.begin(), more.end());
    for (const std::string_view name : chosen_)
        for (const std::string_view line : helper_named(name).includes)
            lines.insert(line);
    std::string text;
    for (const std::string_view line : lines)
        text.append(line).append("\n");
    return text;
}

bool Selection::keeps(std::string_view mark) const {
    if (mark.substr(0, 1) == "!") return !has(mark.substr(1));
    const std::vector<std::string_view> names = words_of(mark);
    return std::any_of(names.begin(), names.end(), [&](std::string_view name) { return has(name); });
}

/// Without marks and the lines that are not for this program.
std::string Selection::text_of(const Helper& helper) const {
    std::string text;
    for (std::size_t at = 0; at < helper.text.size();) {
        const std::size_t end = std::min(helper.text.find('\n', at), helper.text.size());
        std::string_view line = helper.text.substr(at, end - at);
        at = end + 1;
        if (const std::size_t mark = line.find("//@"); mark != std::string_view::npos) {
            if (!keeps(line.substr(mark + 3))) continue;
            line = line.substr(0, line.find_last_not_of(' ', mark - 1) + 1);
        }
        text.append(line).append("\n");
    }
    return text;
}

std::string Selection::definitions() const {
    std::string text = "namespace loop {\n";
    for (const Helper* helper : ordered())
        if (const std::string part = text_of(*helper); !part.empty()) text += "\n" + part;
    text += "\n} // namespace loop\n";
    std::string names;
    for (const std::string_view name : used_)
        if (name.substr(0, 6) != "loop::") names.append("using loop::").append(name).append(";\n");
    return names.empty() ? text : text + "\n// PICL's calls\n" + names;
}

} // namespace loop::compiler::plain
