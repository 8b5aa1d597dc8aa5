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
// moves messages and measures, `recording/back_end` writes down what would move. What a construct means is in
// this folder, without MPI: its messages, their order and places, and what is refused in which words. A back
// end may keep the answer for equal arguments. A call only refers to its arguments, so a back end copies what
// it needs after the function returns. \WITH needs no back end: `the_way` says what it asks for.
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
// \FINISH: completes the list that begins with `first`, in its order, and frees or keeps the objects.
void finish(runtime::Started* first, const Site& site);

// \DEAL. next(): the next chunk [first, end) of passes of this rank; false if none is left.
runtime::Deal* begin(const runtime::DealCall& call);
bool next(runtime::Deal& deal, const Site& site, int& first, int& end);
void end(runtime::Deal* deal);

// \AMONG: enters the group of this rank. Whether the rank executes the statement, else that after `else`.
bool enter(const runtime::GroupCall& call);
// Leaves the group that this rank entered last.
void leave();

} // namespace loop::back_end
