// The ranks' logs of MPI calls, one per piece. The first byte says whether what is left is a fault.
#include "runner/outcome/calls/compare_logs.h"
#include "target.h"

#include <cstring>

using namespace loop;
using namespace loop::runner;

namespace {

/// Makes a log believed that was changed: only its calls are as they came.
void make_valid(std::string& log, int rank, int ranks) {
    CallLogHeader header{};
    if (log.size() < sizeof header) return;
    std::memcpy(&header, log.data(), sizeof header);
    std::memcpy(header.magic, call_log_magic, sizeof header.magic);
    header.rank = rank, header.ranks = ranks;
    const std::size_t calls = (log.size() - sizeof header) / sizeof(LoggedCall);
    header.calls = static_cast<std::int64_t>(calls);
    std::memcpy(log.data(), &header, sizeof header);
    for (std::size_t i = 0; i < calls; ++i) {
        char* const at = log.data() + sizeof header + i * sizeof(LoggedCall);
        at[0] = static_cast<char>(1 + static_cast<unsigned char>(at[0]) % 11);
        at[1] = static_cast<char>(static_cast<unsigned char>(at[1]) % 7);
    }
}

void compare(const loop_fuzz::Folder& folder, int ranks, const CallContext& context) {
    const CallLogs logs = read_call_logs(folder.path(), ranks);
    const CallFindings findings = compare_call_logs(logs, context);
    CallLines lines;
    for (const std::uint64_t address : addresses_of(findings))
        lines[address] = "a.loop:1";
    for (const CallFinding& finding : findings)
        loop_fuzz::expect_clean(finding.text(lines));
}

} // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    std::vector<std::string> logs = loop_fuzz::pieces(data + 1, size - 1, 1);
    if (logs.size() > 16) logs.resize(16);
    const int ranks = static_cast<int>(logs.size());
    const loop_fuzz::Folder folder;
    CallContext context;
    context.strict = data[0] % 2 != 0;
    for (const bool valid : {false, true}) {
        for (int rank = 0; rank < ranks; ++rank) {
            std::string& log = logs[static_cast<std::size_t>(rank)];
            if (valid) make_valid(log, rank, ranks);
            folder.put("rank-" + std::to_string(rank) + ".calls", log);
        }
        compare(folder, ranks, context);
    }
    return 0;
}
