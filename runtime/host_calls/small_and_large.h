// Includes LOOP_ROWS, which defines MPI functions with counts, once for counts of type int, and, since MPI 4,
// once for the functions with large counts, such as MPI_Bcast_c. In the rows, LOOP_COUNT is the type of a
// count, and LOOP_PLACE that of a displacement. LOOP_SIZED adds the ending to the name of a function. No
// #pragma once: several files include this.
#define LOOP_COUNT int
#define LOOP_PLACE int
#define LOOP_SIZED(Name) Name
#include LOOP_ROWS
#undef LOOP_COUNT
#undef LOOP_PLACE
#undef LOOP_SIZED

#if MPI_VERSION >= 4
#define LOOP_COUNT MPI_Count
#define LOOP_PLACE MPI_Aint
#define LOOP_SIZED(Name) Name##_c
#include LOOP_ROWS
#undef LOOP_COUNT
#undef LOOP_PLACE
#undef LOOP_SIZED
#endif
#undef LOOP_ROWS
