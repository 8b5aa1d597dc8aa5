#include "trace/read/site_table.h"

#include "base/text/place.h"

#include <fmt/format.h>

#include <algorithm>

namespace loop::report {

namespace {

constexpr std::size_t max_communicators = 0xffff;

std::string identity(const TraceSite& site) {
    std::string key = std::to_string(static_cast<int>(site.kind)) + '\1' + line_text(site);
    for (const std::string* part : {&site.construct, &site.name, &site.file})
        key += '\1' + *part; // texts from the header contain no control characters
    return key;
}

} // namespace

std::vector<std::uint32_t> SiteTable::add(const std::vector<TraceSite>& sites) {
    std::vector<std::uint32_t> numbers;
    for (const TraceSite& site : sites) {
        const auto [place, fresh] =
            numbers_.emplace(identity(site), static_cast<std::uint32_t>(sites_.size()));
        if (fresh) sites_.push_back(site);
        numbers.push_back(place->second);
    }
    return numbers;
}

std::vector<std::uint16_t> CommunicatorTable::add(const std::vector<TraceFileHeader::Group>& communicators) {
    std::vector<std::uint16_t> numbers;
    for (const TraceFileHeader::Group& group : communicators) {
        const bool full = communicators_.size() == max_communicators;
        const auto found = numbers_.find(group.key);
        if (found == numbers_.end() && full) {
            too_many_ = true;
            numbers.push_back(max_communicators - 1);
            continue;
        }
        const auto [place, fresh] =
            numbers_.emplace(group.key, static_cast<std::uint16_t>(communicators_.size()));
        if (fresh)
            communicators_.push_back(group.communicator);
        else if (communicators_[place->second].ranks != group.communicator.ranks)
            differing_.push_back(group.communicator.name);
        numbers.push_back(place->second);
    }
    return numbers;
}

std::vector<std::string> CommunicatorTable::problems() const {
    std::vector<std::string> result;
    if (!differing_.empty())
        result.push_back(fmt::format("ranks do not agree who is in communicator `{}`{}", differing_.front(),
                                     differing_.size() > 1 ? " and others" : ""));
    if (too_many_)
        result.push_back(
            fmt::format("more than {} communicators: the others cannot be distinguished", max_communicators));
    return result;
}

} // namespace loop::report
