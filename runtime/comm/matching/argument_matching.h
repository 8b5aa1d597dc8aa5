#pragma once

#include <loop/patterns.h>

#include <vector>

namespace loop::runtime {

// Finds ranks that call a construct with different arguments. A rank whose arguments are new reads what its
// partners have published, before it sends anything, and publishes its own for partners that arrive later.
// Costs nothing otherwise. Only ranks of one host see each other. Between hosts different arguments never
// match (matching/tags), and the launching side says why the ranks wait.

// Compares the arguments that this rank has published for the construct it is in with those of whoever is in
// the same call of the same line. Ends the run where they differ.
void match_arguments(const std::vector<patterns::Partner>& receivers,
                     const std::vector<patterns::Partner>& senders);
void match_arguments(int parent, const std::vector<int>& children); // of a tree; parent -1: none

} // namespace loop::runtime
