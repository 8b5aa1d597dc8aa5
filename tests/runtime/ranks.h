#pragma once

// This rank and their number, for the tests that run in a session.
extern int me;
extern int ranks;
