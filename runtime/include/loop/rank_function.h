#pragma once

// What depends on the rank in a program (`r -> r + 1`) is a function of the rank, which every rank evaluates
// for all ranks. So each rank knows which messages it must receive. Plain data, no MPI; no function here is
// collective.

#include <array>
#include <cstring>
#include <type_traits>
#include <utility>
#include <vector>

namespace loop {

namespace detail {

template <class T, class = void>
struct is_container : std::false_type {};
template <class T>
struct is_container<T, std::void_t<decltype(std::begin(std::declval<const T&>())),
                                   decltype(std::end(std::declval<const T&>()))>> : std::true_type {};

template <class T>
using IfNumber =
    std::enable_if_t<(std::is_integral<T>::value && !std::is_same<T, bool>::value) || std::is_enum<T>::value>;

// A list of integers that needs no memory of its own while it is short.
template <class Tag>
class Numbers {
public:
    Numbers() = default; // none
    template <class T, class = IfNumber<T>>
    Numbers(T one) {
        add(one);
    }
    template <class T, class... More, class = IfNumber<T>, class = std::enable_if_t<(sizeof...(More) > 0)>>
    Numbers(T first, More... more) {
        add(first);
        (add(more), ...);
    }
    template <class C, class = void, class = std::enable_if_t<is_container<C>::value>>
    Numbers(const C& container) {
        for (const auto& value : container)
            add(value);
    }

    template <class T>
    void add(T value) {
        const auto number = static_cast<long long>(value);
        if (size_ < few_.size()) {
            few_[size_] = number;
        } else {
            if (size_ == few_.size()) many_.assign(few_.begin(), few_.end());
            many_.push_back(number);
        }
        ++size_;
    }
    std::size_t size() const { return size_; }
    const long long* begin() const { return size_ <= few_.size() ? few_.data() : many_.data(); }
    const long long* end() const { return begin() + size_; }
    long long operator[](std::size_t i) const { return begin()[i]; }

    friend bool operator==(const Numbers& a, const Numbers& b) {
        return a.size_ == b.size_ && std::memcmp(a.begin(), b.begin(), a.size_ * sizeof(long long)) == 0;
    }
    friend bool operator!=(const Numbers& a, const Numbers& b) { return !(a == b); }

private:
    std::array<long long, 8> few_{};
    std::vector<long long> many_;
    std::size_t size_ = 0;
};

template <class T, class = void>
struct has_identity : std::false_type {};
template <class T>
struct has_identity<T, std::void_t<decltype(std::declval<const T&>().identity())>> : std::true_type {};

} // namespace detail

// The receivers of a rank's messages: a number, `{a, b}`, or a container. The index of a receiver in the list
// is its place. Numbers that are not ranks (outside 0 .. p - 1) are receivers that do not exist.
using Ranks = detail::Numbers<struct RanksTag>;
// Sizes in bytes: one for all places, or one for each place.
using ByteCounts = detail::Numbers<struct ByteCountsTag>;

// Which function of the rank it is, and the values of the variables that it uses. While they stay the same,
// so does what it returns, and a construct keeps what it has computed from it. Two functions in one line
// differ.
struct Kept {
    static constexpr int most = 6;

    using Code = void (*)();
    Code code = nullptr; // differs between the functions of a program, also in one line

    const char* names = ""; // "d, torus", as in the program
    int count = 0;
    bool afresh = false; // it cannot be seen whether the function stays the same: evaluate it in each call
    std::array<bool, most> fractions{}; // which values are the bits of a double
    std::array<long long, most> values{};

    bool stays(const Kept& before) const {
        if (afresh || before.afresh || code != before.code || count != before.count) return false;
        for (int i = 0; i < count; ++i)
            if (values[static_cast<std::size_t>(i)] != before.values[static_cast<std::size_t>(i)])
                return false;
        return true;
    }
};

namespace detail {
template <class T>
void keep(Kept& kept, const T& value) {
    if (kept.count == Kept::most) kept.afresh = true;
    if (kept.afresh) return;
    const auto i = static_cast<std::size_t>(kept.count++);
    if constexpr (std::is_floating_point<T>::value) {
        const auto fraction = static_cast<double>(value);
        std::memcpy(&kept.values[i], &fraction, sizeof fraction);
        kept.fractions[i] = true;
    } else if constexpr (std::is_arithmetic<T>::value || std::is_enum<T>::value) {
        kept.values[i] = static_cast<long long>(value);
    } else if constexpr (has_identity<T>::value) {
        kept.values[i] = static_cast<long long>(value.identity()); // a topology
    } else {
        kept.afresh = true; // pointers, containers, and types of the program
    }
}
} // namespace detail

template <class... T>
Kept kept(const char* names, const T&... values) {
    Kept all;
    all.names = names;
    (detail::keep(all, values), ...);
    return all;
}

// For functions that use elements, members, or functions of the program.
inline Kept afresh() {
    Kept never;
    never.afresh = true;
    return never;
}

// A function of the rank, as an argument of a construct. Refers to the callable, which must outlive the call
// of the construct.
template <class Result>
class RankFunction {
public:
    RankFunction() = default;
    template <class F>
    RankFunction(const F& function, const Kept& of)
        : kept(of), function_(&function), call_([](const void* callable, int rank) -> Result {
              return (*static_cast<const F*>(callable))(rank);
          }) {
        kept.code = reinterpret_cast<Kept::Code>(call_);
    }

