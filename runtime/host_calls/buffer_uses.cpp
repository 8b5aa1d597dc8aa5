#include "host_calls/buffer_uses.h"

#include "host_calls/broken_rules.h"
#include "host_calls/known_layouts.h"
#include "host_calls/thread_use.h"
#include "session/lasting.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <unordered_map>
#include <utility>

namespace loop::runtime::trace {
namespace {

constexpr std::size_t most_kept = 1 << 16; // requests

struct KeptUses {
    BufferUses uses;
    unsigned tests = 0; // calls that tested the request
};
Lasting<std::unordered_map<std::uint64_t, KeptUses>> kept_uses;

const void* address_of(const void* base, std::int64_t offset) {
    return reinterpret_cast<const void*>(reinterpret_cast<std::uintptr_t>(base) +
                                         static_cast<std::uintptr_t>(offset));
}

std::optional<std::int64_t> first_bad_in(const void* base, TypeLayout::Block block) {
    const char* const bad =
        first_bad_byte(address_of(base, block.begin), static_cast<std::size_t>(block.end - block.begin));
    if (bad == nullptr) return std::nullopt;
    return static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(bad) -
                                     reinterpret_cast<std::uintptr_t>(base));
}

bool check_one(const CalledAt& at, const BufferUse& use, std::uint64_t number) {
    const auto bad = first_bad_byte(*use.layout, use.count, use.data, first_bad_in);
    if (!bad) return true;
    BrokenFacts facts;
    const TypeLayout::Block span = span_of(*use.layout, use.count);
    const std::int64_t before = use.data == MPI_BOTTOM ? -span.begin : use.offset; // its places are addresses
    facts.signature.count = span.end + before;
    facts.signature.type = static_cast<std::uint64_t>(*bad + before);
    facts.combine =
        memory_facts(use.role, kind_of_memory(static_cast<const char*>(address_of(use.data, *bad))));
    facts.request = number;
    log_broken(at, CallRule::Memory, facts);
    return false;
}

bool check_all(const CalledAt& at, const BufferUses& uses, std::uint64_t number) {
    bool all = true;
    for (const BufferUse& use : uses)
        all = check_one(at, use, number) && all;
    return all;
}

// At MPI_THREAD_MULTIPLE, another thread may complete a request unseen.
void keep(std::uint64_t number, BufferUses uses) {
    if (thread_level() == MPI_THREAD_MULTIPLE) return;
    if (number != 0 && !uses.empty() && kept_uses().size() < most_kept)
        kept_uses()[number] = {std::move(uses)};
}

bool is_power_of_two(unsigned number) {
    return (number & (number - 1)) == 0;
}

} // namespace

BufferUses use_of(BufferRole role, const void* data, std::int64_t count, MPI_Datatype type) {
    if (count <= 0 || data == MPI_IN_PLACE) return {};
    std::shared_ptr<const TypeLayout> layout = known_layout(type);
    if (layout == nullptr) return {};
    return {{role, data, count, std::move(layout), 0}};
}

BufferUses use_of_bytes(BufferRole role, const void* data, std::int64_t bytes) {
    if (bytes <= 0 || data == nullptr) return {};
    return {{role, data, 1, std::make_shared<TypeLayout>(TypeLayout{{{0, bytes}}, bytes}), 0}};
}

bool check_uses(const CalledAt& at, const BufferUses& uses) {
    return check_all(at, uses, 0);
}

bool check_and_keep(const CalledAt& at, std::uint64_t number, BufferUses uses) {
    const bool good = check_uses(at, uses);
    if (good) keep(number, std::move(uses));
    return good;
}

void keep_use(std::uint64_t number, BufferRole role, const void* data, std::int64_t count,
              MPI_Datatype type) {
    if (number != 0 && checks_memory()) keep(number, use_of(role, data, count, type));
}

void check_kept(const CalledAt& at, std::uint64_t number, KeptCheck check) {
    if (number == 0 || !checks_memory()) return;
    const auto kept = kept_uses().find(number);
    if (kept == kept_uses().end()) return;
    if (check == KeptCheck::OfTests && !is_power_of_two(++kept->second.tests)) return;
    if (!check_all(at, kept->second.uses, number)) kept_uses().erase(kept);
}

void forget_kept(std::uint64_t number) {
    if (is_memory_known()) kept_uses().erase(number);
}

bool check_again(const CalledAt& at, std::uint64_t number, BufferRole role, const void* data,
                 std::int64_t bytes) {
    return !checks_memory() || check_all(at, use_of_bytes(role, data, bytes), number);
}

} // namespace loop::runtime::trace
