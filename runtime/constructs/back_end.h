#pragma once

#include "constructs/collectives.h"
#include "constructs/deal.h"
#include "constructs/groups.h"
#include "constructs/pairs.h"
#include "constructs/sends.h"
#include "constructs/started.h"
#include "constructs/trees.h"

#include <loop/deal.h>
#include <loop/send.h>

// What a back end does with the calls of constructs. A program is linked with one of them: `comm/back_end`
// moves messages and measures, `recording/back_end` writes down what would move. What a construct means
// (its messages, their order and places, what is refused and in which words) is in this folder, without MPI;
// a back end asks for it, once for the same arguments if it likes, and keeps what it needs of a call's data:
// a call refers to its arguments.
namespace loop::back_end {

// A call without a statement.
void execute(const runtime::PairsCall& call);
void execute(const runtime::SendCall& call);
void execute(const runtime::TreeCall& call);
void execute(const runtime::CollectiveCall& call);
void execute(const runtime::SyncCall& call);

// A call whose statement follows; `complete` ends it. Calls nest: the one that began last ends first.
runtime::PendingExchange* begin(const runtime::PairsCall& call);
runtime::PendingExchange* begin(const runtime::SendCall& call);
void complete(runtime::PendingExchange* pending, const Site& site);
runtime::PendingCollective* begin(const runtime::CollectiveCall& call);
void complete(runtime::PendingCollective* pending, const Site& site);

// \START: the call begins, and the handle gets it.
void start(Handle& handle, const runtime::PairsCall& call);
void start(Handle& handle, const runtime::SendCall& call);
void start(Handle& handle, const runtime::TreeCall& call);
void start(Handle& handle, const runtime::CollectiveCall& call);
void start(Handle& handle, const runtime::SyncCall& call);
// \FINISH: completes what a handle has, in this order, and takes it back.
void finish(runtime::Started* first, const Site& site);

// \DEAL: the passes of this rank, a chunk [first, end) after the other; false: none is left.
runtime::Deal* begin(const runtime::DealCall& call);
bool next(runtime::Deal& deal, const Site& site, int& first, int& end);
void end(runtime::Deal* deal);

// \AMONG: enters the group of this rank. `takes`: the rank executes the statement, and not the other one.
struct Entered {
    void* outer; // where leave() returns to
    bool takes;
};
Entered enter(const runtime::GroupCall& call);
void leave(void* outer);

} // namespace loop::back_end
