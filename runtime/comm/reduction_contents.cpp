#include "comm/reduction_contents.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace loop::runtime {
namespace {

// Calls `use` with a value of the type.
template <class Use>
decltype(auto) with_type(Element element, Use use) {
    switch (element) {
    case Element::Float:
        return use(float{});
    case Element::Int:
        return use(int{});
    case Element::LongLong:
        return use(0LL);
    case Element::Char:
        return use(char{});
    case Element::UnsignedChar:
        return use(static_cast<unsigned char>(0));
    case Element::Double:
        break;
    }
    return use(double{});
}

std::uint64_t mixed(int rank, long long index) {
    std::uint64_t x = static_cast<std::uint64_t>(rank) << 32 ^ static_cast<std::uint64_t>(index + 1);
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

// The integer of `bits` bits that a rank contributes. Sums and products stay exact in a float on millions of
// ranks. Few ranks determine the others' results, which would otherwise be 0 or all ones on many ranks.
std::uint64_t contribution(const Reduction& reduction, int rank, long long index, unsigned bits) {
    const std::uint64_t random = mixed(rank, index);
    const std::uint64_t bit = std::uint64_t{1} << random % bits;
    const bool is_rare = (random >> 8) % static_cast<std::uint64_t>(2 * reduction.ranks) < 2;
    switch (reduction.op) {
    case Op::sum:
        return random % 8;
    case Op::prod: {
        const std::uint64_t factor = (rank + index) % reduction.ranks < 5 ? 2 : 1;
        return (random & 256) != 0 ? factor : 0 - factor;
    }
    case Op::min:
    case Op::max:
        return random % 101;
    case Op::band:
        return ~(is_rare ? bit : 0);
    case Op::bor:
        return is_rare ? bit : 0;
    case Op::bxor:
        return random;
    case Op::land:
        return is_rare ? 0 : 1 + random % 3;
    case Op::lor:
        return is_rare ? 1 + random % 3 : 0;
    case Op::lxor:
        return (random & 256) != 0 ? 1 + random % 3 : 0;
    }
    return 0;
}

template <class T>
T value_of(const Reduction& reduction, int rank, long long index) {
    const std::uint64_t number = contribution(reduction, rank, index, 8 * sizeof(T));
    return static_cast<T>(static_cast<std::int64_t>(number));
}

template <class T>
T combined(Op op, T a, T b) {
    if constexpr (std::is_integral<T>::value) {
        using Unsigned = std::make_unsigned_t<T>; // wraps
        const auto x = static_cast<Unsigned>(a), y = static_cast<Unsigned>(b);
        switch (op) {
        case Op::sum:
            return static_cast<T>(static_cast<Unsigned>(x + y));
        case Op::prod:
            return static_cast<T>(static_cast<Unsigned>(x * y));
        case Op::band:
            return static_cast<T>(x & y);
        case Op::bor:
            return static_cast<T>(x | y);
        case Op::bxor:
            return static_cast<T>(x ^ y);
        case Op::land:
            return static_cast<T>(a != 0 && b != 0);
        case Op::lor:
            return static_cast<T>(a != 0 || b != 0);
        case Op::lxor:
            return static_cast<T>((a != 0) != (b != 0));
        case Op::min:
        case Op::max:
            break;
        }
    }
    if (op == Op::sum) return static_cast<T>(a + b);
    if (op == Op::prod) return static_cast<T>(a * b);
    return op == Op::min ? std::min(a, b) : std::max(a, b);
}

} // namespace

// MPI_CHAR is for text: MPI does not combine it.
MPI_Datatype mpi_type(Element element) {
    switch (element) {
    case Element::Float:
        return MPI_FLOAT;
    case Element::Int:
        return MPI_INT;
    case Element::LongLong:
        return MPI_LONG_LONG;
    case Element::Char:
        return std::is_signed<char>::value ? MPI_SIGNED_CHAR : MPI_UNSIGNED_CHAR;
    case Element::UnsignedChar:
        return MPI_UNSIGNED_CHAR;
    case Element::Double:
        break;
    }
    return MPI_DOUBLE;
}

MPI_Op mpi_op(Op op) {
    const MPI_Op all[] = {MPI_SUM, MPI_PROD, MPI_MIN,  MPI_MAX, MPI_BAND,
                          MPI_BOR, MPI_BXOR, MPI_LAND, MPI_LOR, MPI_LXOR};
    return all[static_cast<std::size_t>(op)];
}

void fill_contribution(char* data, long long elements, const Reduction& reduction, int rank) {
    with_type(reduction.element, [&](auto type) {
        using T = decltype(type);
        auto* const all = reinterpret_cast<T*>(data);
        const long long one_period = std::min(elements, reduction_period);
        for (long long i = 0; i < one_period; ++i)
            all[i] = value_of<T>(reduction, rank, i);
        for (long long i = one_period; i < elements; ++i)
            all[i] = all[i - reduction_period];
    });
}

std::vector<char> combined_period(const Reduction& reduction, int ranks) {
    std::vector<char> period(static_cast<std::size_t>(reduction_period) * bytes_of(reduction.element));
    with_type(reduction.element, [&](auto type) {
        using T = decltype(type);
        for (long long i = 0; i < reduction_period; ++i) {
            T result = value_of<T>(reduction, 0, i);
            for (int rank = 1; rank < ranks; ++rank)
                result = combined(reduction.op, result, value_of<T>(reduction, rank, i));
            std::memcpy(period.data() + static_cast<std::size_t>(i) * sizeof(T), &result, sizeof result);
        }
    });
    return period;
}

std::size_t count_wrong_result_bytes(const char* data, std::size_t bytes, long long first,
                                     const std::vector<char>& period) {
    const std::size_t width = period.size() / static_cast<std::size_t>(reduction_period);
    std::size_t at = static_cast<std::size_t>(first % reduction_period) * width; // in the period
    std::size_t wrong = 0;
    for (std::size_t done = 0; done < bytes;) {
        const std::size_t piece = std::min(bytes - done, period.size() - at);
        if (std::memcmp(data + done, period.data() + at, piece) != 0)
            for (std::size_t i = 0; i < piece; ++i)
                wrong += data[done + i] != period[at + i] ? 1 : 0;
        done += piece;
        at = 0;
    }
    return wrong;
}

} // namespace loop::runtime
