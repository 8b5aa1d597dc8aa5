#pragma once

// Empty. It exists because the programs in the LOOP paper include "LOOP.h" (Figure 7); the compiler generates
// the includes that a program needs.
