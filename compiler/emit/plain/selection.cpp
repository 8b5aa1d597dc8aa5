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

const Helper& Selection::standing_for(std::string_view name) const {
    const auto is_chosen = [&](std::string_view other) { return chosen_.count(other) != 0; };
    for (const Helper& helper : all_helpers()) {
        const std::vector<std::string_view>& replaced = helper.instead_of;
        if (std::find(replaced.begin(), replaced.end(), name) == replaced.end()) continue;
        if (is_chosen(helper.name) || std::any_of(helper.when.begin(), helper.when.end(), is_chosen))
            return helper;
    }
    return helper_named(name);
}

void Selection::order(const Helper& helper, std::vector<const Helper*>& done) const {
    if (std::find(done.begin(), done.end(), &helper) != done.end()) return;
    for (const std::string_view needed : helper.needs)
        order(standing_for(needed), done);
    for (const std::string_view earlier : helper.after)
        if (chosen_.count(earlier) != 0) order(standing_for(earlier), done);
    done.push_back(&helper);
}

std::vector<const Helper*> Selection::ordered() const {
    std::vector<const Helper*> done;
    for (const std::string_view name : chosen_)
        order(standing_for(name), done);
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

/// The statements that the helpers of the program have in this place of another one.
std::string Selection::statements_in(std::string_view place, const Helper& of,
                                     std::string_view indent) const {
    std::string text;
    for (const std::string_view earlier : of.after) {
        if (chosen_.count(earlier) == 0) continue;
        for (const Statement& statement : standing_for(earlier).statements)
            if (statement.place == place) text.append(indent).append(statement.text).append("\n");
    }
    return text;
}

/// With the statements of others.
std::string Selection::text_of(const Helper& helper) const {
    std::string text;
    for (std::size_t at = 0; at < helper.text.size();) {
        const std::size_t end = std::min(helper.text.find('\n', at), helper.text.size());
        const std::string_view line = helper.text.substr(at, end - at);
        at = end + 1;
        const std::size_t word = std::min(line.find_first_not_of(' '), line.size());
        if (line.substr(word, 5) == "// @ ")
            text += statements_in(line.substr(word + 5), helper, line.substr(0, word));
        else
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
