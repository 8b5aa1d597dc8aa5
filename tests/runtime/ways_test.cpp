#include "comm/messages.h"
#include "comm/pair_calls.h"
#include "ranks.h"
#include "session/session.h"

#include <loop/loop.h>
#include <loop/patterns.h>

#include <catch2/catch.hpp>
#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <set>
#include <vector>

namespace {

using loop::runtime::PendingExchange;
using loop::runtime::the_way;
using loop::runtime::Transfer;

// In the present way.
std::vector<const PendingExchange*> present_exchanges() {
    std::vector<const PendingExchange*> found;
    for (const PendingExchange* exchange : loop::runtime::all_exchanges())
        if (exchange->way == the_way && exchange->entry != nullptr) found.push_back(exchange);
    return found;
}

// The only one, if it is not persistent.
const PendingExchange& present_exchange() {
    const std::vector<const PendingExchange*> all = present_exchanges();
    REQUIRE(all.size() == 1);
    return *all[0];
}

std::size_t past(const void* data, std::size_t align) {
    return reinterpret_cast<std::uintptr_t>(data) % align;
}

void expect_offsets(std::size_t align, std::size_t send, std::size_t receive) {
    const PendingExchange& exchange = present_exchange();
    for (const Transfer& to : exchange.sends)
        CHECK(past(to.data, align) == send);
    for (const Transfer& from : exchange.receives)
        CHECK(past(from.data, align) == receive);
}

} // namespace

TEST_CASE("WITH places the runtime's buffers after multiples of ALIGN") {
    for (const long long align : {1, 64, 8192, 1 << 16}) {
        const auto multiple = static_cast<std::size_t>(align);
        const loop::With aligned(align);
        for (const long long bytes : {1, 100, 5000}) {
            loop::communicate(bytes, 1, 2);
            expect_offsets(multiple, 0, 0);
            const loop::With offset(std::nullopt, 3);
            loop::communicate(bytes, 1, 2);
            expect_offsets(multiple, 3 % multiple, 3 % multiple);
            const loop::With apart(std::nullopt, std::nullopt, 5);
            loop::exchange(bytes, 1, 2);
            expect_offsets(multiple, 3 % multiple, 5 % multiple);
        }
    }
}

TEST_CASE("WITH uses BUFFERS buffers in turn") {
    const loop::With three({}, {}, {}, 3);
    std::set<const void*> sent, received;
    for (int call = 0; call < 9; ++call) {
        loop::communicate(100, 1, 1);
        const PendingExchange& exchange = present_exchange();
        for (const Transfer& to : exchange.sends)
            sent.insert(to.data);
        for (const Transfer& from : exchange.receives)
            received.insert(from.data);
    }
    const std::size_t buffers = ranks > 1 ? 3 : 0;
    CHECK(sent.size() == buffers);
    CHECK(received.size() == buffers);
}

TEST_CASE("options that WITH does not give stay as outside, and end with it") {
    const loop::runtime::Way* const outside = the_way;
    {
        const loop::With synchronous({}, {}, {}, {}, {}, "synchronous");
        {
            const loop::With any({}, {}, {}, {}, {}, {}, true);
            CHECK(loop::runtime::describe(*the_way) == "synchronous, any source");
        }
        CHECK(loop::runtime::describe(*the_way) == "synchronous");
        const loop::With usual({}, {}, {}, {}, {}, "standard");
        CHECK(the_way == nullptr);
    }
    CHECK(the_way == outside);
}

TEST_CASE("a persistent exchange keeps its requests") {
    const loop::With persistent({}, {}, {}, {}, {}, {}, {}, true);
    for (int call = 0; call < 40; ++call)
        loop::communicate(8 + 8 * (call % 2), 1, 1);
    CHECK(present_exchanges().size() == 2);
    for (int call = 0; call < 40; ++call)
        loop::communicate(8 + 8 * call, 1, 1); // more than a line keeps
    CHECK(present_exchanges().size() == 2 + 16);
    for (const PendingExchange* exchange : present_exchanges())
        CHECK(exchange->special.requests.size() == exchange->receives.size() + exchange->sends.size());
}

TEST_CASE("a message each way arrives with all MPI calls that can move it, short or long") {
    using loop::runtime::PairCalls;
    const auto chosen = loop::runtime::pair_calls;
    for (const PairCalls calls : {PairCalls::Sendrecv, PairCalls::IsendRecvWait}) {
        loop::runtime::pair_calls.fill(calls);
        for (const std::size_t count : {1, 2, 16, 128, 100000}) {
            const auto bytes = static_cast<long long>(count) * static_cast<long long>(sizeof(int));
            for (int distance = 1; distance < ranks; ++distance) {
                const auto pattern = loop::patterns::communicate(me, ranks, distance, 1);
                const std::vector<int> from(count, me);
                const std::vector<int> expected(count,
                                                pattern.receives.empty() ? -1 : pattern.receives[0].rank);
                std::vector<int> into(count, -1), into_synchronously(into);
                loop::communicate(bytes, distance, 1, from.data(), into.data());
                const loop::With synchronous({}, {}, {}, {}, {}, "synchronous");
                loop::communicate(bytes, distance, 1, from.data(), into_synchronously.data());
                CHECK(into == expected);
                CHECK(into_synchronously == expected);
            }
            loop::communicate(bytes, 1, 1); // verified
            loop::exchange(bytes, 1, 1, nullptr, nullptr, true);
        }
        loop::communicate(0, 1, 1);
    }
    loop::runtime::pair_calls = chosen;
}

TEST_CASE("the calls for a message each way are chosen by its size, the same on all ranks") {
    using namespace loop::runtime;
    const bool chooses = ranks > 1 && !the_session.yielding;
    CHECK(pair_calls_text().empty() != chooses);
    const auto chosen = pair_calls;
    auto of_rank_0 = chosen;
    MPI_Bcast(of_rank_0.data(), static_cast<int>(of_rank_0.size()), MPI_BYTE, 0, MPI_COMM_WORLD);
    CHECK(chosen == of_rank_0);
    CHECK(chosen.back() == PairCalls::Sendrecv);

    pair_calls = {PairCalls::IsendRecvWait, PairCalls::Sendrecv, PairCalls::IsendRecvWait,
                  PairCalls::Sendrecv};
    CHECK(pair_calls_for(0) == PairCalls::IsendRecvWait);
    CHECK(pair_calls_for(16) == PairCalls::IsendRecvWait);
    CHECK(pair_calls_for(17) == PairCalls::Sendrecv);
    CHECK(pair_calls_for(128) == PairCalls::Sendrecv);
    CHECK(pair_calls_for(2048) == PairCalls::IsendRecvWait);
    CHECK(pair_calls_for(2049) == PairCalls::Sendrecv);
    CHECK(pair_calls_by_size() == "MPI_Isend, MPI_Recv, MPI_Wait up to 16 B, else MPI_Sendrecv up to 128 B, "
                                  "else MPI_Isend, MPI_Recv, MPI_Wait up to 2048 B, else MPI_Sendrecv");
    pair_calls = chosen;
}
