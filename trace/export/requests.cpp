#include "trace/export/requests.h"

#include <list>
#include <map>

namespace loop::report {

namespace {

constexpr std::int32_t any_tag = -1;

struct Posted {
    const Event* event;
    std::uint64_t number;
};

bool takes(const Event& post, const Event& message) {
    return (post.partner == no_partner || post.partner == message.partner) &&
           (post.tag == any_tag || post.tag == message.tag);
}

} // namespace

Requests requests_of(const RankTrace& rank) {
    Requests requests;
    requests.number.assign(rank.events.size(), 0);
    std::map<std::uint16_t, std::list<Posted>> open; // by communicator, in the order of posting
    for (std::size_t i = 0; i < rank.events.size(); ++i) {
        const Event& event = rank.events[i];
        if (event.kind == EventKind::Post) {
            requests.number[i] = ++requests.posted;
            open[event.communicator].push_back({&event, requests.posted});
        } else if (event.kind == EventKind::Receive && requests.posted > 0) {
            std::list<Posted>& candidates = open[event.communicator];
            for (auto posted = candidates.begin(); posted != candidates.end(); ++posted) {
                if (!takes(*posted->event, event)) continue;
                requests.number[i] = posted->number;
                candidates.erase(posted);
                break;
            }
        }
    }
    return requests;
}

} // namespace loop::report
