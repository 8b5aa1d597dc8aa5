#include "base/text/strings.h"
#include "report/sheet/sections.h"

#include <fmt/core.h>

#include <algorithm>

/// Among which ranks a construct communicates, and how, in words.
namespace loop::report {

namespace {

std::string offsets_text(const SiteCounts& site) {
    std::vector<std::string> texts;
    for (const int offset : site.offsets)
        texts.push_back(offset == 0 ? std::string("r") : fmt::format("r{:+}", offset));
    if (site.more_offsets) texts.emplace_back("...");
    return joined(texts, ", ");
}

std::string groups_text(const SiteCounts& site) {
    if (site.groups.empty()) return "";
    const auto [least, most] =
        std::minmax_element(site.groups.begin(), site.groups.end(),
                            [](const auto& a, const auto& b) { return a.ranks < b.ranks; });
    const std::string ranks = least->ranks == most->ranks
                                  ? counted(least->ranks, "rank")
                                  : fmt::format("{} to {} ranks", least->ranks, most->ranks);
    return fmt::format("{} of {}", counted(site.groups.size(), "group"), ranks);
}

} // namespace

std::string pairs_text(const SiteCounts& site) {
    std::vector<std::string> texts{offsets_text(site), groups_text(site)};
    texts.insert(texts.end(), site.ways.begin(), site.ways.end());
    texts.erase(std::remove(texts.begin(), texts.end(), ""), texts.end());
    return joined(texts, "; ");
}

} // namespace loop::report