    explicit operator bool() const { return call_ != nullptr; }
    Result operator()(int rank) const { return call_(function_, rank); }

    Kept kept;

private:
    const void* function_ = nullptr;
    Result (*call_)(const void*, int) = nullptr;
};

// The argument PAIRS: for `r -> receivers`, a function; for `0 -> receivers`, one sender and its receivers.
struct Pairs {
    RankFunction<Ranks> function;
    long long sender = -1;
    Ranks receivers;

    // May call `visit(sender, receivers)` for any rank; ranks that send nothing may be left out.
    template <class Visit>
    void for_each(int ranks, Visit visit) const {
        if (!function) {
            if (sender >= 0 && sender < ranks) visit(static_cast<int>(sender), receivers);
            return;
        }
        for (int rank = 0; rank < ranks; ++rank)
            visit(rank, function(rank));
    }
};
template <class F, class = std::enable_if_t<!std::is_arithmetic<F>::value>>
Pairs pairs(const F& function, const Kept& of = {}) {
    return {RankFunction<Ranks>(function, of), -1, {}};
}
template <class T, class = detail::IfNumber<T>>
Pairs pairs(T sender, const Ranks& receivers) {
    return {{}, static_cast<long long>(sender), receivers};
}

// The argument IF: which ranks send.
using Where = RankFunction<bool>;
template <class F>
Where where(const F& function, const Kept& of = {}) {
    return Where(function, of);
}
inline const Where everywhere{};

// The argument SIZE: bytes, `{a, b}` by place, or a function of the sender that returns either.
struct Sizes {
    template <class T, class = detail::IfNumber<T>>
    Sizes(T one) : bytes(one) {}
    template <class T, class... More, class = detail::IfNumber<T>,
              class = std::enable_if_t<(sizeof...(More) > 0)>>
    Sizes(T first, More... more) : bytes(first, more...) {}
    template <class C, class = void, class = std::enable_if_t<detail::is_container<C>::value>>
    Sizes(const C& container) : bytes(container) {}
    explicit Sizes(const RankFunction<ByteCounts>& of) : function(of) {}

    ByteCounts bytes;
    RankFunction<ByteCounts> function;
};
template <class F>
Sizes sizes(const F& function, const Kept& of = {}) {
    return Sizes(RankFunction<ByteCounts>(function, of));
}

// The argument SIZE of MPI's collectives: the bytes of a slot, the same for all, or a function of the rank,
// or of sender and receiver. Refers to its arguments, which must outlive the call of the construct.
struct BlockSizes {
    template <class T, class = detail::IfNumber<T>>
    BlockSizes(T one) : bytes(static_cast<long long>(one)) {}
    template <class F>
    BlockSizes(const F& function, const Kept& of)
        : kept(of), function_(&function), call_([](const void* callable, int sender, int receiver) {
              const F& f = *static_cast<const F*>(callable);
              if constexpr (std::is_invocable<const F&, int, int>::value)
                  return static_cast<long long>(f(sender, receiver));
              else
                  return static_cast<long long>(f(sender));
          }) {
        kept.code = reinterpret_cast<Kept::Code>(call_);
    }

    bool differ() const { return call_ != nullptr; }
    // Of the block from `sender` to `receiver`; a function of the rank ignores the receiver.
    long long of(int sender, int receiver) const {
        return differ() ? call_(function_, sender, receiver) : bytes;
    }

    long long bytes = 0; // unless they differ
    Kept kept;

private:
    const void* function_ = nullptr;
    long long (*call_)(const void*, int, int) = nullptr;
};
template <class F>
BlockSizes blocks(const F& function, const Kept& of = {}) {
    return BlockSizes(function, of);
}

} // namespace loop
