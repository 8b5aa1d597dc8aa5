#include "runner/outcome/calls/collectives.h"

#include "base/text/strings.h"

#include <loop/rank_status.h>

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <optional>

namespace loop::runner {

namespace {

using Class = CallFinding::Class;

/// The operations of one rank on one communicator.
struct Member {
    const CallLog* log = nullptr;
    std::vector<const LoggedCall*> operations{};

    /// Whether the rank will not call another one.
    bool is_over() const { return log->is_whole(log_misses_collectives); }
    bool has(std::size_t index) const { return index < operations.size(); }
};

using Members = std::vector<Member>;

/// Ranks that agree, and what they called.
struct Group {
    const LoggedCall* call;
    std::vector<int> ranks;
};

bool ends_with(std::string_view text, std::string_view end) {
    return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}

/// Whether the signatures differ if the counts do.
bool have_same_elements(const LoggedCall& a, const LoggedCall& b) {
    const bool mixed = a.type >= first_mixed_signature && b.type >= first_mixed_signature;
    return a.type != unknown_signature && (a.type == b.type || mixed);
}

/// To leave out a call that frees something is another fault, and ranks need not wait in it.
bool only_frees(const LoggedCall& call) {
    const std::string_view name = call_name(call);
    return ends_with(name, "_free") || ends_with(name, "_disconnect");
}

/// Whether the call shows that the rank is a member of `communicator`.
bool names_communicator(const LoggedCall& call) {
    if (call.communicator == 0) return false;
    return call.event == CallEvent::Collective ||
           (call.event == CallEvent::Made && call.object == CallObject::Communicator);
}

std::map<std::uint64_t, Members> members_by_communicator(const CallLogs& logs) {
    std::map<std::uint64_t, Members> result;
    for (const CallLog& log : logs) {
        if (!log.has_all(log_misses_collectives)) continue;
        std::map<std::uint64_t, Member> own{{world_communicator, Member{&log}}};
        for (const LoggedCall& call : log.calls) {
            if (!names_communicator(call)) continue;
            Member& member = own.emplace(call.communicator, Member{&log}).first->second;
            if (call.event == CallEvent::Collective && !only_frees(call)) member.operations.push_back(&call);
        }
        for (auto& [communicator, member] : own)
            result[communicator].push_back(std::move(member));
    }
    return result;
}

/// Compares the operations of one communicator.
class Comparison {
public:
    Comparison(std::uint64_t communicator, const Members& members)
        : communicator_(communicator), members_(members) {}

    std::optional<CallFinding> first_difference() const {
        std::size_t longest = 0;
        for (const Member& member : members_)
            longest = std::max(longest, member.operations.size());
        for (std::size_t i = 0; i < longest; ++i)
            if (auto found = difference_at(i)) return found;
        return std::nullopt;
    }

private:
    std::optional<CallFinding> difference_at(std::size_t index) const {
        const std::vector<Group> groups = groups_at(index);
        if (groups.size() > 1) {
            if (auto found = left_out(index, groups)) return found;
            return different_sequence(index, groups);
        }
        if (groups.empty()) return std::nullopt;
        if (auto found = missing(index, groups[0])) return found;
        return different_arguments(index);
    }

    /// The ranks by the operation that they called, in order of their numbers.
    std::vector<Group> groups_at(std::size_t index) const {
        std::vector<Group> groups;
        for (const Member& member : members_) {
            if (!member.has(index)) continue;
            const LoggedCall* const call = member.operations[index];
            const auto same = [&](const Group& group) { return group.call->call == call->call; };
            auto found = std::find_if(groups.begin(), groups.end(), same);
            if (found == groups.end()) found = groups.insert(groups.end(), Group{call, {}});
            found->ranks.push_back(member.log->rank);
        }
        return groups;
    }

    std::string which(std::size_t index) const {
        return fmt::format("collective operation {} of {}", index + 1,
                           communicator_ == world_communicator ? "MPI_COMM_WORLD" : "a communicator");
    }

    static std::vector<int> ranks_of(const std::vector<Group>& groups) {
        std::vector<int> ranks;
        for (const Group& group : groups)
            ranks.insert(ranks.end(), group.ranks.begin(), group.ranks.end());
        std::sort(ranks.begin(), ranks.end());
        return ranks;
    }

    CallFinding different_sequence(std::size_t index, const std::vector<Group>& groups) const {
        CallFinding finding{Class::DifferentSequence, CallFinding::Weight::Fault, ranks_of(groups)};
        finding.words << which(index) << " is ";
        constexpr std::size_t most = 4;
        for (std::size_t i = 0; i < groups.size() && i < most; ++i)
            finding.words << (i == 0 ? "" : ", ") << CallPlace(*groups[i].call)
                          << " on " + rank_list(groups[i].ranks);
        return finding;
    }

    /// Ranks that called all that the others called, except this one operation.
    std::optional<CallFinding> left_out(std::size_t index, const std::vector<Group>& groups) const {
        if (groups.size() != 2) return std::nullopt;
        for (const std::size_t which : {std::size_t(0), std::size_t(1)})
            if (have_left_out(index, groups[which], groups[1 - which]))
                return missing_at(index, groups[which], groups[1 - which].ranks, " have left it out",
                                  " has left it out");
        return std::nullopt;
    }

    const Member& member_of(int rank) const {
        return *std::find_if(members_.begin(), members_.end(),
                             [&](const Member& member) { return member.log->rank == rank; });
    }

