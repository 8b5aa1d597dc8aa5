/* A program for `loop record` that is not linked with MPI: it loads the library of the first argument at run
   time. The second argument says how it finds the functions. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

static void* library;

static void* found(const char* name) {
    void* function = dlsym(library, name);
    if (function == NULL) fprintf(stderr, "there is no %s\n", name);
    return function;
}

/* The communicator of all ranks: an object of Open MPI, a number of MPICH. */
static void* world(void) {
    void* object = dlsym(library, "ompi_mpi_comm_world");
    return object != NULL ? object : (void*)0x44000000;
}

int main(int argc, char** argv) {
    const char* way = argc > 2 ? argv[2] : "";
    library = dlopen(argv[1], RTLD_NOW | (strcmp(way, "global") == 0 ? RTLD_GLOBAL : RTLD_LOCAL));
    if (library == NULL) return fprintf(stderr, "%s\n", dlerror()), 1;
    if (strcmp(way, "default") == 0) library = RTLD_DEFAULT;
    if (strcmp(way, "next") == 0) library = RTLD_NEXT;
    int (*begin)(int*, char***) = (int (*)(int*, char***))found("MPI_Init");
    int (*barrier)(void*) = (int (*)(void*))found("MPI_Barrier");
    int (*end)(void) = (int (*)(void))found("MPI_Finalize");
    if (dlsym(library, "MPI_No_such_function") != NULL) return 2;
    begin(NULL, NULL);
    barrier(world());
    barrier(world());
    return end();
}
