#pragma once

// For the few functions that every message needs: with -O2, the compiler would call them instead of inlining
// them in so many places. A call costs as much as what they do.
#define LOOP_ALWAYS_INLINE __attribute__((always_inline)) inline
