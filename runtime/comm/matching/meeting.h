#pragma once

#include <loop/patterns.h>

#include <vector>

namespace loop::runtime {

// Ranks that meet in a construct with different arguments: found by reading what the other has published,
// when a rank comes with arguments that it has not had before, before it moves anything; what it came with
// last it tells for those that come later. Costs nothing otherwise. Only ranks of one host see each other;
// between hosts nothing meets that is different (matching/tags), and the launching side tells why they wait.

// Compares the arguments that this rank has published for the construct it is in with those of whoever is in
// the same call of the same line. Ends the run where they differ.
void meet(const std::vector<patterns::Partner>& receivers, const std::vector<patterns::Partner>& senders);
void meet(int parent, const std::vector<int>& children); // of a tree; parent -1: none

} // namespace loop::runtime
