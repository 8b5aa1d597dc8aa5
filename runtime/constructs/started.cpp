#include "constructs/started.h"

#include "constructs/back_end.h"
#include "session/failure.h"
#include "session/session.h"
#include "session/simulation.h"

#include <exception>

namespace loop {

namespace runtime {

std::string started_text(const Started& started) {
    return concat("`", display_name(started.construct), "` on line ", started.site.line);
}

namespace {

// The messages of other groups have other partners, and what is not measured is counted separately.
void require_same_state(const Started& started, const Site& site) {
    if (started.untimed != the_session.untimed)
        fail(site, Construct::Finish, started_text(started), " was started with `", started.handle, "` ",
             started.untimed ? "inside" : "outside",
             " \\UNTIMED or a warm-up; start and finish must be measured, or neither");
    if (started.group != the_session.group)
        fail(site, Construct::Finish, started_text(started), " was started with `", started.handle,
             "` in another \\AMONG; finish it there");
}

} // namespace
} // namespace runtime

using namespace runtime;

// -- what programs use

Handle::~Handle() {
    if (first_ == nullptr || is_being_ended() || std::uncaught_exceptions() != 0) return;
    fail(first_->site, first_->construct, "started with `", name_,
         "`, but not finished at the end of the block: write `\\FINISH(", name_, ");`");
}

void Handle::add(Started* started) {
    started->handle = name_;
    started->next = nullptr;
    (last_ != nullptr ? last_->next : first_) = started;
    last_ = started;
    hold_ = Hold::nothing;
}

void Handle::finish(const Site& site) {
    if (the_session.stage != Stage::Open) fail_not_open(Construct::Finish, site);
    if (first_ == nullptr)
        fail(site, Construct::Finish, "nothing is started with `", name_, "`",
             finished_line_ > 0 ? concat(": it was finished on line ", finished_line_, " already") : "");
    for (const Started* started = first_; started != nullptr; started = started->next)
        require_same_state(*started, site);
    back_end::finish(first_, site);
    first_ = last_ = nullptr;
    finished_line_ = site.line;
}

void finish(Handle& handle, Site site) {
    handle.finish(site);
}

} // namespace loop
