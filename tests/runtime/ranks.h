#pragma once

// This rank and the number of ranks, for tests that run in a session.
extern int me;
extern int ranks;
