#pragma once

#include "session/session.h"
#include "session/status.h"

namespace loop::runtime {

[[noreturn]] void fail_not_open(Construct construct, const Site& site);

// Being inside a construct: two stores into the status file on the way in, one on the way out.
class Scope {
public:
    Scope(Construct construct, const Site& site) : construct_(construct), line_(site.line) {
        Session& session = the_session;
        if (session.stage != Stage::Open) fail_not_open(construct, site);
        session.construct = construct;
        session.site = site;
        __atomic_store_n(&the_status->sequence, ++session.sequence, __ATOMIC_RELAXED);
        __atomic_store_n(&the_status->place, pack_place(construct, line_, true), __ATOMIC_RELAXED);
    }
    ~Scope() { __atomic_store_n(&the_status->place, pack_place(construct_, line_, false), __ATOMIC_RELAXED); }
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

private:
    Construct construct_;
    int line_;
};

} // namespace loop::runtime
