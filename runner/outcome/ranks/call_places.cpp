#include "runner/outcome/ranks/call_places.h"

#include "base/text/strings.h"
#include "runner/system/failure.h"
#include "runner/system/files.h"
#include "runner/system/installation.h"
#include "runner/system/process.h"

#include <loop/recorded_files.h>

#include <fmt/core.h>

#include <cstdlib>
#include <iterator>

namespace loop::runner {

namespace fs = std::filesystem;

namespace {

/// The address of the previous MPI call of host code; 0 if the previous operation was a construct.
std::uint64_t address_before(const RankPlace& seen) {
    return (seen.previous & host_call_bit) != 0 ? seen.previous & ~host_call_bit : 0;
}

/// Shortens "/a/b/ring.loop:12 (discriminator 2)" to "ring.loop:12", where `source` is "ring.loop". Returns
/// "" for "??:0" and for places in the runtime.
std::string shown_line(std::string_view line, const std::string& source, const std::string& runtime) {
    const std::size_t colon = line.rfind(':');
    if (colon == std::string_view::npos || line.substr(0, runtime.size()) == runtime) return {};
    const std::string number(line.substr(colon + 1, line.find(' ', colon) - colon - 1));
    if (number.empty() || number == "0" || number == "?") return {};
    const fs::path file = line.substr(0, colon);
    // `#line` changes the line numbers, but some debug information keeps the name of the C++ file.
    const bool own = file.stem() == fs::path(source).stem() &&
                     (file.extension() == ".cpp" || file.filename() == fs::path(source).filename());
    return fmt::format("{}:{}", own ? source : file.filename().string(), number);
}

bool is_in_source(const std::string& line, const std::string& source) {
    return line.compare(0, source.size() + 1, source + ":") == 0;
}

/// Chooses among the lines of functions inlined into each other: the innermost line of the program's own
/// source, otherwise the innermost known one.
void add_line(std::string& known, const std::string& line, const std::string& source) {
    if (known.empty() || (!is_in_source(known, source) && is_in_source(line, source))) known = line;
}

std::string line_among(const std::vector<CodePlace>& places, const std::string& source) {
    std::string line;
    for (const CodePlace& place : places)
        add_line(line, place.line, source);
    return line;
}

/// The functions in which the rank failed, innermost first, up to `main`.
std::vector<std::string> stack_of(const RankPlace& seen,
                                  const std::map<std::uint64_t, std::vector<CodePlace>>& places) {
    std::vector<std::string> stack;
    for (const std::uint64_t frame : seen.frames) {
        const auto found = places.find(frame);
        if (frame == 0 || found == places.end()) continue;
        for (const CodePlace& place : found->second) {
            stack.push_back(fmt::format("{} at {}", place.function, place.line));
            if (place.function == "main") return stack;
        }
    }
    return stack;
}

/// The line of the first frame in the program's source, otherwise of the first known frame.
std::string line_of_frames(const RankPlace& seen, const std::map<std::uint64_t, std::string>& lines,
                           const std::string& source) {
    std::string result;
    for (const std::uint64_t frame : seen.frames)
        if (const auto found = lines.find(frame);
            frame != 0 && found != lines.end() && !found->second.empty())
            add_line(result, found->second, source);
    return result;
}

using CodePlaces = std::map<std::uint64_t, std::vector<CodePlace>>;

constexpr std::uint64_t file_bits = ~std::uint64_t{0} << file_number_at;

/// Adds the places of addresses in one file, whose number is in the top bits.
void add_places(CodePlaces& places, const std::set<std::uint64_t>& addresses, const fs::path& file,
                const std::string& source, Interrupts& interrupts) {
    const std::uint64_t number = *addresses.begin() & file_bits;
    std::vector<std::string> command{"addr2line", "-a", "-f", "-C", "-i", "-e", file.string()};
    for (const std::uint64_t address : addresses) // the call instruction precedes its return address
        command.push_back(fmt::format("{:#x}", (address & ~file_bits) - 1));
    const Answer answer = ask(command, interrupts);
    if (!answer.status.good()) return;
    const std::string runtime = find_installation().runtime.string() + "/";
    std::uint64_t address = 0;
    std::string_view function; // its line follows
    for (const std::string_view line : lines_of(answer.text)) {
        if (line.substr(0, 2) == "0x" && function.empty()) {
            address = number | (std::strtoull(std::string(line).c_str(), nullptr, 16) + 1);
        } else if (function.empty()) {
            function = line.substr(0, line.find(" [clone ")); // a variant that the optimizer made
        } else {
            if (const std::string shown = shown_line(line, source, runtime); !shown.empty())
                places[address].push_back({std::string(function), shown});
            function = {};
        }
    }
}

} // namespace

std::map<std::uint64_t, std::vector<CodePlace>> places_of_addresses(const std::set<std::uint64_t>& addresses,
                                                                    const CodeFiles& files,
                                                                    const std::string& source,
                                                                    Interrupts& interrupts) {
    CodePlaces places;
    std::map<std::uint64_t, std::set<std::uint64_t>> by_file;
    for (const std::uint64_t address : addresses)
        by_file[address >> file_number_at].insert(address);
    try {
        for (const auto& [number, of_file] : by_file)
            if (const auto file = files.find(number); file != files.end())
                add_places(places, of_file, file->second, source, interrupts);
    } catch (const Failure&) {
        // no lines: messages then name the previous construct
    }
    return places;
}

std::map<std::uint64_t, std::string> lines_of_addresses(const std::set<std::uint64_t>& addresses,
                                                        const CodeFiles& files, const std::string& source,
                                                        Interrupts& interrupts) {
    std::map<std::uint64_t, std::string> result;
    for (const auto& [address, places] : places_of_addresses(addresses, files, source, interrupts))
        result.emplace(address, line_among(places, source));
    return result;
}

void find_call_places(std::vector<RankOutcome>& ranks, const CodeFiles& files, const std::string& source,
                      Interrupts& interrupts) {
    std::set<std::uint64_t> addresses;
    for (const RankOutcome& rank : ranks) {
        if (!rank.last_seen || (rank.is_complete() && !rank.died_late())) continue;
        const RankPlace& seen = *rank.last_seen;
        if (seen.in_host_call()) addresses.insert({seen.host_address, seen.begun_at});
        if (is_of_recorded_program(seen)) addresses.insert(seen.host_address);
        addresses.insert({address_before(seen), seen.prepared.address});
        addresses.insert(std::begin(seen.frames), std::end(seen.frames));
    }
    addresses.erase(0);
    const auto places = places_of_addresses(addresses, files, source, interrupts);
    std::map<std::uint64_t, std::string> lines;
    for (const auto& [address, at] : places)
        lines.emplace(address, line_among(at, source));
    for (RankOutcome& rank : ranks) {
        if (!rank.last_seen) continue;
        const RankPlace& seen = *rank.last_seen;
        if (seen.in_host_call())
            rank.calls.now = lines[seen.host_address];
        else if (is_of_recorded_program(seen))
            rank.calls.last = lines[seen.host_address];
        if (is_completion(seen.waits)) rank.calls.begun = lines[seen.begun_at];
        if (seen.prepared.partner != 0) rank.calls.prepared = lines[seen.prepared.address];
        rank.calls.before = lines[address_before(seen)];
        rank.calls.failed = line_of_frames(seen, lines, source);
        rank.calls.stack = stack_of(seen, places);
    }
}

} // namespace loop::runner
