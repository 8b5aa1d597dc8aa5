#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>
#include <vector>

namespace loop {

// Blocks of `block` bytes, whose begins are `stride` bytes apart: for example a column of a matrix.
template <class Address>
struct Strided {
    Address data;
    long long block;
    long long stride;
};
template <class T>
Strided<T*> strided(T* data, long long block, long long stride) {
    return {data, block, stride};
}

// The user's data for one place: contiguous if `stride` is 0.
template <class Address>
struct DataPlace {
    Address data = nullptr;
    long long block = 0;
    long long stride = 0;

    friend bool operator==(const DataPlace& a, const DataPlace& b) {
        return a.data == b.data && a.block == b.block && a.stride == b.stride;
    }
};

// The arguments FROM and INTO: nothing; one address, at which the places follow each other; or one address or
// strided() for each place.
template <class Address>
class UserData {
public:
    UserData() = default; // the runtime's buffers
    template <class T, class = std::enable_if_t<!std::is_same<std::decay_t<T>, UserData>::value &&
                                                !std::is_same<std::decay_t<T>, std::nullptr_t>::value>>
    UserData(T&& one) {
        add(std::forward<T>(one));
    }
    UserData(std::nullptr_t) {}
    template <class T, class... More, class = std::enable_if_t<(sizeof...(More) > 0)>>
    UserData(T&& first, More&&... more) {
        add(std::forward<T>(first));
        (add(std::forward<More>(more)), ...);
    }

    bool given() const { return first_.data != nullptr || !more_.empty(); }
    std::size_t size() const { return given() ? 1 + more_.size() : 0; }
    const DataPlace<Address>& operator[](std::size_t i) const { return i == 0 ? first_ : more_[i - 1]; }

    friend bool operator==(const UserData& a, const UserData& b) {
        return a.first_ == b.first_ && a.more_ == b.more_;
    }

private:
    template <class T>
    void add(T&& one) {
        DataPlace<Address> place;
        place.data = std::forward<T>(one);
        put(place);
    }
    template <class P>
    void add(const Strided<P>& one) {
        put({one.data, one.block, one.stride});
    }
    template <class P>
    void add(Strided<P>&& one) {
        put({one.data, one.block, one.stride});
    }
    template <class P>
    void add(Strided<P>& one) {
        put({one.data, one.block, one.stride});
    }
    void put(const DataPlace<Address>& place) {
        if (!any_)
            first_ = place;
        else
            more_.push_back(place);
        any_ = true;
    }

    DataPlace<Address> first_;
    std::vector<DataPlace<Address>> more_;
    bool any_ = false;
};
using From = UserData<const void*>;
using Into = UserData<void*>;

} // namespace loop
