/* Linked into a plain program: writes every message that a rank sends to the file sends-RANK in the folder SENDS, a line
 * `RECEIVER BYTES` each, in the order of sending. Communicators must have the ranks of MPI_COMM_WORLD. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static FILE *file;

static void count(int items, MPI_Datatype type, int receiver) {
    int bytes = 0;
    PMPI_Type_size(type, &bytes);
    if (file == NULL) {
        char name[4096];
        int rank = 0;
        const char *folder = getenv("SENDS");
        PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
        snprintf(name, sizeof name, "%s/sends-%d", folder == NULL ? "." : folder, rank);
        file = fopen(name, "w");
        if (file == NULL) abort();
    }
    fprintf(file, "%d %lld\n", receiver, (long long)items * bytes);
}

int MPI_Send(const void *data, int items, MPI_Datatype type, int receiver, int tag, MPI_Comm comm) {
    count(items, type, receiver);
    return PMPI_Send(data, items, type, receiver, tag, comm);
}

int MPI_Isend(const void *data, int items, MPI_Datatype type, int receiver, int tag, MPI_Comm comm,
              MPI_Request *request) {
    count(items, type, receiver);
    return PMPI_Isend(data, items, type, receiver, tag, comm, request);
}

int MPI_Sendrecv(const void *data, int items, MPI_Datatype type, int receiver, int tag, void *into, int most,
                 MPI_Datatype into_type, int sender, int into_tag, MPI_Comm comm, MPI_Status *status) {
    count(items, type, receiver);
    return PMPI_Sendrecv(data, items, type, receiver, tag, into, most, into_type, sender, into_tag, comm, status);
}

int MPI_Finalize(void) {
    if (file != NULL) fclose(file);
    return PMPI_Finalize();
}
