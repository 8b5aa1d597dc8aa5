#pragma once

// provides: loop::wide
#include <type_traits>
#include <utility>

namespace loop {

// `loop::wide * a * b` is a * b, computed with 64 bits if `a` is an integer with fewer: a product of ints may
// not fit in an int. Any other `a` stays as it is, such as a double or an object of a class. The compiler
// puts it before products in sizes and counts. Local; no errors.
struct Wide {};
inline constexpr Wide wide{};

// For numbers: by value, so that bit-fields and constants without a definition are possible.
template <class N, class = std::enable_if_t<std::is_arithmetic<N>::value || std::is_enum<N>::value>>
constexpr auto operator*(Wide /* of 64 bits */, N first) {
    if constexpr (!std::is_floating_point<N>::value && std::is_convertible<N, long long>::value &&
                  sizeof(N) < sizeof(long long)) {
        return static_cast<long long>(first);
    } else {
        return first;
    }
}

// For everything else.
template <class T, class D = std::decay_t<T>,
          class = std::enable_if_t<!std::is_arithmetic<D>::value && !std::is_enum<D>::value>, class = void>
constexpr T&& operator*(Wide /* of 64 bits */, T&& first) {
    return std::forward<T>(first);
}

} // namespace loop
