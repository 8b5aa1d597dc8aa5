#include "made_call_logs.h"

#include <catch2/catch.hpp>

using namespace loop_tests;

namespace {

/// A log with windows: rank 0 has 400 bytes in units of 4, rank 1 has 64 bytes in units of 1.
class WindowLog : public Log {
public:
    explicit WindowLog(int rank) : Log(rank) {
        LoggedCall& made = add(CallEvent::Made, "MPI_Win_create", 5);
        made.object = CallObject::Window, made.communicator = 77, made.request = 1;
        made.count = rank == 0 ? 400 : 64, made.tag = rank == 0 ? 4 : 1;
    }
    WindowLog& fences(std::uint64_t line, std::int32_t asserts = 0) {
        window(CallEvent::Epoch, "MPI_Win_fence", line);
        last().combine = asserts;
        return *this;
    }
    WindowLog& puts(std::uint64_t line, int target, std::int64_t place, std::int32_t reach) {
        window(CallEvent::Access, "MPI_Put", line, target);
        last().place = static_cast<std::uint64_t>(place), last().tag = reach;
        return *this;
    }
    WindowLog& calls(const std::string& name, std::uint64_t line, int target) {
        window(CallEvent::Epoch, name, line, target);
        return *this;
    }
    CallLog freed() {
        object(CallEvent::Freed, "MPI_Win_free", 90, CallObject::Window, 1);
        return *this;
    }
};

LoggedCall& breaks(Log& log, CallRule rule, const std::string& name, std::uint64_t line) {
    LoggedCall& call = log.add(CallEvent::Broken, name, line);
    call.tag = static_cast<std::int32_t>(rule);
    return call;
}

Sentences said_of(CallRule rule, const std::string& name) {
    Log zero(0), one(1);
    for (Log* log : {&zero, &one}) {
        LoggedCall& call = breaks(*log, rule, name, 10);
        call.combine = 9, call.type = float_signature;
    }
    return said({zero, one});
}

} // namespace

TEST_CASE("broken rules are named with their call and ranks", "[calls]") {
    CHECK(said_of(CallRule::Operator, "MPI_Reduce") ==
          Sentences{"invalid arguments: `MPI_Reduce` at x.loop:10 applies MPI_LXOR to float, which MPI does "
                    "not allow (ranks 0 and 1)"});
    CHECK(said_of(CallRule::OwnSignatures, "MPI_Allgather") ==
          Sentences{"invalid arguments: `MPI_Allgather` at x.loop:10 does not send as many elements of the "
                    "same types as it receives (ranks 0 and 1)"});
    CHECK(said_of(CallRule::TargetSignature, "MPI_Put") ==
          Sentences{"invalid arguments: `MPI_Put` at x.loop:10 has other elements at its origin than at its "
                    "target (ranks 0 and 1)"});
    CHECK(said_of(CallRule::Overlap, "MPI_Recv") ==
          Sentences{"invalid arguments: `MPI_Recv` at x.loop:10 receives with a datatype whose entries "
                    "overlap (ranks 0 and 1)"});
    CHECK(said_of(CallRule::OwnBuffers, "MPI_Sendrecv") ==
          Sentences{"invalid arguments: the buffers of `MPI_Sendrecv` at x.loop:10 overlap (ranks 0 and 1)"});
    Log log(0);
    log.posts(10, 0, 1, ints, 4);
    breaks(log, CallRule::PendingBuffer, "MPI_Irecv", 11).request = 4;
    log.got(12, 0, 1, 4).sends(13, 0, 1);
    CHECK(said({log}) ==
          Sentences{"invalid arguments: the buffer of `MPI_Irecv` at x.loop:11 overlaps that of "
                    "`MPI_Irecv` at x.loop:10, which is pending (rank 0)"});
}

