#pragma once

#include "base/formats/run_record.h"
#include "runner/outcome/calls/call_logs.h"

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace loop::runner {

/// Source lines of addresses, see `lines_of_addresses`.
using CallLines = std::map<std::uint64_t, std::string>;

/// A call in host code, as sentences name it.
struct CallPlace {
    std::string_view call{};
    std::uint64_t address = 0;

    CallPlace() = default;
    explicit CallPlace(const LoggedCall& logged) : call(call_name(logged)), address(logged.address) {}
    std::string text(const CallLines& lines) const; ///< "`MPI_Bcast` at ring.loop:12"; no place if unknown
};

/// A sentence whose lines are looked up later.
class CallWords {
public:
    CallWords& operator<<(std::string text);
    CallWords& operator<<(const CallPlace& place);

    std::string text(const CallLines& lines) const;
    std::set<std::uint64_t> addresses() const;

private:
    std::vector<std::variant<std::string, CallPlace>> parts_;
};

/// What the calls of all ranks say together.
struct CallFinding {
    enum class Class {
        DifferentSequence,
        DifferentArguments,
        MissingParticipant,
        NeverReceived,
        MissingWait,
        ReceiveFreed,
        NeverFreed,
        Epoch,
        MessageRace,
        NeededBuffer,
        ChangedBuffer,
        InvalidArguments,
        ThreadLevel
    };
    using Weight = formats::RunFinding::Weight;

    Class what = Class::DifferentSequence;
    Weight weight = Weight::Fault;
    std::vector<int> ranks{};
    CallWords words{};

    /// "different arguments: the root of ..."
    std::string text(const CallLines& lines) const;
};

using CallFindings = std::vector<CallFinding>;

const char* class_text(CallFinding::Class what);

/// The addresses of all findings whose lines are needed.
std::set<std::uint64_t> addresses_of(const CallFindings& findings);

void append(CallFindings& all, CallFindings more);

} // namespace loop::runner
