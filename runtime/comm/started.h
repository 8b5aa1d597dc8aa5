#pragma once

#include "comm/sends.h"
#include "constructs/started.h"

#include <loop/send.h>

#include <cstdint>
#include <memory>
#include <vector>

namespace loop::runtime {

// What is started, as it is measured. Finished objects are kept at their line, so that in the steady state,
// nothing is allocated or prepared.
class StartedCall : public Started {
public:
    // Whether HOLD has delayed something. At \FINISH, start_held() starts it, before anything is completed
    // that the handle has collected.
    virtual bool is_held() const { return false; }
    virtual void start_held() {}
    // Waits until this rank's part is complete.
    virtual void complete() = 0;
    // The ranks that this rank waits for, as the status file packs them.
    virtual std::int64_t awaited() const { return 0; }

    SiteEntry* entry = nullptr;
};

// Exchanges messages.
class StartedMessages : public StartedCall {
public:
    StartedMessages() { messages.is_started = true; }

    // Starts all messages but those that are held, or that must wait for others.
    void start(Hold hold, MessageOrder order);

    bool is_held() const override {
        return hold_ == Hold::receives || (hold_ == Hold::sends && !sends_last_);
    }
    void start_held() override;
    void complete() override;
    std::int64_t awaited() const override { return messages.awaited; }

    PendingExchange messages;

protected:
    virtual void between() {} // after the receives, before the sends of a relay
    virtual void end() { end_call(messages); }

private:
    Hold hold_ = Hold::nothing;
    bool sends_last_ = false;
};

// Returns an object for a construct that is being started; hand it to add_started() when it has begun.
template <class Kind>
std::unique_ptr<Kind> new_started(SiteEntry& entry) {
    if (entry.idle.empty()) entry.idle.push_back(std::make_unique<Kind>());
    std::unique_ptr<Kind> started(static_cast<Kind*>(entry.idle.back().release()));
    entry.idle.pop_back();
    started->entry = &entry;
    started->construct = entry.construct;
    started->site = entry.site;
    started->group = entry.group;
    started->untimed = entry.untimed;
    started->number = next_started_number(entry.construct, entry.site);
    return started;
}

// The same for what exchanges messages: its tag depends on the number.
std::unique_ptr<StartedMessages> new_started_messages(SiteEntry& entry);

// Lets the handle collect it, and takes the handle's HOLD back.
void add_started(Handle& handle, std::unique_ptr<StartedCall> started);

} // namespace loop::runtime
