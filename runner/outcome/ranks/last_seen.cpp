#include "runner/outcome/ranks/last_seen.h"

#include "runner/system/failure.h"
#include "runner/system/files.h"
#include "runner/system/process.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstring>

namespace loop::runner {

namespace {

std::optional<RankStatus> status_in(const std::filesystem::path& file) {
    RankStatus status{};
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(file, ignored)) return std::nullopt;
    try {
        const std::string bytes = read_file(file, 4096);
        if (bytes.size() < sizeof status) return std::nullopt;
        std::memcpy(&status, bytes.data(), sizeof status);
    } catch (const Failure&) {
        return std::nullopt;
    }
    return valid(status) ? std::optional(status) : std::nullopt;
}

std::filesystem::path status_file(const std::filesystem::path& records, int rank) {
    return records / fmt::format("rank-{}.status", rank);
}

} // namespace

std::optional<RankStatus> read_status_file(const std::filesystem::path& records, int rank) {
    return status_in(status_file(records, rank));
}

double message_bytes(const RankStatus& status) {
    constexpr double widest_type = 16; // bytes of the largest predefined MPI type
    const double first_argument = std::max(static_cast<double>(status.arguments[0]), 0.0);
    if (place_of(status).in_host_call()) return first_argument * widest_type;
    const char* const first = argument_name(place_of(status).construct, 0);
    const bool bytes = std::strcmp(first, "size") == 0 || std::strcmp(first, "length") == 0 ||
                       std::strcmp(first, "number of bytes") == 0;
    return bytes ? first_argument : 0;
}

std::optional<RankPlace> read_status(const std::filesystem::path& records, int rank) {
    const std::optional<RankStatus> status = status_in(status_file(records, rank));
    return status ? std::optional(place_of(*status)) : std::nullopt;
}

std::vector<pid_t> rank_processes(const std::filesystem::path& records, int ranks) {
    std::vector<pid_t> processes;
    for (int rank = 0; rank < ranks; ++rank)
        if (const auto status = status_in(status_file(records, rank)))
            processes.push_back(static_cast<pid_t>(status->pid));
    return processes;
}

std::string construct_text(Construct construct) {
    const std::string name = construct_name(construct);
    if (name.empty()) return {};
    return std::isupper(static_cast<unsigned char>(name[0])) != 0 ? "\\" + name : name;
}

bool is_of_recorded_program(const RankPlace& seen) {
    return seen.construct == Construct::Open0 && seen.line == 0;
}

std::string place_text(const RankPlace& seen, const std::string& source) {
    const std::string construct = construct_text(seen.construct);
    if (seen.line == 0 || construct.empty()) return "before the first construct";
    return fmt::format("{} `{}` at {}:{}", seen.inside ? "in" : "after", construct, source, seen.line);
}

std::string end_text(const RankPlace& seen) {
    switch (seen.state) {
    case RankState::Exited:
        return fmt::format("exited without `{}`{}",
                           is_of_recorded_program(seen) ? "MPI_Finalize" : "\\CLOSE0",
                           seen.detail < 0 ? "" : fmt::format(" (code {})", seen.detail));
    case RankState::Signalled:
        return "died by " + signal_text(seen.detail);
    case RankState::Aborted:
        return fmt::format("called MPI_Abort({})", seen.detail);
    case RankState::Refused:
        return "refused the run";
    case RankState::Failed:
        return seen.detail == static_cast<int>(ExitCode::InputOutput)
                   ? "stopped because it could not write a file"
                   : "stopped on an error";
    case RankState::Starting:
    case RankState::HostCode:
    case RankState::InConstruct:
    case RankState::Closed:
        return {};
    }
    return {};
}

std::string state_text(RankState state) {
    constexpr std::array words{"starting",  "host code", "in construct", "closed", "exited",
                               "signalled", "aborted",   "refused",      "failed"};
    const auto index = static_cast<std::size_t>(state) - static_cast<std::size_t>(RankState::Starting);
    return index < words.size() ? words[index] : "unknown";
}

} // namespace loop::runner