    bool have_left_out(std::size_t index, const Group& callers, const Group& others) const {
        const Member& caller = member_of(callers.ranks[0]);
        return caller.is_over() && std::all_of(others.ranks.begin(), others.ranks.end(), [&](int rank) {
                   const Member& other = member_of(rank);
                   return other.is_over() && other.operations.size() + 1 == caller.operations.size() &&
                          std::equal(
                              other.operations.begin() + static_cast<std::ptrdiff_t>(index),
                              other.operations.end(),
                              caller.operations.begin() + static_cast<std::ptrdiff_t>(index) + 1,
                              [](const LoggedCall* a, const LoggedCall* b) { return a->call == b->call; });
               });
    }

    /// Ranks that will not call the operation that others have called.
    std::optional<CallFinding> missing(std::size_t index, const Group& callers) const {
        std::vector<int> gone;
        for (const Member& member : members_)
            if (!member.has(index) && member.is_over()) gone.push_back(member.log->rank);
        if (gone.empty()) return std::nullopt;
        const std::string end = member_of(gone[0]).log->recorded ? "MPI_Finalize" : "\\CLOSE0";
        return missing_at(index, callers, gone, fmt::format(" have reached `{}` without it", end),
                          fmt::format(" has reached `{}` without it", end));
    }

    CallFinding missing_at(std::size_t index, const Group& callers, const std::vector<int>& gone,
                           const std::string& they, const std::string& it) const {
        CallFinding finding{Class::MissingParticipant, CallFinding::Weight::Fault, gone};
        finding.words << rank_list(callers.ranks) + (callers.ranks.size() == 1 ? " has" : " have") +
                             " called "
                      << CallPlace(*callers.call) << " (" + which(index) + "), and "
                      << rank_list(gone) + (gone.size() == 1 ? it : they);
        return finding;
    }

    struct Argument {
        const char* name;
        bool (*conflict)(const LoggedCall&, const LoggedCall&);
        std::int64_t (*value)(const LoggedCall&);
        bool shown;
    };

    std::optional<CallFinding> different_arguments(std::size_t index) const {
        static constexpr Argument all[] = {
            {"root",
             [](const LoggedCall& a, const LoggedCall& b) {
                 return a.partner >= 0 && b.partner >= 0 && a.partner != b.partner;
             },
             [](const LoggedCall& call) { return std::int64_t{call.partner}; }, true},
            {"type", types_conflict,
             [](const LoggedCall& call) { return static_cast<std::int64_t>(call.type); }, false},
            {"count",
             [](const LoggedCall& a, const LoggedCall& b) {
                 return have_same_elements(a, b) && a.count >= 0 && b.count >= 0 && a.count != b.count;
             },
             [](const LoggedCall& call) { return call.count; }, true},
            {"MPI_Op",
             [](const LoggedCall& a, const LoggedCall& b) {
                 return a.combine != 0 && b.combine != 0 && a.combine != b.combine;
             },
             [](const LoggedCall& call) { return std::int64_t{call.combine}; }, false},
        };
        for (const Argument& argument : all)
            if (auto found = difference_in(index, argument)) return found;
        return std::nullopt;
    }

    std::optional<CallFinding> difference_in(std::size_t index, const Argument& argument) const {
        const LoggedCall *one = nullptr, *other = nullptr;
        std::vector<const LoggedCall*> distinct; // by value: mostly one
        for (const Member& member : members_) {
            if (!member.has(index)) continue;
            const LoggedCall* const call = member.operations[index];
            for (const LoggedCall* const before : distinct)
                if (one == nullptr && argument.conflict(*before, *call)) one = before, other = call;
            const auto same = [&](const LoggedCall* known) {
                return argument.value(*known) == argument.value(*call) && known->type == call->type &&
                       (known->count == 0) == (call->count == 0);
            };
            if (std::none_of(distinct.begin(), distinct.end(), same)) distinct.push_back(call);
        }
        if (one == nullptr) return std::nullopt;
        return argument_finding(index, argument, *one, *other);
    }

    CallFinding argument_finding(std::size_t index, const Argument& argument, const LoggedCall& one,
                                 const LoggedCall& other) const {
        CallFinding finding{Class::DifferentArguments, CallFinding::Weight::Fault, {}};
        std::map<std::int64_t, std::vector<int>> values;
        for (const Member& member : members_)
            if (member.has(index)) {
                const LoggedCall& call = *member.operations[index];
                if (!argument.conflict(one, call) && !argument.conflict(other, call)) continue;
                values[argument.value(call)].push_back(member.log->rank);
                finding.ranks.push_back(member.log->rank);
            }
        finding.words << std::string("the ") + argument.name + " of " << CallPlace(one);
        if (other.address != one.address) finding.words << " and of " << CallPlace(other);
        finding.words << " is not the same on all ranks: ";
        std::vector<std::string> parts;
        for (const auto& [value, ranks] : values)
            parts.push_back(argument.shown ? fmt::format("{} on {}", value, rank_list(ranks))
                                           : fmt::format("one on {}", rank_list(ranks)));
        finding.words << some_of(parts, 4);
        return finding;
    }

    std::uint64_t communicator_;
    const Members& members_;
};

} // namespace

CallFindings compare_collectives(const CallLogs& logs) {
    CallFindings findings;
    for (const auto& [communicator, members] : members_by_communicator(logs)) {
        if (members.size() < 2) continue;
        if (auto found = Comparison(communicator, members).first_difference())
            findings.push_back(std::move(*found));
    }
    return findings;
}

} // namespace loop::runner
