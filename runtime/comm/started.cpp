#include "comm/started.h"

#include "constructs/back_end.h"
#include "trace/scope.h"

namespace loop {

using namespace runtime;

namespace runtime {

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

std::unique_ptr<StartedMessages> new_started_messages(SiteEntry& entry) {
    std::unique_ptr<StartedMessages> started = new_started<StartedMessages>(entry);
    PendingExchange& messages = started->messages;
    if (messages.depth == started->number) return started;
    messages.depth = started->number;
    if (messages.way != nullptr && messages.way->persistent)
        messages.plan = nullptr; // its requests have the old tag
    else if (messages.plan != nullptr)
        choose_tag(messages);
    return started;
}

void add_started(Handle& handle, std::unique_ptr<StartedCall> started) {
    handle.add(started.release());
}

namespace {

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
        SiteEntry& place = *started->entry;
        place.idle.push_back(std::move(started));
    }
}

} // namespace loop
