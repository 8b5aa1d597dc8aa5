#pragma once

#include <string>

// The memory that a rank may fill, for programs that measure it. All functions are local; ranks of unequal
// nodes may get different answers.
namespace loop {

// Where `bytes` stay if each rank of the node uses as many again and again: "L1 cache", "L2 cache", "L3
// cache", or "memory". Between what the last cache holds and `bytes_beyond_caches()`, some stay in either:
// "L3 cache and memory". Ranks of a node share its caches evenly. "" if the caches are unknown, and on a
// simulated machine.
std::string memory_level(double bytes);

// How many bytes a rank must use so that caches do not matter: 12 times its share of the last cache, because
// STREAM (McCalpin, 1995) asks for three vectors of four times the caches each. 0 if the caches are unknown,
// and on a simulated machine.
double bytes_beyond_caches();

// How many bytes this rank can allocate, if each rank of the node takes as many. Huge if unknown.
double bytes_to_allocate();

// Makes the compiler compute `value`, though nothing reads it: statements whose results nobody uses are
// removed, and then take no time. Costs an instruction or two. `value`: any object, such as a sum or a
// vector.
template <class T>
void keep(const T& value) {
    asm volatile("" : : "g"(&value) : "memory");
}

} // namespace loop