namespace {

/// What is said of a buffer of 80 bytes, of which `there` are good. `other`: another call whose buffer it is.
std::string said_of_memory(BufferRole role, MemoryKind kind, std::int64_t there, bool other = false) {
    Log log(0);
    if (other) log.posts(10, 0, 1, ints, 4);
    LoggedCall& call = breaks(log, CallRule::Memory, other ? "MPI_Wait" : "MPI_Recv", 11);
    call.combine = memory_facts(role, kind);
    call.count = 80, call.type = static_cast<std::uint64_t>(there), call.request = other ? 4 : 0;
    if (other) log.got(12, 0, 1, 4).sends(13, 0, 1);
    return only({log}).text(all_lines());
}

} // namespace

TEST_CASE("buffers that do not fit are named with their bytes and their memory", "[calls]") {
    const std::string call = "`MPI_Recv` at x.loop:11";
    CHECK(said_of_memory(BufferRole::Data, MemoryKind::Stack, 40) ==
          "invalid arguments: the buffer of " + call +
              " needs 80 bytes, but its array on the stack ends after 40 (rank 0)");
    CHECK(said_of_memory(BufferRole::Send, MemoryKind::Global, 79) ==
          "invalid arguments: the send buffer of " + call +
              " needs 80 bytes, but its global array ends after 79 (rank 0)");
    CHECK(said_of_memory(BufferRole::Receive, MemoryKind::Heap, 4) ==
          "invalid arguments: the receive buffer of " + call +
              " needs 80 bytes, but its block of the heap ends after 4 (rank 0)");
    CHECK(said_of_memory(BufferRole::Origin, MemoryKind::Unknown, 4) ==
          "invalid arguments: the origin buffer of " + call +
              " needs 80 bytes, but the program's memory there ends after 4 (rank 0)");
    CHECK(said_of_memory(BufferRole::Window, MemoryKind::Heap, 0) ==
          "invalid arguments: the memory of the window of " + call +
              " begins outside of the arrays and variables of the program (rank 0)");
    CHECK(said_of_memory(BufferRole::Result, MemoryKind::Freed, 0) ==
          "invalid arguments: the result buffer of " + call + " is in memory that was freed (rank 0)");
    CHECK(said_of_memory(BufferRole::Data, MemoryKind::LeftScope, 0) ==
          "invalid arguments: the buffer of " + call +
              " is in a variable whose function or block has ended (rank 0)");
    CHECK(said_of_memory(BufferRole::Data, MemoryKind::Freed, 0, true) ==
          "invalid arguments: the buffer of `MPI_Irecv` at x.loop:10 was freed before `MPI_Wait` at "
          "x.loop:11 (rank 0)");
    CHECK(said_of_memory(BufferRole::Data, MemoryKind::LeftScope, 0, true) ==
          "invalid arguments: the buffer of `MPI_Irecv` at x.loop:10 is in a variable whose function or "
          "block had ended before "
          "`MPI_Wait` at x.loop:11 (rank 0)");
    CHECK(said_of_memory(BufferRole::Data, MemoryKind::Heap, 40, true) ==
          "invalid arguments: the buffer of `MPI_Irecv` at x.loop:10 needs 80 bytes, but its block of the "
          "heap ends after 40, in `MPI_Wait` at x.loop:11 (rank 0)");
}

TEST_CASE("accesses beyond a window are found with its size and unit", "[calls]") {
    const auto zero = [](std::int64_t place, std::int32_t reach, int target) {
        return WindowLog(0).fences(10).puts(11, target, place, reach).fences(12).freed();
    };
    const CallLog one = WindowLog(1).fences(10).fences(12).freed();
    CHECK(said({zero(60, 8, 1), one}) ==
          Sentences{"invalid arguments: `MPI_Put` at x.loop:11 reaches beyond the window: 8 bytes from "
                    "displacement 60 (unit 1), and the part of rank 1 has 64 bytes (rank 0)"});
    CHECK(said({zero(99, 8, 0), one}).size() == 1);
    CHECK(said({zero(-1, 8, 0), one}).size() == 1);
    check_silent({zero(56, 8, 1), one});
    check_silent({zero(98, 8, 0), one});
    check_silent({zero(1000, 0, 1), one});  // no elements
    check_silent({zero(1000, -1, 1), one}); // not known how far
}

