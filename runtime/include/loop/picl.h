#pragma once

// PICL's node calls (Portable Instrumented Communication Library, version 1) as plain functions on MPI. A
// node is a rank. PICL's messages use a separate communicator, so they never match those of constructs. All
// calls need an open session.

#include <loop/site.h>

// --- frame

// As \OPEN0 and \CLOSE0: open and close the session. Collective. `host` is set to -32768 (no host). `release`
// is ignored.
void open0(int* numproc, int* me, int* host, loop::Site site = loop::Site::here());
void close0(int release = 0, loop::Site site = loop::Site::here());

// Sets the pointers that are not null to the number of ranks, this rank, and the host (-32768). Local.
void who0(int* numproc, int* me, int* host, loop::Site site = loop::Site::here());

// Returns the number that PICL gives to the host, -32768: there is no host process. Local, at any time.
int host0();

// In PICL, switches the checks of arguments on or off. Here it has no effect: every call is always checked,
// because a check is a few comparisons, and a wrong rank or length would overwrite memory or hang. Local, at
// any time.
void check0(int on);

// Returns the seconds since open0 or the last clocksync0, without the time that the runtime excludes. Local.
double clock0(loop::Site site = loop::Site::here());

// Synchronizes the ranks and resets each rank's clock0 to 0. Collective.
void clocksync0(loop::Site site = loop::Site::here());

// Prints one line with the rank and the text on stdout. Local.
void message0(const char* text, loop::Site site = loop::Site::here());

// --- messages

// Sends a message of `bytes` bytes with a type >= 0 to a node, or to all others (node -1). Returns when you
// may change the buffer: for a large message, after its receive has started. A rank's messages to
// itself are buffered.
void send0(const void* buffer, int bytes, int type, int node, loop::Site site = loop::Site::here());

// Receives the next message of this type (-1: of any type) from any rank. It is an error if the message has
// more than `bytes` bytes.
void recv0(void* buffer, int bytes, int type, loop::Site site = loop::Site::here());

// Nonblocking versions of send0 and recv0. Do not use the buffer between begin and end. An end call completes
// the oldest operation of its type that has begun.
void sendbegin0(const void* buffer, int bytes, int type, int node, loop::Site site = loop::Site::here());
void sendend0(int type, loop::Site site = loop::Site::here());
void recvbegin0(void* buffer, int bytes, int type, loop::Site site = loop::Site::here());
void recvend0(int type, loop::Site site = loop::Site::here());

// Returns 1 if a message of this type (-1: of any type) can be received, else 0. Does not wait.
int probe0(int type, loop::Site site = loop::Site::here());

// Returns length, type, and sender of the last message that this rank received or that probe0 found. Local.
void recvinfo0(int* bytes, int* type, int* node, loop::Site site = loop::Site::here());

// Return when all ranks have called them. Collective.
void sync0(loop::Site site = loop::Site::here());
void barrier0(loop::Site site = loop::Site::here());

// --- collective operations: all ranks call them in the same order

// Copy the root's bytes to all ranks. bcast1 is PICL's variant for pipelining; here the two are the same.
void bcast0(void* buffer, int bytes, int type, int root, loop::Site site = loop::Site::here());
void bcast1(void* buffer, int bytes, int type, int root, loop::Site site = loop::Site::here());

// Before the call, each rank sets its elements of the vector and leaves the others 0. After it, the root has
// all elements. On the other ranks, the vector is overwritten.
void gather0(float* vector, int items, int type, int root, loop::Site site = loop::Site::here());

// Combine the buffers of all ranks element by element; only the root has the result. datatype: 0 char, 1
// short, 2 int, 3 long, 4 float, 5 double. and, or, and xor are bitwise and take integer types only.
void gmax0(void* buffer, int items, int datatype, int type, int root, loop::Site site = loop::Site::here());
void gmin0(void* buffer, int items, int datatype, int type, int root, loop::Site site = loop::Site::here());
void gsum0(void* buffer, int items, int datatype, int type, int root, loop::Site site = loop::Site::here());
void gprod0(void* buffer, int items, int datatype, int type, int root, loop::Site site = loop::Site::here());
void gand0(void* buffer, int items, int datatype, int type, int root, loop::Site site = loop::Site::here());
void gor0(void* buffer, int items, int datatype, int type, int root, loop::Site site = loop::Site::here());
void gxor0(void* buffer, int items, int datatype, int type, int root, loop::Site site = loop::Site::here());

