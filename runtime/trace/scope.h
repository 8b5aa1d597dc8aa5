#pragma once

#include "session/failure.h"
#include "session/session.h"
#include "session/status.h"
#include "session/waits.h"
#include "trace/sites.h"

namespace loop::runtime {

// The lifetime of a Scope is the time in a construct: three stores into the status file at the begin, one at
// the end, and the trace.
class Scope {
public:
    Scope(Construct construct, const Site& site) : construct_(construct), line_(site.line) {
        Session& session = the_session;
        if (session.stage != Stage::Open) fail_not_open(construct, site);
        session.construct = construct;
        session.site = site;
        enter_place(construct, line_);
        if (trace::on()) trace::enter(trace_site_ = trace::site_index(construct, site));
    }
    ~Scope() {
        if (trace::on()) trace::leave(trace_site_, leaving_);
        if (is_being_ended()) return;
        __atomic_store_n(&the_status->place, pack_place(construct_, line_, false), __ATOMIC_RELAXED);
    }
    void leaves(trace::Leaving how) { leaving_ = how; }
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

private:
    Construct construct_;
    int line_;
    trace::SiteIndex trace_site_ = 0;
    trace::Leaving leaving_ = trace::Leaving::Now;
};

// A local call: needs an open session, and only the trace records it.
class LocalCall {
public:
    LocalCall(Construct construct, const Site& site) {
        if (the_session.stage != Stage::Open) fail_not_open(construct, site);
        if (trace::on()) trace::enter(trace_site_ = trace::site_index(construct, site));
    }
    ~LocalCall() {
        if (trace::on()) trace::leave(trace_site_);
    }
    LocalCall(const LocalCall&) = delete;
    LocalCall& operator=(const LocalCall&) = delete;

private:
    trace::SiteIndex trace_site_ = 0;
};

} // namespace loop::runtime
