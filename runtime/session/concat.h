#pragma once

#include <string>
#include <string_view>
#include <type_traits>

namespace loop::runtime {

inline void append_piece(std::string& all, std::string_view piece) {
    all += piece;
}
template <class Number, class = std::enable_if_t<std::is_integral_v<Number> && (sizeof(Number) > 1)>>
void append_piece(std::string& all, Number piece) {
    all += std::to_string(piece);
}

// Concatenates strings and integers.
template <class... Pieces>
std::string concat(const Pieces&... pieces) {
    std::string all;
    (append_piece(all, pieces), ...);
    return all;
}

} // namespace loop::runtime
