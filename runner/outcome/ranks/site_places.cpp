#include "runner/outcome/ranks/site_places.h"

#include "runner/outcome/ranks/call_places.h"
#include "runner/outcome/ranks/trace_outcome.h"
#include "runner/system/files.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>

namespace loop::runner {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view file_key = "\"file\":\"";
constexpr std::string_view address_key = ",\"address\":";

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
        const std::string members = found == lines.end() ? "" : members_of(found->second);
        const std::size_t room = place.end - place.begin;
        if (!members.empty() && members.size() <= room)
            header.replace(place.begin, room, members + std::string(room - members.size(), ' '));
    }
    return header;
}

void find_site_places(const fs::path& records, int ranks, const CodeFiles& files, const std::string& source,
                      Interrupts& interrupts) {
    std::set<std::uint64_t> addresses;
    for (int rank = 0; rank < ranks; ++rank)
        addresses.merge(site_addresses(trace_header(trace_file(records, rank))));
    if (addresses.empty()) return;
    const auto lines = lines_of_addresses(addresses, files, source, interrupts);
    if (lines.empty()) return;
    for (int rank = 0; rank < ranks; ++rank) {
        const std::string before = trace_header(trace_file(records, rank));
        const std::string header = with_site_places(before, lines);
        if (header != before) overwrite_header(trace_file(records, rank), header);
    }
}

} // namespace loop::runner
