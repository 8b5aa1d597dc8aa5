#pragma once

#include "runner/outcome/calls/compare_logs.h"

#include <loop/calls.h>
#include <loop/rank_status.h>

#include <catch2/catch.hpp>

#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

// Call logs that tests write, and what comparing them finds.
namespace loop_tests {

using namespace loop;
using namespace loop::runner;
using Kind = CallFinding::Class;
using Weight = CallFinding::Weight;
using Sentences = std::vector<std::string>;

constexpr std::uint64_t ints = 6, doubles = 12, mixed = 1000;

inline std::uint16_t index_of(std::string_view name) {
    for (std::size_t i = 0; i < std::size(all_calls); ++i)
        if (all_calls[i].name == name) return static_cast<std::uint16_t>(i);
    return 0;
}

/// The log of a rank that is being written. `line`: also the address of the call.
class Log {
public:
    explicit Log(int rank) {
        log_.rank = rank;
        log_.misses = 0;
        log_.closed = true;
    }

    LoggedCall& add(CallEvent event, const std::string& name, std::uint64_t line) {
        LoggedCall& call = log_.calls.emplace_back(LoggedCall{});
        call.event = event;
        call.call = index_of(name);
        call.address = line;
        call.partner = -1;
        call.communicator = world_communicator;
        return call;
    }
    Log& operates(const std::string& name, std::uint64_t line, int root = -1, std::int64_t count = 1,
                  std::uint64_t type = ints, std::int32_t combine = 0) {
        LoggedCall& call = add(CallEvent::Collective, name, line);
        call.partner = root, call.count = count, call.type = type, call.combine = combine;
        return *this;
    }
    Log& message(CallEvent event, const std::string& name, std::uint64_t line, int partner, int tag,
                 std::uint64_t type = ints, std::uint64_t request = 0) {
        LoggedCall& call = add(event, name, line);
        call.partner = partner, call.tag = tag, call.type = type, call.count = 1, call.request = request;
        return *this;
    }
    Log& sends(std::uint64_t line, int to, int tag, std::uint64_t type = ints, std::uint64_t request = 0) {
        return message(CallEvent::Send, request == 0 ? "MPI_Send" : "MPI_Isend", line, to, tag, type,
                       request);
    }
    Log& posts(std::uint64_t line, int from, int tag, std::uint64_t type = ints, std::uint64_t request = 0) {
        return message(CallEvent::Receive, request == 0 ? "MPI_Recv" : "MPI_Irecv", line, from, tag, type,
                       request);
    }
    Log& got(std::uint64_t line, int from, int tag, std::uint64_t request = 0) {
        return message(CallEvent::Received, "MPI_Recv", line, from, tag, 0, request);
    }
    /// A blocking receive that got what it names.
    Log& receives(std::uint64_t line, int from, int tag, std::uint64_t type = ints) {
        return posts(line, from, tag, type).got(line, from, tag);
    }
    /// One from any source.
    Log& takes(std::uint64_t line, int from, int tag, std::uint64_t type = ints, int wanted_tag = -1) {
        return posts(line, -1, wanted_tag, type).got(line, from, tag);
    }
    Log& ends(CallEvent event, std::uint64_t request) {
        add(event, "MPI_Wait", 99).request = request;
        return *this;
    }
    Log& object(CallEvent event, const std::string& name, std::uint64_t line, CallObject object,
                std::uint64_t number) {
        LoggedCall& call = add(event, name, line);
        call.object = object, call.request = number, call.communicator = 0;
        return *this;
    }
    Log& window(CallEvent event, const std::string& name, std::uint64_t line, int target = -1) {
        LoggedCall& call = add(event, name, line);
        call.partner = target, call.communicator = 77;
        return *this;
    }
    LoggedCall& last() { return log_.calls.back(); }
    Log& on(std::uint64_t communicator) {
        log_.calls.back().communicator = communicator;
        return *this;
    }
    Log& runs_on() {
        log_.closed = false;
        return *this;
    }
    Log& lacks(std::uint32_t what) {
        log_.misses |= what;
        return *this;
    }

    operator CallLog() const { return log_; } // NOLINT: logs are given as lists

private:
    CallLog log_;
};

/// Line n of x.loop has address n.
inline CallLines all_lines() {
    CallLines lines;
    for (std::uint64_t line = 1; line < 100; ++line)
        lines[line] = "x.loop:" + std::to_string(line);
    return lines;
}

inline Sentences said(const CallLogs& logs, const CallContext& context = {}) {
    Sentences sentences;
    for (const CallFinding& finding : compare_call_logs(logs, context))
        sentences.push_back(finding.text(all_lines()));
    return sentences;
}

inline CallFinding only(const CallLogs& logs, const CallContext& context = {}) {
    const CallFindings findings = compare_call_logs(logs, context);
    REQUIRE(findings.size() == 1);
    return findings[0];
}

inline void check_silent(const CallLogs& logs) {
    CHECK(said(logs) == Sentences{});
}

} // namespace loop_tests
