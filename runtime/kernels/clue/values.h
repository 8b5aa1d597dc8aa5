#pragma once

#include <cstdint>
#include <type_traits>

// The random numbers of CLUE: functions of a seed and a place, so that any rank can compute any cell.
namespace loop::runtime::clue {

// The finalizer of SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014).
constexpr std::uint64_t mixed(std::uint64_t x) {
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

// Returns a cell of the first state, given its index in the whole grid: in [0, 1), or integers of which eight
// can be added without overflow.
template <class T>
T first_value(std::uint64_t seed, std::uint64_t cell) {
    const std::uint64_t random = mixed(seed * 0xd1342543de82ef95u + cell);
    if constexpr (std::is_same_v<T, float>) return static_cast<float>(random >> 40) * 0x1p-24f;
    if constexpr (std::is_same_v<T, double>) return static_cast<double>(random >> 11) * 0x1p-53;
    if constexpr (std::is_same_v<T, std::int32_t>) return static_cast<std::int32_t>(random >> 37); // 27 bits
    if constexpr (std::is_same_v<T, std::int64_t>) return static_cast<std::int64_t>(random >> 5);  // 59 bits
}

// Draws eight cells of a strip that are not adjacent to a given cell: in any row, at least two columns away.
// Cheap, so that memory dominates the time. The given cell is in `column`; the strip has `height` rows of
// `width` >= 4 cells.
class Scattered {
public:
    Scattered(std::uint64_t seed, std::uint64_t cell, std::uint64_t column, std::uint64_t width,
              std::uint64_t height)
        : state_(mixed(~seed * 0xd1342543de82ef95u + cell)), column_(column), width_(width), height_(height) {
    }

    // Moves to the next cell.
    void step() { state_ = state_ * 6364136223846793005u + 1442695040888963407u; }
    std::uint64_t row() const { return ((state_ >> 32) * height_) >> 32; }
    std::uint64_t column() const {
        const std::uint64_t away = 2 + ((((state_ >> 8) & 0xffffff) * (width_ - 3)) >> 24); // 2 to width - 2
        const std::uint64_t column = column_ + away;
        return column < width_ ? column : column - width_;
    }

private:
    std::uint64_t state_;
    std::uint64_t column_;
    std::uint64_t width_;
    std::uint64_t height_;
};

} // namespace loop::runtime::clue
