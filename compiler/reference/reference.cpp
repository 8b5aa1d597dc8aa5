#include "compiler/reference/reference.h"

#include <algorithm>
#include <string>

namespace loop::compiler {

namespace {

constexpr std::string_view language =
#include "language.inc"
    ;

/// Returns the text between the next `begin` and `end`, and moves `at` to that `end`.
std::string_view between(std::string_view begin, std::string_view end, std::size_t& at) {
    const std::size_t first =
        std::min(language.find(begin, at), language.size() - begin.size()) + begin.size();
    at = std::min(language.find(end, first), language.size());
    return language.substr(first, at - first);
}

std::vector<Page> read_pages() {
    std::vector<Page> pages;
    for (std::size_t at = 0; language.find("\n### ", at) != std::string_view::npos;) {
        std::string_view subject = between("\n### ", "\n", at);
        if (subject.front() == '`') subject = subject.substr(1, subject.size() - 2);
        pages.push_back({subject, between("\n```\n", "```\n", at)});
    }
    return pages;
}

} // namespace

const std::vector<Page>& reference_pages() {
    static const std::vector<Page> pages = read_pages();
    return pages;
}

std::string_view page_of(std::string_view subject) {
    for (const Page& page : reference_pages())
        if (page.subject == subject) return page.text;
    return {};
}

std::string_view page_of_construct(std::string_view construct) {
    return page_of("\\" + std::string(construct));
}

} // namespace loop::compiler
