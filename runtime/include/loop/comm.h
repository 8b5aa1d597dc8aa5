#pragma once

#include <loop/data.h>
#include <loop/site.h>

#include <cstddef>
#include <optional>
#include <string_view>

namespace loop {

// All functions here are collective: all ranks call them in the same order, with the same arguments. Pointers
// may differ, and in an \EXCHANGE, only partners must agree on `size`. `size` is the size of one message in
// bytes. If `from` or `into` is null, LOOP uses its own buffer instead; if both are null, it also verifies
// the messages. Filling and verifying are not measured. A buffer consists of slots of `size` bytes: slot j is
// for the j-th partner (in multibroadcasts: for rank j). Partners that do not exist, duplicates, and the rank
// itself are dropped and counted.

namespace runtime {
struct PendingExchange;
} // namespace runtime

namespace detail {
// Messages with a statement: they start in the constructor, and are complete after the destructor.
class DuringMessages {
public:
    ~DuringMessages();
    DuringMessages(const DuringMessages&) = delete;
    DuringMessages& operator=(const DuringMessages&) = delete;

protected:
    DuringMessages(runtime::PendingExchange* pending, const Site& site) : site_(site), pending_(pending) {}

private:
    Site site_;
    runtime::PendingExchange* pending_;
};
} // namespace detail

// \COMMUNICATE without a statement: sends to (me + j distance) mod p and receives from (me - j distance) mod
// p, j = 1 .. partners, and returns when all messages are complete.
void communicate(long long size, long long distance, long long partners, const void* from = nullptr,
                 void* into = nullptr, Site site = Site::here());

// \COMMUNICATE with a statement: the sends start in the constructor, the receives complete in the destructor.
class Communication : public detail::DuringMessages {
public:
    Communication(long long size, long long distance, long long partners, const void* from = nullptr,
                  void* into = nullptr, Site site = Site::here());
};

// \EXCHANGE: sends a message to each partner and receives one from it. Partners are the ranks me +- distance,
// me +- 2 distance, and so on. If `partners` is odd, patterns.h says which rank is the last partner. Ranks
// form a chain, or a ring if `ring` is set.
void exchange(long long size, long long distance, long long partners, const void* from = nullptr,
              void* into = nullptr, bool ring = false, Site site = Site::here());

// \MULTIBCAST0, _ME, _ALTER: every rank sends to every other rank, in the three orders of the LOOP paper (see
// patterns.h).
void multibcast0(long long size, const void* from = nullptr, void* into = nullptr, Site site = Site::here());
void multibcast_me(long long size, const void* from = nullptr, void* into = nullptr,
                   Site site = Site::here());
void multibcast_alter(long long size, const void* from = nullptr, void* into = nullptr,
                      Site site = Site::here());

// \VISIBLE_SYNC: synchronizes the ranks, sends one byte to the right neighbor on the ring, and synchronizes
// again.
void visible_sync(Site site = Site::here());

// \WITH statement: how the communication inside is done (docs/language.md). Options that are not given stay
// as they are outside. Local.
class With {
public:
    explicit With(std::optional<long long> align = {}, std::optional<long long> offset = {},
                  std::optional<long long> into_offset = {}, std::optional<long long> buffers = {},
                  std::optional<bool> touch = {}, std::optional<std::string_view> mode = {},
                  std::optional<bool> any_source = {}, std::optional<bool> persistent = {},
                  Site site = Site::here());
    ~With();
    With(const With&) = delete;
    With& operator=(const With&) = delete;

private:
    const void* outer_;
};

namespace detail {
void tree_bcast(void* data, long long bytes, Site site);
void tree_collect(void* data, long long elements, std::size_t element_bytes, Site site);
void tree_distribute(void* data, long long elements, std::size_t element_bytes, Site site);
void require_extent(long long bytes, long long available, const char* construct, Site site);

template <class V>
struct is_vector {
    static constexpr bool value = false;
};
template <class T>
struct is_vector<Vector<T>> {
    static constexpr bool value = true;
};
} // namespace detail

// \TREE_BCAST: copies `bytes` bytes of rank 0's data to all ranks, along a tree (settings tree.shape and
// tree.map).
template <class T>
void tree_bcast(T* data, long long bytes, Site site = Site::here()) {
    detail::tree_bcast(data, bytes, site);
}
template <class T>
void tree_bcast(detail::Array<T>& data, long long bytes, Site site = Site::here()) {
    detail::require_allocated(data.data(), "TREE_BCAST", site);
    detail::require_extent(bytes, data.count() * static_cast<long long>(sizeof(T)), "TREE_BCAST", site);
    detail::tree_bcast(data.data(), bytes, site);
}

// \TREE_COLLECT_VEC: copies block r of rank r's vector into rank 0's vector, for every r. A vector of N
// elements has p blocks of ceil(N / p) elements; the last ones may be shorter or empty. N must be the same on
// all ranks.
template <class V>
void tree_collect_vec(V& vector, Site site = Site::here()) {
    static_assert(detail::is_vector<V>::value,
                  "\\TREE_COLLECT_VEC takes a \\VEC: a raw pointer does not know its length");
    detail::require_allocated(vector.data(), "TREE_COLLECT_VEC", site);
    detail::tree_collect(vector.data(), vector.size(), sizeof(*vector.data()), site);
}

// \TREE_DISTRIB_VEC: copies block r of rank 0's vector into rank r's vector, for every r. The other elements
// of rank r's vector do not change.
template <class V>
void tree_distrib_vec(V& vector, Site site = Site::here()) {
    static_assert(detail::is_vector<V>::value,
                  "\\TREE_DISTRIB_VEC takes a \\VEC: a raw pointer does not know its length");
    detail::require_allocated(vector.data(), "TREE_DISTRIB_VEC", site);
    detail::tree_distribute(vector.data(), vector.size(), sizeof(*vector.data()), site);
}

} // namespace loop