// Returns the bytes of an element of this datatype (0 char, 1 short, 2 int, 3 long, 4 float, 5 double).
// Local.
int datasize0(int datatype, loop::Site site = loop::Site::here());

namespace loop::detail {
// A user's function for elements of any type, and how to call it.
struct Combine {
    using Function = void (*)();
    Function user;
    void (*call)(Function user, void* into, void* from, int items, int datatype);
};
void gcomb0(void* buffer, int items, int datatype, int type, int root, Combine combine, Site site);
} // namespace loop::detail

// As gmax0, but combines with comb(into, from, items, datatype), which must be associative and commutative.
// On ranks other than the root, the buffer is overwritten.
template <class T>
void gcomb0(void* buffer, int items, int datatype, int type, int root, void (*comb)(T*, T*, int, int),
            loop::Site site = loop::Site::here()) {
    using Function = loop::detail::Combine::Function;
    const auto call = [](Function user, void* into, void* from, int count, int code) {
        reinterpret_cast<void (*)(T*, T*, int, int)>(user)(static_cast<T*>(into), static_cast<T*>(from),
                                                           count, code);
    };
    loop::detail::gcomb0(buffer, items, datatype, type, root, {reinterpret_cast<Function>(comb), call}, site);
}

// --- topology

// Set and return the topology. neighbor0 and antipode0 use its order. top: 1 hypercube, 2 full (the default),
// 3 one-way ring, 4 two-way ring; ord: 0 natural, 1 Gray code (the number of ranks must be a power of two);
// dir: 1 forward, -1 backward. All ranks must pass the same values to setarc0, which sets nprocs to the
// number of ranks. Local.
void setarc0(int* nprocs, int* top, int* ord, int* dir, loop::Site site = loop::Site::here());
void getarc0(int* nprocs, int* top, int* ord, int* dir, loop::Site site = loop::Site::here());

// Return the i-th Gray code number, and its inverse. Local.
int gray0(int i);
int ginv0(int i);

// Returns the node i places along the ring from `node`, in the order set by setarc0. Local.
int neighbor0(int i, int node, loop::Site site = loop::Site::here());

// Returns the node opposite `root` on the two-way ring, (p + 1) / 2 places on in the order set by setarc0,
// whatever the topology is, as in PICL. With an odd number of ranks p, a second node is as far. Local.
int antipode0(int root, loop::Site site = loop::Site::here());

// --- tracing

// All local. The runtime counts marks, messages, and blocks in the rank record, except after traceexit or if
// tracelevel's first argument is 0. The sizes, files, and other levels of PICL's trace are stored but have no
// effect.
void tracenode(int bytes, int flush, int sync, loop::Site site = loop::Site::here());
void tracelevel(int trace, int compstats, int commstats, loop::Site site = loop::Site::here());
void tracefiles(const char* temporary, const char* permanent, int verbose,
                loop::Site site = loop::Site::here());
void tracemark(int type, loop::Site site = loop::Site::here());
void tracemarks(const int* types, int count, loop::Site site = loop::Site::here());
void tracemsg(const char* text, loop::Site site = loop::Site::here());
void traceblockbegin(int type, int location, int parameter, loop::Site site = loop::Site::here());
void traceblockend(int type, int location, int parameter, loop::Site site = loop::Site::here());
// Switches the recording of blocks on (the default) or off (0). A block is recorded, with its end, if
// recording was on at its begin.
void traceblock(int on, loop::Site site = loop::Site::here());
void traceinfo(int* remaining, int* trace, int* compstats, int* commstats,
               loop::Site site = loop::Site::here());
void traceflush(loop::Site site = loop::Site::here());
void traceexit(loop::Site site = loop::Site::here());
