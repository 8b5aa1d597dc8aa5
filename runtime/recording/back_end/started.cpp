#include "recording/back_end/started.h"

#include "constructs/back_end.h"
#include "recording/recorder.h"
#include "session/session.h"

#include <memory>

// What a handle collects is complete at once.
namespace loop {

using namespace runtime;

void recording::add_started(Handle& handle, Construct construct, const Site& site) {
    auto started = std::make_unique<Started>();
    started->construct = construct;
    started->site = site;
    started->group = the_session.group;
    started->untimed = the_session.untimed;
    started->number = next_started_number(construct, site);
    handle.add(started.release());
}

void back_end::finish(Started* first, const Site& site) {
    recording::record(Construct::Finish, site);
    while (first != nullptr) {
        const std::unique_ptr<Started> started(first);
        first = started->next;
    }
}

} // namespace loop
