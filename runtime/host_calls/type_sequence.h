#pragma once

#include <loop/call_log.h>

#include <cstdint>

namespace loop::runtime {

// The elementary types of a datatype in order, as a value of fixed size: how many there are, and either the
// type of all of them or a hash. Sequences that are joined or repeated in different ways are equal if they
// consist of the same types.
struct TypeSequence {
    std::uint64_t type = unknown_signature; // of all elements; 0: mixed, unknown, or no elements
    std::int64_t elements = -1;             // -1: unknown
    std::uint64_t hash = 0;                 // a polynomial in the base below, modulo the prime below
    std::uint64_t scale = 1;                // the base to the power of `elements`

    constexpr bool is_mixed() const { return type == unknown_signature && elements > 0; }
};

constexpr std::uint64_t sequence_prime = (std::uint64_t{1} << 61) - 1;
constexpr std::uint64_t sequence_base = 0x1d3a7b95e4c60f2u;

constexpr std::uint64_t sequence_product(std::uint64_t a, std::uint64_t b) {
    __extension__ using Wide = unsigned __int128;
    return static_cast<std::uint64_t>(static_cast<Wide>(a) * b % sequence_prime);
}

constexpr TypeSequence no_types() {
    return {unknown_signature, 0, 0, 1};
}
constexpr TypeSequence one_type(std::uint64_t type) {
    return {type, 1, type, sequence_base};
}

// Bytes match any type, so a sequence of bytes and other types is unknown.
constexpr TypeSequence joined(const TypeSequence& first, const TypeSequence& second) {
    if (first.elements < 0 || second.elements < 0) return {};
    if (first.elements == 0) return second;
    if (second.elements == 0) return first;
    const bool is_same = first.type == second.type;
    if (!is_same && (first.type == bytes_signature || second.type == bytes_signature)) return {};
    return {is_same ? first.type : unknown_signature, first.elements + second.elements,
            (sequence_product(first.hash, second.scale) + second.hash) % sequence_prime,
            sequence_product(first.scale, second.scale)};
}

constexpr TypeSequence repeated(TypeSequence part, std::int64_t times) {
    if (times < 0 || part.elements < 0) return {};
    TypeSequence all = no_types();
    for (; times > 0; times /= 2) {
        if (times % 2 != 0) all = joined(all, part);
        part = joined(part, part);
    }
    return all;
}

// What the call log says of a message.
struct Signature {
    std::uint64_t type = unknown_signature;
    std::int64_t count = -1;
};

constexpr Signature signature_of(const TypeSequence& all) {
    return {all.is_mixed() ? all.hash + first_mixed_signature : all.type, all.elements};
}

} // namespace loop::runtime
