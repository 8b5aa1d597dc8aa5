#include "runner/recorder/call_lines.h"

#include "base/text/strings.h"
#include "runner/outcome/ranks/call_places.h"

#include <fmt/core.h>

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <vector>

namespace loop::runner {

namespace {

constexpr std::string_view mark = "@address";

/// An address in a line of text: its digits, and what stands for it with them.
struct Found {
    std::string_view digits;
    std::size_t begin, end;
};

bool is_digit(char c) {
    return std::isdigit(static_cast<unsigned char>(c)) != 0;
}

/// Finds "@address:4660", and ": " after it.
std::optional<Found> find_in_text(std::string_view line, std::size_t from) {
    for (std::size_t at = line.find(mark, from); at != line.npos; at = line.find(mark, at + 1)) {
        const std::size_t colon = at + mark.size();
        if (colon >= line.size() || line[colon] != ':') continue;
        std::size_t end = colon + 1;
        while (end < line.size() && is_digit(line[end]))
            ++end;
        if (end > colon + 1) return Found{line.substr(colon + 1, end - colon - 1), at, end};
    }
    return std::nullopt;
}

/// Finds the address in "KEY CALL 4660 ... @address".
std::optional<Found> find_as_line(std::string_view line) {
    if (line.size() <= mark.size() || line.substr(line.size() - mark.size()) != mark) return std::nullopt;
    const std::size_t begin = line.find(' ', line.find(' ') + 1) + 1;
    const std::size_t end = line.find(' ', begin);
    if (begin == 0 || end == line.npos) return std::nullopt;
    return Found{line.substr(begin, end - begin), begin, end};
}

std::uint64_t address_of(const Found& found) {
    return number_in<std::uint64_t>(found.digits).value_or(0);
}

class Lines {
public:
    Lines(const std::map<std::uint64_t, std::string>& known) : known_(known) {}

    std::string of(std::string_view line) const {
        if (const auto found = find_as_line(line)) return with_line(line, *found);
        std::string text;
        std::size_t done = 0;
        while (const auto found = find_in_text(line, done)) {
            text += line.substr(done, found->begin - done);
            const std::string& place = place_of(*found);
            text += place;
            done = found->end;
            if (place.empty() && line.substr(done, 2) == ": ") done += 2;
        }
        return text += line.substr(done);
    }

private:
    const std::string& place_of(const Found& found) const {
        static const std::string unknown;
        const auto place = known_.find(address_of(found));
        return place == known_.end() ? unknown : place->second;
    }

    std::string with_line(std::string_view line, const Found& found) const {
        const std::string& place = place_of(found);
        const std::size_t colon = std::min(place.rfind(':'), place.size());
        return fmt::format(
            "{}{}{}{}", line.substr(0, found.begin), colon < place.size() ? place.substr(colon + 1) : "0",
            line.substr(found.end, line.size() - mark.size() - found.end), place.substr(0, colon));
    }

    const std::map<std::uint64_t, std::string>& known_;
};

std::set<std::uint64_t> addresses_in(const std::vector<std::string_view>& lines) {
    std::set<std::uint64_t> all;
    for (const std::string_view line : lines) {
        if (const auto found = find_as_line(line)) all.insert(address_of(*found));
        for (auto found = find_in_text(line, 0); found; found = find_in_text(line, found->end))
            all.insert(address_of(*found));
    }
    return all;
}

} // namespace

std::string with_call_lines(const std::string& text, const std::filesystem::path& program,
                            const std::string& source, Interrupts& interrupts) {
    const std::vector<std::string_view> lines = lines_of(text);
    const std::set<std::uint64_t> addresses = addresses_in(lines);
    if (addresses.empty()) return text;
    const auto known = lines_of_addresses(addresses, {{0, program}}, source, interrupts);
    const Lines places(known);
    std::string result;
    for (const std::string_view line : lines)
        result += places.of(line) + "\n";
    return result;
}

} // namespace loop::runner
