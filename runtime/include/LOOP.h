#pragma once

// The paper's programs include "LOOP.h" (Figure 7). It is empty, as the compiler generates all that a program
// needs.
