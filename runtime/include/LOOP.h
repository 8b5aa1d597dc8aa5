#pragma once

// The paper's programs include "LOOP.h" (Figure 7). It is empty: the compiler generates what programs need.
