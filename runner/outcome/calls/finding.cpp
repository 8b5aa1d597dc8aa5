#include "runner/outcome/calls/finding.h"

#include <fmt/core.h>

#include <array>
#include <iterator>

namespace loop::runner {

std::string CallPlace::text(const CallLines& lines) const {
    const auto found = lines.find(address);
    const std::string name = call.substr(0, 4) == "MPI_" ? fmt::format("`{}`", call) : std::string(call);
    return found == lines.end() || found->second.empty() ? name
                                                         : fmt::format("{} at {}", name, found->second);
}

CallWords& CallWords::operator<<(std::string text) {
    parts_.emplace_back(std::move(text));
    return *this;
}

CallWords& CallWords::operator<<(const CallPlace& place) {
    parts_.emplace_back(place);
    return *this;
}

std::string CallWords::text(const CallLines& lines) const {
    std::string result;
    for (const auto& part : parts_)
        if (const auto* const place = std::get_if<CallPlace>(&part))
            result += place->text(lines);
        else
            result += std::get<std::string>(part);
    return result;
}

std::set<std::uint64_t> CallWords::addresses() const {
    std::set<std::uint64_t> result;
    for (const auto& part : parts_)
        if (const auto* const place = std::get_if<CallPlace>(&part)) result.insert(place->address);
    return result;
}

std::string CallFinding::text(const CallLines& lines) const {
    return fmt::format("{}: {}", class_text(what), words.text(lines));
}

const char* class_text(CallFinding::Class what) {
    constexpr std::array texts{
        "different sequence", "different arguments", "missing participant", "message never received",
        "missing wait",       "receive freed",       "never freed",         "epoch",
        "message race",       "needed buffer",       "changed buffer",      "invalid arguments",
        "thread level"};
    return texts[static_cast<std::size_t>(what)];
}

std::set<std::uint64_t> addresses_of(const CallFindings& findings) {
    std::set<std::uint64_t> result;
    for (const CallFinding& finding : findings)
        result.merge(finding.words.addresses());
    result.erase(0);
    return result;
}

void append(CallFindings& all, CallFindings more) {
    all.insert(all.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

} // namespace loop::runner
