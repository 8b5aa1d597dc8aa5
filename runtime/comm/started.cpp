#include "comm/started.h"

#include "constructs/back_end.h"
#include "session/failure.h"
#include "session/lasting.h"
#include "trace/scope.h"

#include <algorithm>

namespace loop {

using namespace runtime;

namespace runtime {
namespace {

// What is started at this moment, by number; null: the number is free.
Lasting<std::vector<const Started*>> started_by_number;
std::size_t first_free = 0; // no smaller number is free

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

void add_started(Handle& handle, std::unique_ptr<StartedCall> started) {
    std::vector<const Started*>& all = started_by_number();
    const auto number = static_cast<std::size_t>(started->number);
    if (number == all.size()) all.push_back(nullptr);
    all[number] = started.get();
    handle.add(started.release());
}

void require_all_finished(const Site& site) {
    for (const Started* started : started_by_number())
        if (started != nullptr)
            fail(site, Construct::Close0, started_text(*started), " was started with `", started->handle,
                 "`, but not finished: write `\\FINISH(", started->handle, ");` before \\CLOSE0");
}

namespace {

void forget(std::unique_ptr<StartedCall> started) {
    started_by_number()[static_cast<std::size_t>(started->number)] = nullptr;
    first_free = std::min(first_free, static_cast<std::size_t>(started->number));
    SiteEntry& entry = *started->entry;
    entry.idle.push_back(std::move(started));
}

StartedCall& call_of(Started& started) {
    return static_cast<StartedCall&>(started);
}

// In the trace, its messages and waits belong to the construct, and \FINISH is around it.
void start_held(StartedCall& started) {
    if (!started.is_held()) return;
    const LocalCall call(started.construct, started.site);
    started.start_held();
}

void complete_call(StartedCall& started, const SiteEntry& finish) {
    const LocalCall call(started.construct, started.site);
    publish(finish.label + finish.calls,
            static_cast<std::int64_t>(pack_place(started.construct, started.site.line, false)), 0,
            started.awaited());
    started.complete();
}

} // namespace
} // namespace runtime

void back_end::finish(Started* first, const Site& site) {
    const Scope scope(Construct::Finish, site);
    SiteEntry& entry = site_entry(Construct::Finish, site);
    for (Started* started = first; started != nullptr; started = started->next)
        start_held(call_of(*started));
    Started* finished = nullptr; // in reverse, so that the next ones use the same objects as these
    while (first != nullptr) {
        Started* const started = first;
        complete_call(call_of(*started), entry);
        first = started->next;
        started->next = finished;
        finished = started;
    }
    ++entry.calls;
    while (finished != nullptr) {
        std::unique_ptr<StartedCall> started(&call_of(*finished));
        finished = finished->next;
        forget(std::move(started));
    }
}

} // namespace loop
