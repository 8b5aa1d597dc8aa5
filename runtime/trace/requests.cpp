#include "trace/requests.h"

#include <unordered_map>

namespace loop::runtime::trace {
namespace {

std::unordered_map<std::uint64_t, Begun>& requests() {
    static auto* const all = new std::unordered_map<std::uint64_t, Begun>;
    return *all;
}

} // namespace

void remember_request(MPI_Request request, const Begun& begun) {
    if (request == MPI_REQUEST_NULL) return;
    const auto added = requests().insert({handle_key(request), begun});
    if (added.second) return;
    Begun& there = added.first->second;
    const bool both_sends = there.what == Begun::What::Send && begun.what == Begun::What::Send;
    const int handles = both_sends ? there.same_handle + 1 : 1;
    there = begun;
    there.same_handle = handles;
}

Begun* find_request(MPI_Request request) {
    const auto found = requests().find(handle_key(request));
    return found == requests().end() ? nullptr : &found->second;
}

void forget_request(MPI_Request request) {
    const auto found = requests().find(handle_key(request));
    if (found != requests().end() && --found->second.same_handle <= 0) requests().erase(found);
}

} // namespace loop::runtime::trace
