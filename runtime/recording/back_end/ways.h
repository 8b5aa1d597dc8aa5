#pragma once

#include "constructs/pairs.h"
#include "constructs/sends.h"
#include "constructs/trees.h"

namespace loop::recording {

// Whether the \WITH around a call limits the messages of this rank.
bool way_concerns_own_messages();

// Ends the execution if a call inside \WITH asks for what its options do not allow on this rank.
void require_way(const runtime::PairsCall& call);
void require_way(const runtime::SendCall& call, const patterns::SendPattern& messages);
void require_way(const runtime::TreeCall& call);
// Of a tree that \START begins: all of its messages are in MPI's buffer together.
void require_way_together(const runtime::TreeCall& call);

} // namespace loop::recording
