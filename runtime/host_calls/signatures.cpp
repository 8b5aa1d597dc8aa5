#include "host_calls/signatures.h"

#include "host_calls/type_contents.h"
#include "session/frames.h"
#include "session/lasting.h"
#include "session/simulation.h"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <iterator>
#include <type_traits>
#include <unordered_map>
#include <vector>

namespace loop::runtime::trace {
namespace {

template <class Integer>
constexpr std::uint64_t number_of_integer() {
    constexpr bool is_signed = std::is_signed<Integer>::value;
    if (sizeof(Integer) == sizeof(char)) return is_signed ? signed_char_signature : unsigned_char_signature;
    if (sizeof(Integer) == sizeof(short)) return is_signed ? short_signature : unsigned_short_signature;
    if (sizeof(Integer) == sizeof(int)) return is_signed ? int_signature : unsigned_signature;
    return is_signed ? long_signature : unsigned_long_signature;
}

// Types with constant names differ in libraries: some are calls, and several may be the same handle.
TypeSequence predefined_type(MPI_Datatype type) {
    const struct {
        MPI_Datatype type;
        std::uint64_t number;
    } elementary[] = {{MPI_INT, int_signature},
                      {MPI_DOUBLE, double_signature},
                      {MPI_FLOAT, float_signature},
                      {MPI_CHAR, char_signature},
                      {MPI_BYTE, bytes_signature},
                      {MPI_PACKED, bytes_signature},
                      {MPI_SIGNED_CHAR, signed_char_signature},
                      {MPI_UNSIGNED_CHAR, unsigned_char_signature},
                      {MPI_SHORT, short_signature},
                      {MPI_UNSIGNED_SHORT, unsigned_short_signature},
                      {MPI_UNSIGNED, unsigned_signature},
                      {MPI_LONG, long_signature},
                      {MPI_UNSIGNED_LONG, unsigned_long_signature},
                      {MPI_LONG_LONG, long_long_signature},
                      {MPI_LONG_LONG_INT, long_long_signature},
                      {MPI_UNSIGNED_LONG_LONG, unsigned_long_long_signature},
                      {MPI_LONG_DOUBLE, long_double_signature},
                      {MPI_WCHAR, wide_char_signature},
                      {MPI_INT8_T, number_of_integer<std::int8_t>()},
                      {MPI_INT16_T, number_of_integer<std::int16_t>()},
                      {MPI_INT32_T, number_of_integer<std::int32_t>()},
                      {MPI_INT64_T, number_of_integer<std::int64_t>()},
                      {MPI_UINT8_T, number_of_integer<std::uint8_t>()},
                      {MPI_UINT16_T, number_of_integer<std::uint16_t>()},
                      {MPI_UINT32_T, number_of_integer<std::uint32_t>()},
                      {MPI_UINT64_T, number_of_integer<std::uint64_t>()},
                      {MPI_AINT, number_of_integer<MPI_Aint>()},
                      {MPI_OFFSET, number_of_integer<MPI_Offset>()},
                      {MPI_COUNT, number_of_integer<MPI_Count>()},
                      {MPI_C_BOOL, bool_signature},
                      {MPI_CXX_BOOL, bool_signature},
#ifndef SMPI_H // which has no types of C++
                      {MPI_CXX_FLOAT_COMPLEX, float_complex_signature},
                      {MPI_CXX_DOUBLE_COMPLEX, double_complex_signature},
                      {MPI_CXX_LONG_DOUBLE_COMPLEX, long_double_complex_signature},
#endif
                      {MPI_C_COMPLEX, float_complex_signature},
                      {MPI_C_FLOAT_COMPLEX, float_complex_signature},
                      {MPI_C_DOUBLE_COMPLEX, double_complex_signature},
                      {MPI_C_LONG_DOUBLE_COMPLEX, long_double_complex_signature}};
    const struct {
        MPI_Datatype type;
        std::uint64_t first, second;
    } pairs[] = {{MPI_2INT, int_signature, int_signature},
                 {MPI_FLOAT_INT, float_signature, int_signature},
                 {MPI_DOUBLE_INT, double_signature, int_signature},
                 {MPI_LONG_INT, long_signature, int_signature},
                 {MPI_SHORT_INT, short_signature, int_signature},
                 {MPI_LONG_DOUBLE_INT, long_double_signature, int_signature}};
    if (type == MPI_DATATYPE_NULL) return {};
    for (const auto& known : elementary)
        if (known.type == type) return one_type(known.number);
    for (const auto& known : pairs)
        if (known.type == type) return joined(one_type(known.first), one_type(known.second));
    return {};
}

// Derived types that MPI has committed.
Lasting<std::unordered_map<std::uint64_t, KnownType>> learned_types;

KnownType look_up(MPI_Datatype type) {
    const auto found = learned_types().find(handle_key(type));
    return found == learned_types().end() ? KnownType{type, predefined_type(type)} : found->second;
}

// Of a type that MPI knows.
struct TypeExtents {
    MPI_Count size = 0, lower = 0, extent = 0, true_lower = 0, true_extent = 0;
};

TypeExtents extents_of(MPI_Datatype type) {
    TypeExtents extents;
#ifdef SMPI_H // which has no 64-bit functions
    int size = 0;
    MPI_Aint lower = 0, extent = 0;
    PMPI_Type_size(type, &size);
    PMPI_Type_get_extent(type, &lower, &extent);
    extents.size = size, extents.lower = lower, extents.extent = extent;
    extents.true_lower = lower, extents.true_extent = extent;
#else
    PMPI_Type_size_x(type, &extents.size);
    PMPI_Type_get_extent_x(type, &extents.lower, &extents.extent);
    PMPI_Type_get_true_extent_x(type, &extents.true_lower, &extents.true_extent);
#endif
    return extents;
}

// What a type was made from.
struct Contents {
    int combiner = MPI_COMBINER_NAMED;
    std::vector<int> integers;
    std::vector<TypeSequence> parts;

