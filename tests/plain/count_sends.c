/* Linked into a plain program: writes every message that a rank sends to the file sends-RANK in the folder SENDS, a line
 * `RECEIVER BYTES` each, in the order of sending. The receiver's number is that in MPI_COMM_WORLD. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static FILE *file;

static int rank_in_world(int rank, MPI_Comm comm) {
    MPI_Group group, world;
    int translated = rank;
    if (rank == MPI_PROC_NULL) return rank;
    PMPI_Comm_group(comm, &group);
    PMPI_Comm_group(MPI_COMM_WORLD, &world);
    PMPI_Group_translate_ranks(group, 1, &rank, world, &translated);
    PMPI_Group_free(&group);
    PMPI_Group_free(&world);
    return translated;
}

static void count(int items, MPI_Datatype type, int receiver, MPI_Comm comm) {
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
    fprintf(file, "%d %lld\n", rank_in_world(receiver, comm), (long long)items * bytes);
}

#define SEND(name)                                                                                                   \
    int MPI_##name(const void *data, int items, MPI_Datatype type, int receiver, int tag, MPI_Comm comm) {           \
        count(items, type, receiver, comm);                                                                                \
        return PMPI_##name(data, items, type, receiver, tag, comm);                                                  \
    }
SEND(Send)
SEND(Ssend)
SEND(Bsend)

#define BEGIN_SEND(name)                                                                                             \
    int MPI_##name(const void *data, int items, MPI_Datatype type, int receiver, int tag, MPI_Comm comm,             \
                   MPI_Request *request) {                                                                           \
        count(items, type, receiver, comm);                                                                                \
        return PMPI_##name(data, items, type, receiver, tag, comm, request);                                         \
    }
BEGIN_SEND(Isend)
BEGIN_SEND(Issend)
BEGIN_SEND(Ibsend)

int MPI_Sendrecv(const void *data, int items, MPI_Datatype type, int receiver, int tag, void *into, int most,
                 MPI_Datatype into_type, int sender, int into_tag, MPI_Comm comm, MPI_Status *status) {
    count(items, type, receiver, comm);
    return PMPI_Sendrecv(data, items, type, receiver, tag, into, most, into_type, sender, into_tag, comm, status);
}

int MPI_Sendrecv_replace(void *data, int items, MPI_Datatype type, int receiver, int tag, int sender, int into_tag,
                         MPI_Comm comm, MPI_Status *status) {
    count(items, type, receiver, comm);
    return PMPI_Sendrecv_replace(data, items, type, receiver, tag, sender, into_tag, comm, status);
}

/* The persistent sends. A handle that MPI uses again replaces the older one. */
static struct persistent {
    MPI_Request request;
    int items, receiver;
    MPI_Datatype type;
    MPI_Comm comm;
} persistent[4096];
static int persistent_count;

static struct persistent *persistent_of(MPI_Request request) {
    for (int i = 0; i < persistent_count; ++i)
        if (persistent[i].request == request) return &persistent[i];
    return NULL;
}

#define SEND_INIT(name)                                                                                              \
    int MPI_##name(const void *data, int items, MPI_Datatype type, int receiver, int tag, MPI_Comm comm,             \
                   MPI_Request *request) {                                                                           \
        const int code = PMPI_##name(data, items, type, receiver, tag, comm, request);                               \
        struct persistent *at = persistent_of(*request);                                                             \
        if (at == NULL && persistent_count == sizeof persistent / sizeof *persistent) abort();                       \
        if (at == NULL) at = &persistent[persistent_count++];                                                        \
        *at = (struct persistent){*request, items, receiver, type, comm};                                            \
        return code;                                                                                                 \
    }
SEND_INIT(Send_init)
SEND_INIT(Ssend_init)

int MPI_Start(MPI_Request *request) {
    const struct persistent *send = persistent_of(*request);
    if (send != NULL) count(send->items, send->type, send->receiver, send->comm);
    return PMPI_Start(request);
}

int MPI_Finalize(void) {
    if (file != NULL) fclose(file);
    return PMPI_Finalize();
}
