#include "comm/started.h"

#include "session/failure.h"
#include "session/group.h"
#include "session/lasting.h"
#include "trace/scope.h"

#include <algorithm>
#include <exception>

namespace loop {

using namespace runtime;

namespace runtime {
namespace {

// What is started at this moment, by number; null: the number is free.
Lasting<std::vector<const Started*>> started_by_number;
std::size_t first_free = 0; // no smaller number is free

std::string started_text(const Started& started) {
    return concat("`", display_name(started.entry->construct), "` on line ", started.entry->site.line);
}

} // namespace

int next_started_number() {
    const std::vector<const Started*>& all = started_by_number();
    while (first_free < all.size() && all[first_free] != nullptr)
        ++first_free;
    if (first_free < static_cast<std::size_t>(started_numbers)) return static_cast<int>(first_free);
    fail(the_session.site, the_session.construct, started_numbers,
         " constructs are started and not finished, which is the most; finish some, or use COUNT of \\SEND");
}

void StartedMessages::start(Hold hold, MessageOrder order) {
    hold_ = hold;
    sends_last_ = order == MessageOrder::ReceivesFirst && messages.receive_count() > 0;
    const bool sends_now = hold != Hold::sends && !sends_last_;
    const bool receives_now = hold != Hold::receives;
    const bool sends_first = order == MessageOrder::SendsFirst || order == MessageOrder::InTurn;
    if (order == MessageOrder::InTurn && sends_now && receives_now) return post_in_turn(messages);
    if (receives_now && !sends_first) post_receives(messages);
    if (sends_now) post_sends(messages);
    if (receives_now && sends_first) post_receives(messages);
}

void StartedMessages::start_held() {
    (hold_ == Hold::receives ? post_receives : post_sends)(messages);
}

void StartedMessages::complete() {
    wait_receives(messages);
    between();
    if (sends_last_) post_sends(messages);
    wait_sends(messages);
    end();
}

void add_started(Handle& handle, std::unique_ptr<Started> started) {
    std::vector<const Started*>& all = started_by_number();
    const auto number = static_cast<std::size_t>(started->number);
    if (number == all.size()) all.push_back(nullptr);
    all[number] = started.get();
    started->handle = handle.name();
    started->next = nullptr;
    handle.add(started.release());
}

void require_all_finished(const Site& site) {
    for (const Started* started : started_by_number())
        if (started != nullptr)
            fail(site, Construct::Close0, started_text(*started), " was started with `", started->handle,
                 "`, but not finished: write `\\FINISH(", started->handle, ");` before \\CLOSE0");
}

namespace {

void forget(std::unique_ptr<Started> started) {
    started_by_number()[static_cast<std::size_t>(started->number)] = nullptr;
    first_free = std::min(first_free, static_cast<std::size_t>(started->number));
    SiteEntry& entry = *started->entry;
    entry.idle.push_back(std::move(started));
}

// The messages of other groups have other partners, and what is not measured is counted separately.
void require_same_state(const Started& started, const Handle& handle, const Site& site) {
    const SiteEntry& entry = *started.entry;
    if (entry.untimed != the_session.untimed)
        fail(site, Construct::Finish, started_text(started), " was started with `", handle.name(), "` ",
             entry.untimed ? "inside" : "outside",
             " \\UNTIMED or a warm-up; start and finish must be measured, or neither");
    if (entry.group != the_session.group)
        fail(site, Construct::Finish, started_text(started), " was started with `", handle.name(),
             "` in another \\AMONG; finish it there");
}

// In the trace, its messages and waits belong to the construct, and \FINISH is around it.
void start_held(Started& started) {
    const LocalCall call(started.entry->construct, started.entry->site);
    started.start_held();
}

void complete(Started& started, const SiteEntry& finish) {
    const SiteEntry& entry = *started.entry;
    const LocalCall call(entry.construct, entry.site);
    publish(finish.label + finish.calls,
            static_cast<std::int64_t>(pack_place(entry.construct, entry.site.line, false)), 0,
            started.awaited());
    started.complete();
}

} // namespace
} // namespace runtime

void Handle::add(Started* started) {
    (last_ != nullptr ? last_->next : first_) = started;
    last_ = started;
    hold_ = Hold::nothing;
}

Handle::~Handle() {
    if (first_ == nullptr || is_being_ended() || std::uncaught_exceptions() != 0) return;
    fail(first_->entry->site, first_->entry->construct, "started with `", name_,
         "`, but not finished at the end of the block: write `\\FINISH(", name_, ");`");
}

void Handle::finish(const Site& site) {
    const Scope scope(Construct::Finish, site);
    if (first_ == nullptr)
        fail(site, Construct::Finish, "nothing is started with `", name_, "`",
             finished_line_ > 0 ? concat(": it was finished on line ", finished_line_, " already") : "");
    SiteEntry& entry = site_entry(Construct::Finish, site);
    for (const Started* started = first_; started != nullptr; started = started->next)
        require_same_state(*started, *this, site);
    for (Started* started = first_; started != nullptr; started = started->next)
        if (started->is_held()) start_held(*started);
    Started* finished = nullptr; // in reverse, so that the next ones use the same objects as these
    while (first_ != nullptr) {
        Started* const started = first_;
        complete(*started, entry);
        first_ = started->next;
        started->next = finished;
        finished = started;
    }
    last_ = nullptr;
    finished_line_ = site.line;
    ++entry.calls;
    while (finished != nullptr) {
        std::unique_ptr<Started> started(finished);
        finished = started->next;
        forget(std::move(started));
    }
}

void finish(Handle& handle, Site site) {
    handle.finish(site);
}

} // namespace loop
