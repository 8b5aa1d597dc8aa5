#pragma once

// The paper's programs include "LOOP.h" (Figure 7). The compiler writes all that a program needs, so this is
// empty.
