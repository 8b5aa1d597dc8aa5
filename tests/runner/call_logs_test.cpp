#include "made_call_logs.h"
#include "runner/system/files.h"

#include <catch2/catch.hpp>

#include <cstddef>
#include <cstring>

using namespace loop_tests;

namespace {

std::string file_of(const CallLog& log, int ranks) {
    CallLogHeader header{};
    std::memcpy(header.magic, call_log_magic, sizeof header.magic);
    header.rank = log.rank, header.ranks = ranks, header.misses = log.misses, header.closed = log.closed;
    header.calls = static_cast<std::int64_t>(log.calls.size());
    std::string bytes(reinterpret_cast<const char*>(&header), sizeof header);
    return bytes.append(reinterpret_cast<const char*>(log.calls.data()),
                        log.calls.size() * sizeof(LoggedCall));
}

} // namespace

TEST_CASE("a log is read if it is whole, and else says nothing", "[calls]") {
    const TemporaryDirectory folder({}, "calls");
    const auto file = folder.path() / "rank-1.calls";
    const std::string good = file_of(Log(1).receives(20, 0, 5), 2);
    const auto read = [&](const std::string& bytes, std::size_t most = 100) {
        write_file(file, bytes);
        return read_call_log(file, 1, 2, most);
    };
    const auto says_nothing = [](const CallLog& log) {
        return log.calls.empty() && !log.has_all(log_misses_messages) && !log.closed;
    };
    CHECK(says_nothing(read_call_log(folder.path() / "no", 1, 2, 100)));
    const CallLog log = read(good);
    CHECK(log.calls.size() == 2);
    CHECK(log.is_whole(log_misses_messages));
    CHECK(call_name(log.calls[0]) == "MPI_Recv");
    SECTION("a part of it") {
        const CallLog part = read(good, 1);
        CHECK(part.calls.size() == 1);
        CHECK(part.has_all(log_misses_messages));
        CHECK_FALSE(part.is_whole(log_misses_messages));
    }
    SECTION("a file that is cut or wrong") {
        for (const std::size_t bytes : {0UL, 8UL, 63UL, 64UL, 100UL, 191UL})
            CHECK(says_nothing(read(good.substr(0, bytes))));
        const auto changed = [&](std::size_t at, char byte) {
            std::string bytes = good;
            bytes[at] = byte;
            return read(bytes);
        };
        CHECK(says_nothing(changed(0, 'X')));
        CHECK(says_nothing(changed(8, 3)));                                  // another rank
        CHECK(says_nothing(changed(12, 3)));                                 // of other ranks
        CHECK(says_nothing(changed(offsetof(CallLogHeader, calls) + 6, 1))); // too many calls
        CHECK(says_nothing(changed(offsetof(CallLogHeader, calls) + 7, -1)));
        CHECK(says_nothing(changed(64, 0))); // no event
        CHECK(says_nothing(changed(64, 100)));
        CHECK(says_nothing(changed(65, 100))); // no object
        CHECK(call_name(changed(67, 100).calls[0]) == "an MPI call");
    }
}

TEST_CASE("a receive that has completed is one entry of the file, and two when read", "[calls]") {
    const TemporaryDirectory folder({}, "calls");
    const auto file = folder.path() / "rank-1.calls";
    write_file(file, file_of(Log(1).message(CallEvent::Taken, "MPI_Recv", 20, 0, 5).sends(21, 0, 6), 2));
    const std::vector<LoggedCall> calls = read_call_log(file, 1, 2, 100).calls;
    REQUIRE(calls.size() == 3);
    CHECK(calls[0].event == CallEvent::Receive);
    CHECK(calls[0].type == ints);
    CHECK(calls[1].event == CallEvent::Received);
    CHECK(calls[1].type == unknown_signature);
    CHECK(calls[2].event == CallEvent::Send);
    for (const LoggedCall& call : {calls[0], calls[1]}) {
        CHECK(call.partner == 0);
        CHECK(call.tag == 5);
        CHECK(call.address == 20);
    }
}

TEST_CASE("a log shows whether a rank has made its call before", "[calls]") {
    CHECK(is_first_call(Log(0).operates("MPI_Bcast", 3).operates("MPI_Barrier", 5), 5));
    CHECK(is_first_call(Log(0).operates("MPI_Bcast", 3).posts(4, 1, 1, ints, 9), 5)); // in the MPI_Wait
    CHECK(!is_first_call(
        Log(0).operates("MPI_Barrier", 5).operates("MPI_Bcast", 3).operates("MPI_Barrier", 5), 5));
    CHECK(!is_first_call(
        Log(0).operates("MPI_Barrier", 3).operates("MPI_Bcast", 4).operates("MPI_Barrier", 3), 5));
    CHECK(!is_first_call(Log(0), 5));
    CHECK(!is_first_call(Log(0).operates("MPI_Bcast", 3).operates("MPI_Barrier", 5).lacks(log_is_full), 5));
}
