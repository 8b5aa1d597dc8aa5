#pragma once

#include <loop/site.h>

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace loop {

namespace detail {
// Returns rows * cols zeroed elements, 64-byte aligned. Writing the zeros also makes the system assign the
// pages. Negative extents, an overflow, or too little memory end the run with a message that names the site.
void* allocate_array(long long rows, long long cols, std::size_t element_bytes, const char* construct,
                     Site site);
void free_array(void* data) noexcept;
void require_allocated(const void* data, const char* construct, Site site);
// For the conversion of an array to a pointer, where no site is known.
void require_allocated(const void* data);

template <class P, class T>
using IfAddress = std::enable_if_t<std::is_same<P, const void*>::value ||
                                   (std::is_same<P, void*>::value && !std::is_const<T>::value)>;

// Records the begin and end of an \INIT_ARRAY in the trace.
class FillScope {
public:
    explicit FillScope(const Site& site);
    ~FillScope();
    FillScope(const FillScope&) = delete;
    FillScope& operator=(const FillScope&) = delete;

private:
    unsigned trace_site_ = 0;
};

// Returns a new seed for each call. Seeds differ between ranks and are the same in every run.
std::uint64_t next_seed(const void* data, Site site);

inline std::uint64_t mix_bits(std::uint64_t x) {
    x ^= x >> 30;
    x *= 0xbf58476d1ce4e5b9u;
    x ^= x >> 27;
    x *= 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

template <class T>
void fill_random(T* data, std::size_t count, std::uint64_t seed) {
    for (std::size_t i = 0; i < count; ++i) {
        const std::uint64_t bits = mix_bits(seed + i * 0x9e3779b97f4a7c15u);
        if constexpr (std::is_integral<T>::value) {
            data[i] = static_cast<T>((bits >> 32) % 10);
        } else {
            data[i] = static_cast<T>(static_cast<double>(bits >> 40) * 0x1p-24);
        }
    }
}

// The base class of \MAT and \VEC. Owns its elements; movable, not copyable; empty until allocated.
template <class T>
class Array {
    static_assert(std::is_trivially_copyable<T>::value,
                  "\\MAT and \\VEC hold plain data: T must be trivially copyable");

public:
    using Element = T;

    T* data() { return data_; }
    const T* data() const { return data_; }
    long long count() const { return rows_ * cols_; } // number of elements

    // Converts to void* or const void*, for FROM, INTO, and MPI calls. It is a template so that an array does
    // not convert to bool or to an operand of pointer arithmetic.
    template <class P, class = IfAddress<P, T>>
    operator P() {
        require_allocated(data_);
        return data_;
    }
    template <class P, class = IfAddress<P, const T>>
    operator P() const {
        require_allocated(data_);
        return data_;
    }

protected:
    Array() = default;
    ~Array() { free_array(data_); }
    Array(Array&& other) noexcept { swap(other); }
    Array& operator=(Array&& other) noexcept {
        swap(other);
        return *this;
    }

    // Allocates zeroed elements; previous elements are lost.
    void allocate(long long rows, long long cols, const char* construct, Site site) {
        free_array(std::exchange(data_, nullptr));
        data_ = static_cast<T*>(allocate_array(rows, cols, sizeof(T), construct, site));
        rows_ = rows;
        cols_ = cols;
    }

    T* data_ = nullptr;
    long long rows_ = 0;
    long long cols_ = 0;

private:
    void swap(Array& other) noexcept {
        std::swap(data_, other.data_);
        std::swap(rows_, other.rows_);
        std::swap(cols_, other.cols_);
    }
};
} // namespace detail

// \MAT: a row-major matrix, local to this rank.
template <class T>
class Matrix : public detail::Array<T> {
public:
    Matrix() = default;
    Matrix(long long rows, long long cols, Site site = Site::here()) { allocate(rows, cols, site); }

    void allocate(long long rows, long long cols, Site site = Site::here()) {
        detail::Array<T>::allocate(rows, cols, "MAT", site);
    }

    T* operator[](long long row) { return this->data_ + row * this->cols_; }
    const T* operator[](long long row) const { return this->data_ + row * this->cols_; }
    long long rows() const { return this->rows_; }
    long long cols() const { return this->cols_; }
};

// \VEC: a vector, local to this rank.
template <class T>
class Vector : public detail::Array<T> {
public:
    Vector() = default;
    explicit Vector(long long size, Site site = Site::here()) { allocate(size, site); }

    void allocate(long long size, Site site = Site::here()) {
        detail::Array<T>::allocate(size, 1, "VEC", site);
    }

    T& operator[](long long i) { return this->data_[i]; }
    const T& operator[](long long i) const { return this->data_[i]; }
    long long size() const { return this->rows_; }
};

// \INIT_ARRAY(a): fills with random numbers: 0 to 9 for integers, else in [0, 1). The seed depends on the
// rank and on the number of earlier calls. Local.
template <class T>
void init_array(detail::Array<T>& a, Site site = Site::here()) {
    const detail::FillScope filling(site);
    detail::fill_random(a.data(), static_cast<std::size_t>(a.count()), detail::next_seed(a.data(), site));
}

// \INIT_ARRAY(a, c): sets every element to c. Local.
template <class T, class C, class = std::enable_if_t<std::is_convertible<C, T>::value>>
void init_array(detail::Array<T>& a, C constant, Site site = Site::here()) {
    detail::require_allocated(a.data(), "INIT_ARRAY", site);
    const detail::FillScope filling(site);
    for (long long i = 0; i < a.count(); ++i)
        a.data()[i] = static_cast<T>(constant);
}

} // namespace loop
