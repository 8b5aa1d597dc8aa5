#include "recording/back_end/started.h"

#include "recording/recorder.h"
#include "session/failure.h"

// What a handle collects is complete at once, so a handle only counts it.
namespace loop {

namespace runtime {
class Started {};
} // namespace runtime

namespace {
runtime::Started something;
} // namespace

void recording::add_started(Handle& handle) {
    handle.add(&something);
}

Handle::~Handle() = default;

void Handle::add(runtime::Started* started) {
    first_ = started;
}

void Handle::finish(const Site& site) {
    if (first_ == nullptr) runtime::fail(site, Construct::Finish, "nothing is started with `", name_, "`");
    first_ = nullptr;
    finished_line_ = site.line;
    recording::record(Construct::Finish, site);
}

void finish(Handle& handle, Site site) {
    handle.finish(site);
}

} // namespace loop
