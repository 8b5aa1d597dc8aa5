#include "constructs/started.h"

#include "constructs/back_end.h"
#include "session/failure.h"
#include "session/lasting.h"
#include "session/session.h"
#include "session/simulation.h"

#include <algorithm>
#include <exception>
#include <vector>

namespace loop {

namespace runtime {

std::string started_text(const Started& started) {
    return concat("`", display_name(started.construct), "` on line ", started.site.line);
}

namespace {

// What is started at this moment, by number; null: the number is free.
Lasting<std::vector<const Started*>> started_by_number;
std::size_t first_free = 0; // no smaller number is free

void keep_number(const Started& started) {
    std::vector<const Started*>& all = started_by_number();
    const auto number = static_cast<std::size_t>(started.number);
    if (number == all.size()) all.push_back(nullptr);
    all[number] = &started;
}

void free_number(const Started& started) {
    const auto number = static_cast<std::size_t>(started.number);
    started_by_number()[number] = nullptr;
    first_free = std::min(first_free, number);
}

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

int next_started_number(Construct construct, const Site& site) {
    const std::vector<const Started*>& all = started_by_number();
    while (first_free < all.size() && all[first_free] != nullptr)
        ++first_free;
    if (first_free < static_cast<std::size_t>(most_started)) return static_cast<int>(first_free);
    fail(site, construct, most_started,
         " constructs are started and not finished, which is the most; finish some, or use COUNT of \\SEND");
}

void require_all_finished(const Site& site) {
    for (const Started* started : started_by_number())
        if (started != nullptr)
            fail(site, Construct::Close0, started_text(*started), " was started with `", started->handle,
                 "`, but not finished: write `\\FINISH(", started->handle, ");` before \\CLOSE0");
}

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
    keep_number(*started);
}

void Handle::finish(const Site& site) {
    if (the_session.stage != Stage::Open) fail_not_open(Construct::Finish, site);
    if (first_ == nullptr)
        fail(site, Construct::Finish, "nothing is started with `", name_, "`",
             finished_line_ > 0 ? concat(": it was finished on line ", finished_line_, " already") : "");
    for (const Started* started = first_; started != nullptr; started = started->next)
        require_same_state(*started, site);
    for (const Started* started = first_; started != nullptr; started = started->next)
        free_number(*started);
    back_end::finish(first_, site);
    first_ = last_ = nullptr;
    finished_line_ = site.line;
}

void finish(Handle& handle, Site site) {
    handle.finish(site);
}

} // namespace loop
