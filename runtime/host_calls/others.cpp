// Other calls in host code that may take time: joining processes, packing, memory, and messages with large
// counts. Only begin and end are recorded.
#include "host_calls/entered.h"

#ifndef SMPI_H // which lacks most of these; its others move no data
LOOP_ENTERED_8(Comm_spawn, const char*, char**, int, MPI_Info, int, MPI_Comm, MPI_Comm*, int*)
LOOP_ENTERED_9(Comm_spawn_multiple, int, char**, char***, const int*, const MPI_Info*, int, MPI_Comm,
               MPI_Comm*, int*)
LOOP_ENTERED_2(Comm_join, int, MPI_Comm*)
LOOP_ENTERED_5(Comm_accept, const char*, MPI_Info, int, MPI_Comm, MPI_Comm*)
LOOP_ENTERED_5(Comm_connect, const char*, MPI_Info, int, MPI_Comm, MPI_Comm*)
LOOP_ENTERED_7(Pack, const void*, int, MPI_Datatype, void*, int, int*, MPI_Comm)
LOOP_ENTERED_7(Unpack, const void*, int, int*, void*, int, MPI_Datatype, MPI_Comm)
LOOP_ENTERED_5(Reduce_local, const void*, void*, int, MPI_Datatype, MPI_Op)
LOOP_ENTERED_2(Buffer_attach, void*, int)
LOOP_ENTERED_2(Buffer_detach, void*, int*)
LOOP_ENTERED_3(Alloc_mem, MPI_Aint, MPI_Info, void*)
LOOP_ENTERED_1(Free_mem, void*)
LOOP_ENTERED_7(Pack_external, const char*, const void*, int, MPI_Datatype, void*, MPI_Aint, MPI_Aint*)
LOOP_ENTERED_7(Unpack_external, const char*, const void*, MPI_Aint, MPI_Aint*, void*, int, MPI_Datatype)
#if MPI_VERSION >= 4
#ifdef MPICH // whose header forgets the const
#define LOOP_PARTITIONS int*
#else
#define LOOP_PARTITIONS const int*
#endif
LOOP_ENTERED_6(Send_c, const void*, MPI_Count, MPI_Datatype, int, int, MPI_Comm)
LOOP_ENTERED_6(Ssend_c, const void*, MPI_Count, MPI_Datatype, int, int, MPI_Comm)
LOOP_ENTERED_6(Bsend_c, const void*, MPI_Count, MPI_Datatype, int, int, MPI_Comm)
LOOP_ENTERED_6(Rsend_c, const void*, MPI_Count, MPI_Datatype, int, int, MPI_Comm)
LOOP_ENTERED_7(Issend_c, const void*, MPI_Count, MPI_Datatype, int, int, MPI_Comm, MPI_Request*)
LOOP_ENTERED_7(Ibsend_c, const void*, MPI_Count, MPI_Datatype, int, int, MPI_Comm, MPI_Request*)
LOOP_ENTERED_7(Irsend_c, const void*, MPI_Count, MPI_Datatype, int, int, MPI_Comm, MPI_Request*)
LOOP_ENTERED_12(Sendrecv_c, const void*, MPI_Count, MPI_Datatype, int, int, void*, MPI_Count, MPI_Datatype,
                int, int, MPI_Comm, MPI_Status*)
LOOP_ENTERED_12(Isendrecv, const void*, int, MPI_Datatype, int, int, void*, int, MPI_Datatype, int, int,
                MPI_Comm, MPI_Request*)
LOOP_ENTERED_9(Isendrecv_replace, void*, int, MPI_Datatype, int, int, int, int, MPI_Comm, MPI_Request*)
LOOP_ENTERED_9(Sendrecv_replace_c, void*, MPI_Count, MPI_Datatype, int, int, int, int, MPI_Comm, MPI_Status*)
LOOP_ENTERED_12(Isendrecv_c, const void*, MPI_Count, MPI_Datatype, int, int, void*, MPI_Count, MPI_Datatype,
                int, int, MPI_Comm, MPI_Request*)
LOOP_ENTERED_9(Isendrecv_replace_c, void*, MPI_Count, MPI_Datatype, int, int, int, int, MPI_Comm,
               MPI_Request*)
LOOP_ENTERED_5(Mrecv_c, void*, MPI_Count, MPI_Datatype, MPI_Message*, MPI_Status*)
LOOP_ENTERED_5(Imrecv_c, void*, MPI_Count, MPI_Datatype, MPI_Message*, MPI_Request*)
LOOP_ENTERED_7(Isend_c, const void*, MPI_Count, MPI_Datatype, int, int, MPI_Comm, MPI_Request*)
LOOP_ENTERED_7(Recv_c, void*, MPI_Count, MPI_Datatype, int, int, MPI_Comm, MPI_Status*)
LOOP_ENTERED_7(Irecv_c, void*, MPI_Count, MPI_Datatype, int, int, MPI_Comm, MPI_Request*)
LOOP_ENTERED_7(Send_init_c, const void*, MPI_Count, MPI_Datatype, int, int, MPI_Comm, MPI_Request*)
LOOP_ENTERED_7(Bsend_init_c, const void*, MPI_Count, MPI_Datatype, int, int, MPI_Comm, MPI_Request*)
LOOP_ENTERED_7(Ssend_init_c, const void*, MPI_Count, MPI_Datatype, int, int, MPI_Comm, MPI_Request*)
LOOP_ENTERED_7(Rsend_init_c, const void*, MPI_Count, MPI_Datatype, int, int, MPI_Comm, MPI_Request*)
LOOP_ENTERED_7(Recv_init_c, void*, MPI_Count, MPI_Datatype, int, int, MPI_Comm, MPI_Request*)
// Partitioned messages.
LOOP_ENTERED_9(Psend_init, const void*, int, MPI_Count, MPI_Datatype, int, int, MPI_Comm, MPI_Info,
               MPI_Request*)
LOOP_ENTERED_9(Precv_init, void*, int, MPI_Count, MPI_Datatype, int, int, MPI_Comm, MPI_Info, MPI_Request*)
LOOP_ENTERED_2(Pready, int, MPI_Request)
LOOP_ENTERED_3(Pready_range, int, int, MPI_Request)
LOOP_ENTERED_3(Pready_list, int, LOOP_PARTITIONS, MPI_Request)
LOOP_ENTERED_7(Pack_c, const void*, MPI_Count, MPI_Datatype, void*, MPI_Count, MPI_Count*, MPI_Comm)
LOOP_ENTERED_7(Unpack_c, const void*, MPI_Count, MPI_Count*, void*, MPI_Count, MPI_Datatype, MPI_Comm)
LOOP_ENTERED_7(Pack_external_c, const char*, const void*, MPI_Count, MPI_Datatype, void*, MPI_Count,
               MPI_Count*)
LOOP_ENTERED_7(Unpack_external_c, const char*, const void*, MPI_Count, MPI_Count*, void*, MPI_Count,
               MPI_Datatype)
LOOP_ENTERED_5(Reduce_local_c, const void*, void*, MPI_Count, MPI_Datatype, MPI_Op)
LOOP_ENTERED_2(Buffer_attach_c, void*, MPI_Count)
LOOP_ENTERED_2(Buffer_detach_c, void*, MPI_Count*)
#endif
#endif