    std::int64_t integer(std::size_t index) const { return index < integers.size() ? integers[index] : 0; }
    TypeSequence part(std::size_t index) const {
        return index < parts.size() ? parts[index] : TypeSequence{};
    }
};

TypeSequence read_type(MPI_Datatype type);

TypeSequence sequence_of_part(MPI_Datatype part) {
    const TypeSequence known = look_up(part).sequence;
    return known.elements >= 0 || is_predefined(part) ? known : read_type(part);
}

Contents contents_of(MPI_Datatype type) {
    const TypeContents made(type);
    Contents contents{made.combiner(), made.integers(), {}};
    std::unordered_map<std::uint64_t, TypeSequence> read; // a part may be there several times
    for (const MPI_Datatype part : made.parts()) {
        const auto [known, is_new] = read.try_emplace(handle_key(part));
        if (is_new) known->second = sequence_of_part(part);
        contents.parts.push_back(known->second);
    }
    return contents;
}

TypeSequence structure(const Contents& contents) {
    TypeSequence all = no_types();
    for (std::size_t i = 0; i < contents.parts.size(); ++i)
        all = joined(all, repeated(contents.parts[i], contents.integer(i + 1)));
    return all;
}

std::int64_t sum_of_blocks(const Contents& contents) {
    std::int64_t blocks = 0;
    for (std::int64_t i = 1; i <= contents.integer(0); ++i)
        blocks += contents.integer(static_cast<std::size_t>(i));
    return blocks;
}

std::int64_t product_of_sizes(const Contents& contents) {
    const std::int64_t dimensions = contents.integer(0);
    std::int64_t product = 1;
    for (std::int64_t i = 0; i < dimensions; ++i)
        product *= contents.integer(static_cast<std::size_t>(1 + dimensions + i));
    return product;
}

TypeSequence read_type(MPI_Datatype type) {
    const Contents contents = contents_of(type);
    switch (contents.combiner) {
    case MPI_COMBINER_DUP:
    case MPI_COMBINER_RESIZED:
        return contents.part(0);
    case MPI_COMBINER_CONTIGUOUS:
        return repeated(contents.part(0), contents.integer(0));
    case MPI_COMBINER_VECTOR:
    case MPI_COMBINER_HVECTOR:
    case MPI_COMBINER_INDEXED_BLOCK:
    case MPI_COMBINER_HINDEXED_BLOCK:
        return repeated(contents.part(0), contents.integer(0) * contents.integer(1));
    case MPI_COMBINER_INDEXED:
    case MPI_COMBINER_HINDEXED:
        return repeated(contents.part(0), sum_of_blocks(contents));
    case MPI_COMBINER_SUBARRAY:
        return repeated(contents.part(0), product_of_sizes(contents));
    case MPI_COMBINER_STRUCT:
        return structure(contents);
    default:
        return {}; // Fortran's types of a given precision, and what a later standard adds
    }
}

Lasting<std::unordered_map<std::uint64_t, std::int32_t>> learned_operators;

std::int32_t predefined_operator(MPI_Op op) {
    const MPI_Op known[] = {MPI_SUM, MPI_MAX,  MPI_MIN,  MPI_PROD,   MPI_LAND,   MPI_BAND,    MPI_LOR,
                            MPI_BOR, MPI_LXOR, MPI_BXOR, MPI_MINLOC, MPI_MAXLOC, MPI_REPLACE, MPI_NO_OP};
    const auto found = std::find(std::begin(known), std::end(known), op);
    return found == std::end(known) ? 0 : static_cast<std::int32_t>(found - std::begin(known) + 1);
}

} // namespace

KnownType known_types[1 << known_type_bits];

const KnownType& renew_known_type(KnownType& slot, MPI_Datatype type) {
    slot = look_up(type);
    return slot;
}

static void forget_known_type(MPI_Datatype type) {
    for (KnownType& slot : known_types)
        if (slot.type == type) slot = {};
}

std::int64_t reach_of(std::int64_t count, MPI_Datatype type) {
    if (count < 0 || known_type(type).sequence.elements < 0) return -1;
    const TypeExtents extents = extents_of(type);
    return reach_of_entries(count, extents.extent, extents.true_lower, extents.true_extent);
}

bool entries_overlap(std::int64_t count, MPI_Datatype type) {
    if (!known_type(type).may_overlap) return false;
    const TypeExtents extents = extents_of(type);
    return loop::entries_overlap(count, extents.size, extents.extent, extents.true_extent);
}

void learn_type(MPI_Datatype type) {
    if (is_predefined(type)) return;
    const TypeExtents extents = extents_of(type);
    const bool may_overlap =
        !is_simulated && (extents.size > extents.true_extent || extents.size > std::abs(extents.extent));
    learned_types()[handle_key(type)] = {type, read_type(type), true, may_overlap};
    forget_known_type(type);
}

void forget_type(MPI_Datatype type) {
    learned_types().erase(handle_key(type));
    forget_known_type(type);
}

KnownOperator last_operator{};

std::int32_t renew_last_operator(MPI_Op op) {
    const auto found = learned_operators().find(handle_key(op));
    last_operator = {op, found == learned_operators().end() ? predefined_operator(op) : found->second};
    return last_operator.number;
}

void learn_operator(MPI_Op op, const void* function) {
    const auto address =
        static_cast<std::uint32_t>(program_code.contains(function) ? linked_address(function) : 0);
    last_operator = {};
    learned_operators()[handle_key(op)] =
        first_made_operator + static_cast<std::int32_t>(address & 0x3fffffffu);
}

void forget_operator(MPI_Op op) {
    last_operator = {};
    learned_operators().erase(handle_key(op));
}

} // namespace loop::runtime::trace