TEST_CASE("a changed origin buffer is found like that of a message", "[calls]") {
    WindowLog zero(0);
    zero.fences(10).puts(11, 1, 0, 4);
    zero.last().request = 8;
    zero.ends(CallEvent::Changed, 8);
    zero.fences(12);
    CHECK(said({zero.freed()}) ==
          Sentences{"changed buffer: the buffer of `MPI_Put` at x.loop:11 was changed "
                    "before `MPI_Wait` at x.loop:99 (rank 0)"});
}

TEST_CASE("fences say what they begin and end", "[calls]") {
    const auto epochs = [](WindowLog log) { return said({log.freed()}); };
    CHECK(epochs(WindowLog(0).fences(10).puts(11, 0, 0, 4).fences(12, fence_ends_nothing)) ==
          Sentences{"epoch: `MPI_Win_fence` at x.loop:12 asserts MPI_MODE_NOPRECEDE, but `MPI_Put` at "
                    "x.loop:11 precedes it (rank 0)"});
    CHECK(epochs(WindowLog(0).fences(10, fence_begins_nothing).puts(11, 0, 0, 4)) ==
          Sentences{"epoch: `MPI_Put` at x.loop:11 is outside an epoch of its window (rank 0)"});
    CHECK(
        epochs(WindowLog(0).fences(10, fence_ends_nothing).puts(11, 0, 0, 4).fences(12, fence_begins_nothing))
            .empty());
    const auto with_lock = [&](WindowLog log, std::int32_t asserts) {
        log.calls("MPI_Win_lock", 13, 0).puts(14, 0, 0, 4).calls("MPI_Win_unlock", 15, 0);
        return epochs(log.fences(16, asserts));
    };
    const Sentences inside{"epoch: `MPI_Win_lock` at x.loop:13 begins an epoch in that of `MPI_Win_fence` at "
                           "x.loop:10, which is not closed (rank 0)"};
    CHECK(with_lock(WindowLog(0).fences(10), 0) == inside);
    CHECK(with_lock(WindowLog(0).fences(10).puts(11, 0, 0, 4).fences(12), 0).empty());
    CHECK(with_lock(WindowLog(0).fences(10, fence_begins_nothing), 0).empty());
    CHECK(with_lock(WindowLog(0).fences(10), fence_ends_nothing).empty());
    CHECK(epochs(WindowLog(0)
                     .fences(10)
                     .puts(11, 0, 0, 4)
                     .calls("MPI_Win_lock", 13, 0)
                     .calls("MPI_Win_unlock", 15, 0)
                     .fences(16)) == inside);
}

TEST_CASE("calls of threads that may not call are named", "[calls]") {
    const auto misused = [](int rank, ThreadMisuse misuse) {
        CallLog log = Log(rank).lacks(log_misses_threads);
        log.misuse = misuse;
        log.misused.call = index_of("MPI_Send"), log.misused.address = 20;
        return log;
    };
    CHECK(said({misused(0, ThreadMisuse::OtherThread), misused(1, ThreadMisuse::None),
                misused(2, ThreadMisuse::OtherThread)}) ==
          Sentences{
              "thread level: `MPI_Send` at x.loop:20 was called by another thread than the main one, which "
              "needs MPI_THREAD_SERIALIZED or MPI_THREAD_MULTIPLE (ranks 0 and 2)"});
    CHECK(
        said({misused(0, ThreadMisuse::AtOnce)}) ==
        Sentences{"thread level: `MPI_Send` at x.loop:20 was called while another thread was in an MPI call, "
                  "which needs MPI_THREAD_MULTIPLE (rank 0)"});
    CHECK(said({misused(0, ThreadMisuse::Finalize)}) ==
          Sentences{
              "thread level: `MPI_Send` at x.loop:20 was called by another thread than the main one (rank "
              "0)"});
    check_silent({misused(0, ThreadMisuse::None)});
}
