#include "runner/call_places.h"

#include "runner/failure.h"
#include "runner/files.h"
#include "runner/process.h"
#include "runner/words.h"

#include <fmt/core.h>

#include <map>

namespace loop::runner {

namespace fs = std::filesystem;

namespace {

/// What host text did before; 0 where that was a construct.
std::uint64_t address_before(const RankPlace& seen) {
    return (seen.previous & host_call_bit) != 0 ? seen.previous & ~host_call_bit : 0;
}

/// "/a/b/ring.loop:12 (discriminator 2)" as "ring.loop:12", where `source` is "ring.loop"; "" for "??:0".
std::string shown_line(std::string_view line, const std::string& source) {
    const std::size_t colon = line.rfind(':');
    if (colon == std::string_view::npos) return {};
    const std::string number(line.substr(colon + 1, line.find(' ', colon) - colon - 1));
    if (number.empty() || number == "0" || number == "?") return {};
    const fs::path file = line.substr(0, colon);
    // `#line` changes the lines of the C++ text; some debug information keeps that text's own name.
    const bool own = file.stem() == fs::path(source).stem() &&
                     (file.extension() == ".cpp" || file.filename() == fs::path(source).filename());
    return fmt::format("{}:{}", own ? source : file.filename().string(), number);
}

std::map<std::uint64_t, std::string> lines_of_addresses(std::map<std::uint64_t, std::string> addresses,
                                                        const fs::path& program, const std::string& source,
                                                        const fs::path& folder, Interrupts& interrupts) {
    Command command{{"addr2line", "-e", program.string()}, {}, false};
    for (const auto& [address, line] : addresses) // the call is before where it returns to
        command.arguments.push_back(fmt::format("{:#x}", address - 1));
    const fs::path output = folder / "call-places";
    if (!run_all({command}, {output}, 1, interrupts)[0].good()) return addresses;
    const std::string text = read_file(output);
    const auto lines = lines_of(text);
    std::size_t i = 0;
    for (auto& [address, line] : addresses)
        if (i < lines.size()) line = shown_line(lines[i++], source);
    std::error_code ignored;
    fs::remove(output, ignored);
    return addresses;
}

} // namespace

void find_call_places(std::vector<RankOutcome>& ranks, const fs::path& program, const std::string& source,
                      const fs::path& folder, Interrupts& interrupts) {
    std::map<std::uint64_t, std::string> addresses;
    for (const RankOutcome& rank : ranks) {
        if (!rank.last_seen) continue;
        if (rank.last_seen->in_host_call()) addresses[rank.last_seen->host_address];
        addresses[address_before(*rank.last_seen)];
    }
    addresses.erase(0);
    if (addresses.empty()) return;
    try {
        addresses = lines_of_addresses(std::move(addresses), program, source, folder, interrupts);
    } catch (const Failure&) {
        return; // without lines then: the construct before tells the place
    }
    for (RankOutcome& rank : ranks) {
        if (!rank.last_seen) continue;
        if (rank.last_seen->in_host_call()) rank.calls.now = addresses[rank.last_seen->host_address];
        rank.calls.before = addresses[address_before(*rank.last_seen)];
    }
}

} // namespace loop::runner
