#include "app/derive/details.h"

#include "base/formats/run_launch.h"
#include "derive/read_sequences.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <map>

namespace loop::app {

using report::derive::CallDetail;

namespace {

/// OP by the number of MPI's operator in the call log; empty: host code made it, or it has no name in LOOP.
std::string combine_of(std::int32_t number) {
    static const std::array<const char*, 11> names{"",     "sum", "max", "min",  "prod", "land",
                                                   "band", "lor", "bor", "lxor", "bxor"};
    return number > 0 && number < static_cast<std::int32_t>(names.size())
               ? names[static_cast<std::size_t>(number)]
               : "";
}

/// TYPE by the signature of the elements; empty: unknown, or LOOP has no such type.
std::string element_of(std::uint64_t signature) {
    static const std::map<std::uint64_t, std::string> names{{char_signature, "char"},
                                                            {signed_char_signature, "char"},
                                                            {unsigned_char_signature, "unsigned char"},
                                                            {int_signature, "int"},
                                                            {unsigned_signature, "int"},
                                                            {long_signature, "long long"},
                                                            {unsigned_long_signature, "long long"},
                                                            {long_long_signature, "long long"},
                                                            {unsigned_long_long_signature, "long long"},
                                                            {float_signature, "float"},
                                                            {double_signature, "double"}};
    const auto found = names.find(signature);
    return found == names.end() ? std::string() : found->second;
}

/// Whether the trace does not have the slots of this construct.
bool needs_slots(const std::string& name) {
    return name == "SCATTER" || name == "ALLTOALL" || name == "REDUCE_SCATTER";
}

void add_slot(CallDetail& detail, const LoggedCall& call) {
    const auto member = static_cast<std::size_t>(call.partner);
    constexpr std::size_t most_members = 1 << 20;
    if (member >= most_members) return;
    if (detail.slots.size() <= member) detail.slots.resize(member + 1, 0);
    detail.slots[member] = std::max<long long>(call.count, 0);
}

std::vector<CallDetail> details_of(const runner::CallLog& log, bool with_slots) {
    std::vector<CallDetail> details;
    bool is_open = false; // the entry before was a collective operation, or belongs to it
    for (const LoggedCall& call : log.calls) {
        if (call.event == CallEvent::Collective) {
            const std::string name =
                report::derive::collective_construct(std::string(runner::call_name(call)));
            is_open = !name.empty() && name != "BARRIER";
            if (is_open) details.push_back({name, combine_of(call.combine), element_of(call.type), {}});
        } else if (call.event != CallEvent::Bytes) {
            is_open = false;
        } else if (is_open && with_slots && call.partner >= 0 && needs_slots(details.back().name)) {
            add_slot(details.back(), call);
        }
    }
    return details;
}

} // namespace

std::optional<runner::CallLogs> call_logs_of(const std::filesystem::path& directory, int launch, int ranks) {
    std::error_code error;
    for (const std::filesystem::path& records :
         {directory / formats::launch_folder_name(launch) / "records", directory / "records", directory}) {
        if (!std::filesystem::exists(records / "rank-0.calls", error)) continue;
        runner::CallLogs logs = runner::read_call_logs(records, ranks);
        const bool are_whole = std::all_of(logs.begin(), logs.end(), [](const runner::CallLog& log) {
            return log.is_whole(log_misses_collectives);
        });
        if (are_whole) return logs;
    }
    return std::nullopt;
}

std::vector<std::vector<CallDetail>> details_of(const runner::CallLogs& logs, bool with_slots) {
    std::vector<std::vector<CallDetail>> all;
    for (const runner::CallLog& log : logs)
        all.push_back(details_of(log, with_slots));
    return all;
}

} // namespace loop::app
