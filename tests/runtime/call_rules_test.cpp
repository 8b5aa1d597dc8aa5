#include "host_calls/buffer_sample.h"
#include "host_calls/pending_buffers.h"

#include <loop/call_rules.h>

#include <catch2/catch.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

using namespace loop;
using namespace loop::runtime;

TEST_CASE("operators are for the types that MPI allows") {
    const auto allowed = [](std::int32_t combine) {
        std::vector<std::uint64_t> types;
        for (const std::uint64_t type :
             {std::uint64_t{bytes_signature}, std::uint64_t{int_signature}, std::uint64_t{float_signature},
              std::uint64_t{bool_signature}, std::uint64_t{double_complex_signature},
              std::uint64_t{wide_char_signature}})
            if (operator_allows(combine, type)) types.push_back(type);
        return types;
    };
    using Types = std::vector<std::uint64_t>;
    for (const std::int32_t combine : {operator_sum, operator_prod})
        CHECK(allowed(combine) == Types{int_signature, float_signature, double_complex_signature});
    for (const std::int32_t combine : {operator_max, operator_min})
        CHECK(allowed(combine) == Types{int_signature, float_signature});
    for (const std::int32_t combine : {operator_land, operator_lor, operator_lxor})
        CHECK(allowed(combine) == Types{int_signature, bool_signature});
    for (const std::int32_t combine : {operator_band, operator_bor, operator_bxor})
        CHECK(allowed(combine) == Types{bytes_signature, int_signature});
    CHECK(allowed(operator_minloc).empty());
    CHECK(allowed(operator_maxloc).empty());
    CHECK(allowed(0).size() == 6);                   // unknown
    CHECK(allowed(13).size() == 6);                  // MPI_REPLACE
    CHECK(allowed(first_made_operator).size() == 6); // made by host code
    CHECK(operator_allows(operator_lxor, unknown_signature));
    CHECK(operator_allows(operator_sum, first_mixed_signature));
    CHECK(operator_allows(operator_sum, char_signature));
}

TEST_CASE("signatures disagree only if both are known") {
    CHECK(signatures_disagree(int_signature, 4, int_signature, 5));
    CHECK(signatures_disagree(int_signature, 4, float_signature, 4));
    CHECK(signatures_disagree(int_signature, 4, first_mixed_signature, 4));
    CHECK(signatures_disagree(int_signature, 0, int_signature, 5));
    CHECK_FALSE(signatures_disagree(int_signature, 4, int_signature, 4));
    CHECK_FALSE(signatures_disagree(int_signature, 0, float_signature, 0));
    CHECK_FALSE(signatures_disagree(int_signature, 4, bytes_signature, 16));
    CHECK_FALSE(signatures_disagree(unknown_signature, 4, int_signature, 5));
    CHECK_FALSE(signatures_disagree(int_signature, -1, int_signature, 5));
}

TEST_CASE("entries overlap if they have more bytes than memory") {
    // size, extent, true extent of MPI_Type_vector(3, 4, 2, MPI_INT)
    CHECK(entries_overlap(1, 48, 32, 32));
    CHECK_FALSE(entries_overlap(0, 48, 32, 32));
    CHECK_FALSE(entries_overlap(1, 16, 52, 52));
    // a column that was resized to the extent of one element: four of them interlock, five do not
    CHECK_FALSE(entries_overlap(4, 16, 4, 52));
    CHECK(entries_overlap(6, 16, 4, 52));
    CHECK(entries_overlap(2, 4, 0, 4));
    CHECK_FALSE(entries_overlap(2, 4, -4, 4));
    CHECK(reach_of_entries(4, 4, 0, 4) == 16);
    CHECK(reach_of_entries(2, 16, 0, 52) == 68);
    CHECK(reach_of_entries(1, 16, 8, 4) == 12);
    CHECK(reach_of_entries(0, 16, 8, 4) == 0);
}

TEST_CASE("the sizes of elements are those of the compiler") {
    CHECK(element_bytes(bytes_signature) == 1);
    CHECK(element_bytes(short_signature) == sizeof(short));
    CHECK(element_bytes(unsigned_long_signature) == sizeof(long));
    CHECK(element_bytes(long_double_complex_signature) == 2 * sizeof(long double));
    CHECK(element_bytes(unknown_signature) == 0);
    CHECK(element_bytes(first_mixed_signature) == 0);
}

TEST_CASE("buffers of pending receives are compared by their bytes") {
    char memory[64];
    PendingBuffers pending;
    CHECK(pending.overlapping(memory, 64) == 0);
    pending.add(3, memory, 16);
    pending.add(4, memory + 32, 16);
    CHECK(pending.overlapping(memory + 15, 1) == 3);
    CHECK(pending.overlapping(memory + 16, 16) == 0);
    CHECK(pending.overlapping(memory + 16, 17) == 4);
    CHECK(pending.overlapping(memory, 0) == 0);
    CHECK(pending.overlapping(memory, 8) == 3);
    CHECK(pending.overlapping_part(memory, 8) == 0); // they begin at the same byte
    CHECK(pending.overlapping_part(memory + 1, 8) == 3);
    pending.remove(3);
    CHECK(pending.overlapping(memory, 16) == 0);
    CHECK(pending.overlapping(memory, 64) == 4);
    pending.give_up();
    pending.add(5, memory, 16);
    CHECK(pending.overlapping(memory, 64) == 0);
}

TEST_CASE("a sample shows changes at both ends of a buffer") {
    for (const std::size_t bytes :
         {std::size_t{1}, std::size_t{40}, std::size_t{200}, std::size_t{1} << 20}) {
        std::vector<char> data(bytes, 'x');
        const BufferSample sample(data.data(), bytes);
        CHECK_FALSE(sample.has_changed());
        for (const std::size_t at : {std::size_t{0}, bytes - 1}) {
            data[at] = 'y';
            CHECK(sample.has_changed());
            data[at] = 'x';
        }
        CHECK_FALSE(sample.has_changed());
    }
}

TEST_CASE("bytes that a buffer had only meanwhile were written by others") {
    for (const std::size_t bytes : {std::size_t{1}, std::size_t{200}, std::size_t{1} << 20}) {
        std::vector<char> data(bytes, 'x');
        const BufferSample before(data.data(), bytes);
        data[bytes - 1] = 'y';
        const BufferSample meanwhile = before.again();
        CHECK_FALSE(meanwhile.has_own_bytes(before, meanwhile)); // it was filled meanwhile
        CHECK_FALSE(before.has_own_bytes(before, meanwhile));    // it was filled afterwards
        data[bytes - 1] = 'z';
        CHECK(meanwhile.has_own_bytes(before, meanwhile.again()));
        data[bytes - 1] = 'x';
        CHECK(meanwhile.has_own_bytes(before, meanwhile.again()));
        data.assign(bytes, 'z'); // one byte was filled meanwhile, and the others afterwards
        data[bytes - 1] = 'y';
        CHECK_FALSE(meanwhile.has_own_bytes(before, meanwhile.again()));
    }
}
