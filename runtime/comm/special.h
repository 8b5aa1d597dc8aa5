#pragma once

#include "comm/messages.h"

#include <cstddef>

namespace loop::runtime {

// Exchanges inside a \WITH. They are not those of the other calls: these keep their buffers, and a persistent
// exchange keeps its requests while the same line communicates in the same way.

// The exchange to be used instead of `usual`: one that `fits`, if there is one. An exchange that a \START
// owns stays.
PendingExchange& special_exchange(PendingExchange& usual, const SiteEntry& entry,
                                  bool (*fits)(const PendingExchange&, const void*), const void* arguments);
template <class Fits>
PendingExchange& exchange_for(PendingExchange& usual, const SiteEntry& entry, const Fits& fits) {
    if (the_way == nullptr) return usual;
    return special_exchange(
        usual, entry,
        [](const PendingExchange& kept, const void* arguments) {
            return (*static_cast<const Fits*>(arguments))(kept);
        },
        &fits);
}

// The rest of prepare_transfers(), if the exchange is special.
void prepare_special(PendingExchange& pending);
// What each call changes: the buffers that are in turn, the tag, and the requests.
void begin_special(PendingExchange& pending, long long call);

// Instead of the usual MPI calls.
void post_special_receive(PendingExchange& pending, std::size_t index);
void post_special_send(PendingExchange& pending, std::size_t index);
// To be called when all receives are complete.
void end_special_receives(PendingExchange& pending);

// The size of a message of this sender, with ANY_SOURCE.
std::size_t bytes_from(const PendingExchange& pending, int sender);

// For the record.
void note_way(SiteEntry& entry, const Way& way);

void release_special();

} // namespace loop::runtime
