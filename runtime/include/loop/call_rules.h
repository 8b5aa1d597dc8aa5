#pragma once

// Rules of MPI for the arguments of a call, as pure functions of what the call log says of them. The MPI
// calls of host code ask them (runtime/host_calls), because MPI libraries accept much of what the standard
// forbids.

#include <loop/call_log.h>

#include <cstdint>

namespace loop {

// LoggedCall::combine of MPI's own operators.
enum MpiOperator : std::int32_t {
    operator_sum = 1,
    operator_max,
    operator_min,
    operator_prod,
    operator_land,
    operator_band,
    operator_lor,
    operator_bor,
    operator_lxor,
    operator_bxor,
    operator_minloc,
    operator_maxloc,
};

enum class ElementKind : std::uint8_t { Unknown, Integer, Floating, Complex, Logical, Byte, WideChar };

constexpr ElementKind element_kind(std::uint64_t type) {
    if (type == bytes_signature) return ElementKind::Byte;
    if (type >= char_signature && type <= unsigned_long_long_signature) return ElementKind::Integer;
    if (type >= float_signature && type <= long_double_signature) return ElementKind::Floating;
    if (type == wide_char_signature) return ElementKind::WideChar;
    if (type == bool_signature) return ElementKind::Logical;
    if (type >= float_complex_signature && type <= long_double_complex_signature) return ElementKind::Complex;
    return ElementKind::Unknown;
}

// The size of one element in bytes; 0 for what is not an elementary type.
constexpr std::int64_t element_bytes(std::uint64_t type) {
    switch (type) {
    case bytes_signature:
    case char_signature:
    case signed_char_signature:
    case unsigned_char_signature:
    case bool_signature:
        return 1;
    case short_signature:
    case unsigned_short_signature:
        return sizeof(short);
    case int_signature:
    case unsigned_signature:
        return sizeof(int);
    case long_signature:
    case unsigned_long_signature:
        return sizeof(long);
    case long_long_signature:
    case unsigned_long_long_signature:
        return sizeof(long long);
    case float_signature:
        return sizeof(float);
    case double_signature:
        return sizeof(double);
    case long_double_signature:
        return sizeof(long double);
    case wide_char_signature:
        return sizeof(wchar_t);
    case float_complex_signature:
        return 2 * sizeof(float);
    case double_complex_signature:
        return 2 * sizeof(double);
    case long_double_complex_signature:
        return 2 * sizeof(long double);
    default:
        return 0;
    }
}

// Whether MPI allows to combine elements of one elementary type with one of its own operators. True if one of
// the two is unknown, and for MPI_CHAR, which libraries combine as a small integer.
constexpr bool operator_allows(std::int32_t combine, std::uint64_t type) {
    const ElementKind kind = element_kind(type);
    if (kind == ElementKind::Unknown) return true;
    switch (combine) {
    case operator_sum:
    case operator_prod:
        return kind == ElementKind::Integer || kind == ElementKind::Floating || kind == ElementKind::Complex;
    case operator_max:
    case operator_min:
        return kind == ElementKind::Integer || kind == ElementKind::Floating;
    case operator_land:
    case operator_lor:
    case operator_lxor:
        return kind == ElementKind::Integer || kind == ElementKind::Logical;
    case operator_band:
    case operator_bor:
    case operator_bxor:
        return kind == ElementKind::Integer || kind == ElementKind::Byte;
    case operator_minloc:
    case operator_maxloc:
        return false; // these are for pairs
    default:
        return true;
    }
}

// Whether two signatures that must be the same, in types and number, certainly are not.
constexpr bool signatures_disagree(std::uint64_t type, std::int64_t count, std::uint64_t other_type,
                                   std::int64_t other_count) {
    if (type <= bytes_signature || other_type <= bytes_signature || count < 0 || other_count < 0)
        return false;
    if (count == 0 && other_count == 0) return false;
    return count != other_count || type != other_type;
}

// Whether `count` entries of a datatype certainly overlap, because they have more bytes than the memory that
// they lie in. All numbers are in bytes, as MPI_Type_size, MPI_Type_get_extent, and
// MPI_Type_get_true_extent return them.
constexpr bool entries_overlap(std::int64_t count, std::int64_t size, std::int64_t extent,
                               std::int64_t true_extent) {
    if (count <= 0 || size <= 0) return false;
    const std::int64_t step = extent < 0 ? -extent : extent;
    return count * size > (count - 1) * step + true_extent;
}

// How many bytes behind the place of its first entry a datatype reaches. 0 for no entries.
constexpr std::int64_t reach_of_entries(std::int64_t count, std::int64_t extent, std::int64_t true_lower,
                                        std::int64_t true_extent) {
    if (count <= 0) return 0;
    return (extent > 0 ? (count - 1) * extent : 0) + true_lower + true_extent;
}

} // namespace loop
