#include "runner/outcome/calls/call_logs.h"

#include "runner/system/failure.h"
#include "runner/system/files.h"

#include <loop/calls.h>

#include <fmt/core.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <iterator>

namespace loop::runner {

namespace fs = std::filesystem;

namespace {

/// Of all ranks together.
constexpr std::size_t most_logged_calls = std::size_t(1) << 20;

bool is_log_of(const CallLogHeader& header, int rank, int ranks) {
    return std::memcmp(header.magic, call_log_magic, sizeof header.magic) == 0 && header.rank == rank &&
           header.ranks == ranks && header.calls >= 0;
}

bool is_known(const LoggedCall& call) {
    return call.event >= CallEvent::Collective && call.event <= CallEvent::Broken &&
           call.object <= CallObject::Request;
}

/// Replaces each Taken by the two entries for which it stands.
std::vector<LoggedCall> with_received(const std::vector<LoggedCall>& calls) {
    std::vector<LoggedCall> all;
    all.reserve(calls.size());
    for (const LoggedCall& call : calls) {
        all.push_back(call);
        if (call.event != CallEvent::Taken) continue;
        all.back().event = CallEvent::Receive;
        all.push_back(call);
        all.back().event = CallEvent::Received;
        all.back().type = unknown_signature;
        all.back().count = -1;
    }
    return all;
}

} // namespace

CallLog read_call_log(const fs::path& file, int rank, int ranks, std::size_t most) {
    CallLog log;
    log.rank = rank;
    std::error_code ignored;
    if (!fs::is_regular_file(file, ignored)) return log;
    std::ifstream input(file, std::ios::binary);
    CallLogHeader header{};
    if (!input.read(reinterpret_cast<char*>(&header), sizeof header) || !is_log_of(header, rank, ranks))
        return log;
    const std::uintmax_t bytes = fs::file_size(file, ignored);
    if (ignored || bytes < sizeof header) return log;
    const std::uintmax_t there = (bytes - sizeof header) / sizeof(LoggedCall);
    const auto counted = static_cast<std::uintmax_t>(header.calls);
    if (counted > there) return log; // cut
    log.calls.resize(static_cast<std::size_t>(std::min<std::uintmax_t>(counted, most)));
    const auto wanted = static_cast<std::streamsize>(log.calls.size() * sizeof(LoggedCall));
    if (!input.read(reinterpret_cast<char*>(log.calls.data()), wanted) ||
        !std::all_of(log.calls.begin(), log.calls.end(), is_known)) {
        log.calls.clear();
        return log;
    }
    log.calls = with_received(log.calls);
    log.misses = header.misses | (counted > most ? log_is_full : 0);
    log.closed = header.closed == 1;
    log.recorded = header.places != loop::CallPlace::Constructs;
    const bool is_known_misuse = header.misuse <= static_cast<std::uint16_t>(ThreadMisuse::Finalize);
    log.misuse = is_known_misuse ? static_cast<ThreadMisuse>(header.misuse) : ThreadMisuse::None;
    log.misused.call = header.misused, log.misused.address = header.misused_from;
    return log;
}

CallLogs read_call_logs(const fs::path& records, int ranks) {
    CallLogs logs;
    const std::size_t most = most_logged_calls / static_cast<std::size_t>(std::max(ranks, 1));
    for (int rank = 0; rank < ranks; ++rank)
        logs.push_back(read_call_log(records / fmt::format("rank-{}.calls", rank), rank, ranks, most));
    return logs;
}

bool is_first_call(const CallLog& log, std::uint64_t address) {
    if (!log.has_all(log_is_full) || log.calls.empty()) return false;
    const std::uint64_t last = log.calls.back().address;
    return std::none_of(log.calls.begin(), log.calls.end() - 1, [&](const LoggedCall& call) {
        return call.address == address || call.address == last;
    });
}

std::string_view call_name(const LoggedCall& call) {
    return call.call > 0 && call.call < std::size(all_calls) ? all_calls[call.call].name : "an MPI call";
}

bool types_conflict(const LoggedCall& a, const LoggedCall& b) {
    return signatures_differ(a.type, a.count, b.type, b.count);
}

} // namespace loop::runner
