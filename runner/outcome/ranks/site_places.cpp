#include "runner/outcome/ranks/site_places.h"

#include "runner/outcome/ranks/call_places.h"
#include "runner/outcome/ranks/trace_outcome.h"
#include "runner/system/files.h"

#include <loop/recorded_files.h>

#include <fcntl.h>
#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>

namespace loop::runner {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view file_key = "\"file\":\"";
constexpr std::string_view address_key = ",\"address\":";
constexpr std::string_view offset_mark = "+0x";

/// The position of a call site in the header: from its `file` member to the end of its object.
struct SitePlace {
    std::size_t begin, end;
    std::uint64_t address;
};

/// The next place after `from`; `begin` is npos if there is none.
SitePlace next_place(const std::string& header, std::size_t from) {
    const std::size_t key = header.find(address_key, from);
    if (key == std::string::npos) return {key, key, 0};
    const std::size_t end = header.find('}', key);
    const std::size_t begin = header.rfind(file_key, key);
    if (end == std::string::npos || begin == std::string::npos || begin < from)
        return {std::string::npos, end, 0};
    return {begin, end, std::strtoull(header.c_str() + key + address_key.size(), nullptr, 10)};
}

bool is_plain(const std::string& name) {
    return std::all_of(name.begin(), name.end(), [](char c) { return c >= ' ' && c != '"' && c != '\\'; });
}

/// Converts "ring.loop:12" to the JSON members of a site.
std::string members_of(const std::string& line) {
    const std::size_t colon = line.rfind(':');
    const std::string file = line.substr(0, colon);
    if (colon == std::string::npos || !is_plain(file)) return {};
    return fmt::format("{}{}\",\"line\":{}", file_key, file, line.substr(colon + 1));
}

/// The place in at most `room` bytes; the name of a library is shortened. Empty if there is no room.
std::string members_within(const std::string& line, std::size_t room) {
    std::string members = members_of(line);
    const std::size_t offset = line.rfind(offset_mark);
    if (members.size() <= room || offset == std::string::npos) return members.size() <= room ? members : "";
    const std::string shortened = "..";
    const std::size_t cut = members.size() - room + shortened.size();
    return cut < offset ? members_of(shortened + line.substr(cut)) : "";
}

void overwrite_header(const fs::path& path, const std::string& header) {
    const Descriptor file(::open(path.c_str(), O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
    if (!file.is_open()) return;
    const auto begin = static_cast<off_t>(trace_version.size() + 1);
    if (::pwrite(file.get(), header.data(), header.size(), begin) < 0) return; // the previous lines stay
}

} // namespace

std::set<std::uint64_t> site_addresses(const std::string& header) {
    std::set<std::uint64_t> addresses;
    for (SitePlace place = next_place(header, 0); place.begin != std::string::npos;
         place = next_place(header, place.end))
        addresses.insert(place.address);
    return addresses;
}

std::string with_site_places(std::string header, const std::map<std::uint64_t, std::string>& lines) {
    for (SitePlace place = next_place(header, 0); place.begin != std::string::npos;
         place = next_place(header, place.end)) {
        const auto found = lines.find(place.address);
        const std::size_t room = place.end - place.begin;
        const std::string members = found == lines.end() ? "" : members_within(found->second, room);
        if (!members.empty())
            header.replace(place.begin, room, members + std::string(room - members.size(), ' '));
    }
    return header;
}

std::map<std::uint64_t, std::string> places_in_libraries(const std::set<std::uint64_t>& addresses,
                                                         const CodeFiles& files) {
    std::map<std::uint64_t, std::string> places;
    for (const std::uint64_t address : addresses) {
        const std::uint64_t number = address >> file_number_at;
        const auto file = files.find(number);
        if (number == 0 || file == files.end()) continue;
        const std::uint64_t offset = address - (number << file_number_at);
        places[address] = fmt::format("{}{}{:x}:0", file->second.filename().string(), offset_mark, offset);
    }
    return places;
}

void find_site_places(const fs::path& records, int ranks, const CodeFiles& files, const std::string& source,
                      Interrupts& interrupts) {
    std::set<std::uint64_t> addresses;
    for (int rank = 0; rank < ranks; ++rank)
        addresses.merge(site_addresses(trace_header(trace_file(records, rank))));
    if (addresses.empty()) return;
    std::map<std::uint64_t, std::string> lines = lines_of_addresses(addresses, files, source, interrupts);
    lines.merge(places_in_libraries(addresses, files)); // of those without a line
    if (lines.empty()) return;
    for (int rank = 0; rank < ranks; ++rank) {
        const std::string before = trace_header(trace_file(records, rank));
        const std::string header = with_site_places(before, lines);
        if (header != before) overwrite_header(trace_file(records, rank), header);
    }
}

} // namespace loop::runner
