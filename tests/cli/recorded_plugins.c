/* A program for `loop record` whose libraries call MPI. Built with -DLIBRARY, this is one of them; with
   -DOTHER, the other one. The program is linked with neither: it loads them one after the other, and closes
   each before it ends. */
#include <mpi.h>

enum { nothing, barrier, aborting }; /* what a library leaves out, or does instead */

#ifdef LIBRARY

#ifndef OTHER
void exchange(int left_out) {
    int value = 0;
    if (left_out == aborting) MPI_Abort(MPI_COMM_WORLD, 3); /* aborts */
    MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);       /* bcast */
    if (left_out == nothing) MPI_Barrier(MPI_COMM_WORLD);   /* left out */
}
#else
void exchange(int left_out) {
    int value = left_out, sum = 0;
    MPI_Allreduce(&value, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD); /* other */
}
#endif
void finish(void) {
    int value = 1, sum = 0;
    MPI_Allreduce(&value, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD); /* finish */
}

#else

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

static int use(const char* path, int left_out) {
    void* library = dlopen(path, RTLD_NOW);
    if (library == NULL) return fprintf(stderr, "%s\n", dlerror());
    ((void (*)(int))dlsym(library, "exchange"))(left_out);
    ((void (*)(void))dlsym(library, "finish"))();
    return dlclose(library);
}

int main(int argc, char** argv) {
    int rank, first = nothing;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (argc > 1 && strcmp(argv[1], "left out") == 0 && rank == 1) first = barrier;
    if (argc > 1 && strcmp(argv[1], "abort") == 0) first = aborting;
    if (use("./libfirst.so", first) != 0 || use("./libother.so", nothing) != 0) return 1;
    MPI_Finalize();
    return 0;
}

#endif
