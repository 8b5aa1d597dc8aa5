#pragma once

#include <loop/site.h>

#include <string_view>

namespace loop {

// The arguments of \APEXMAP, named as in the Apex-Map paper. Words are doubles of 8 bytes.
struct ApexMap {
    long long m = 0;     // words on all ranks together; 0: 64 Mi per rank, or fewer if memory is short
    long long l = 1;     // words per block
    double alpha = 1;    // temporal locality: 1: blocks are drawn uniformly; near 0: always the same block
    long long i = 1024;  // indices per repeat; reduced if a repeat would read more than 2^20 words
    long long n = 100;   // repeats
    long long b = 16;    // receive buffers: max number of pending requests
    long long smsg = 64; // max number of pending sends
    long long nser = 8;  // max number of requests served per iteration
    std::string_view version = "async"; // sequential, basic, async, rma, shmem
    std::string_view compute = "sum";   // sum, strict, multiply-add
    std::string_view name{};            // prefix of the names of the results
    long long prefetch = 0;             // prefetch distance in blocks; `sequential` only; 0: none
    bool shift = true;     // true: a rank prefers its own words; false: all ranks prefer those of rank 0
    long long warmup = 10; // repeats before the clock starts
    bool last = false;     // true: the last block is drawn, too; false: it never is, as published
    double seconds = 0.02; // measure batches until they have taken so long in all; 0: one batch
    long long seed = 0;    // of `independent` streams; 0: another one for each launch
    std::string_view streams = "independent"; // of random numbers: independent, published
    std::string_view style = "read";          // read, update, chain
    std::string_view pages = "default";       // of the words: default, huge
    long long intensity = 1; // above 1: multiply-adds on each word that is read; 1: as `compute` says
};

// Collective, with the same arguments on all ranks. Reads N * I * L words per rank while the clock runs, in
// each batch, records results, and verifies the sum of each batch (`update`: adds 1 to the words instead,
// verifies them at the end, and then sets them back). Invalid arguments end the run with code 2
// before memory is allocated. May be called again with other arguments; the words are reused if M is the
// same.
void apexmap(const ApexMap& asked, Site site = Site::here());

// \APEXMAP, with its arguments in the order of the language.
inline void apexmap(long long m = 0, long long l = 1, double alpha = 1, long long i = 1024, long long n = 100,
                    long long b = 16, long long smsg = 64, long long nser = 8,
                    std::string_view version = "async", std::string_view compute = "sum",
                    std::string_view name = "", long long prefetch = 0, bool shift = true,
                    long long warmup = 10, bool last = false, double seconds = 0.02, long long seed = 0,
                    std::string_view streams = "independent", std::string_view style = "read",
                    std::string_view pages = "default", long long intensity = 1, Site site = Site::here()) {
    apexmap(ApexMap{m,        l,     alpha,  i,    n,       b,    smsg,    nser,  version, compute,  name,
                    prefetch, shift, warmup, last, seconds, seed, streams, style, pages,   intensity},
            site);
}

// \PINGPONG: exchanges messages between rank 0 and `partner` (negative: the last rank). Sizes double from
// `least` to `most` bytes. Measures `batches` batches of about 2 ms per size and uses their median.
// Collective: the other ranks wait for the end. Records, as results of rank 0, the one-way time (us) and
// bandwidth (MB/s) for each size, and latency (us), best bandwidth, and n-half (bytes). Invalid arguments end
// the run with code 2.
void pingpong(long long least = 8, long long most = 4194304, int partner = -1, long long batches = 11,
              std::string_view name = "", Site site = Site::here());

// The arguments of \CLUE.
struct Clue {
    long long width;      // cells per row
    long long height = 0; // rows per rank; 0: equal to `width`
    long long iterations = 20;
    std::string_view type = "float";       // float, double, int32, int64
    std::string_view neighbours = "eight"; // eight, four, scattered
    std::string_view edges = "rows";       // the content of a message: rows, cells
    std::string_view order = "numeric";    // order of the ranks along the torus: numeric, random
    std::string_view update = "swapped";   // swapped, in-place
    std::string_view indices = "direct";   // direct, modulo
    std::string_view name{};               // prefix of the names of the results
    long long seed = 1;
};

// Collective, with the same arguments on all ranks. Measures the cell transitions per second of a cellular
// automaton on a torus, records results, and verifies the cells against a serial reference. Invalid arguments
// end the run with code 2 before memory is allocated.
void clue(const Clue& asked, Site site = Site::here());

// \CLUE, with its arguments in the order of the language.
inline void clue(long long width, long long height = 0, long long iterations = 20,
                 std::string_view type = "float", std::string_view neighbours = "eight",
                 std::string_view edges = "rows", std::string_view order = "numeric",
                 std::string_view update = "swapped", std::string_view indices = "direct",
                 std::string_view name = "", long long seed = 1, Site site = Site::here()) {
    clue(Clue{width, height, iterations, type, neighbours, edges, order, update, indices, name, seed}, site);
}

// The arguments of \BSPBENCH, which measures r, g, and l as bspbench of BSPedupack does (Bisseling, Parallel
// Scientific Computation, sections 1.5 to 1.7).
struct BspBench {
    long long n;          // length of the longest vector; the others have 1, 2, 4 .. elements
    long long h1;         // h-relations of 0 to h1 words are measured
    long long h0;         // a line is fitted to the times from h0 to h1; negative: the number of ranks
    long long iterations; // pairs of DAXPYs per pass
    long long batches;    // per vector length and per h-relation; their median is used
    double seconds;       // min duration of a batch; determines its number of repetitions
    long long relations;  // approximate max number of h-relations, evenly spaced
    std::string_view method = "put"; // put, alltoallv, rma
    bool combine = true;             // `put`: words for the same rank share a message
    std::string_view name{};         // prefix of the names of the results
    bool levels = true; // also r in each level of cache and in memory, of scalar operations, and of DGEMM
    std::string_view order = "random"; // `put`, `rma`: random: both orders of the words; cyclic: as published
    bool requests = true; // `put`, combined: also the time of requests with several words, by operation
};

// Collective, with the same arguments on all ranks. Records r (Mflop/s), also by level, g (flop/word), and l
// (flop), in each order of the words, as results of rank 0, and the measured points, also of requests, as
// series. Invalid arguments end the run with code 2.
void bspbench(const BspBench& asked, Site site = Site::here());

// \BSPBENCH, with its arguments in the order of the language.
inline void bspbench(long long n = 1024, long long h1 = 256, long long h0 = -1,
                     std::string_view method = "put", bool combine = true, long long iterations = 100,
                     long long batches = 11, double seconds = 0.0005, long long relations = 512,
                     std::string_view name = "", bool levels = true, std::string_view order = "random",
                     bool requests = true, Site site = Site::here()) {
    bspbench(BspBench{n, h1, h0, iterations, batches, seconds, relations, method, combine, name, levels,
                      order, requests},
             site);
}

// The arguments of \BSPPROBE, which measures s, l, g, and n-half as bspprobe of the Oxford BSP toolset does,
// in 32-bit words.
struct BspProbe {
    long long dot;   // elements of the vectors of the dot product
    long long mat;   // rows of the matrices
    long long words; // sent to each rank in a superstep that measures g
    long long block; // words in the smallest block
    double seconds;  // approximate duration of the measurement of each quantity
    std::string_view name{};
};

// Collective, with the same arguments on all ranks. Records s (Mflop/s), l (flop), g (flop per 32-bit word),
// and n-half (32-bit words) as results of rank 0, and g for each block size as series. Invalid arguments end
// the run with code 2.
void bspprobe(const BspProbe& asked, Site site = Site::here());

// \BSPPROBE, with its arguments in the order of the language.
inline void bspprobe(long long dot = 1048570, long long mat = 100, long long words = 8192,
                     long long block = 4, double seconds = 0.02, std::string_view name = "",
                     Site site = Site::here()) {
    bspprobe(BspProbe{dot, mat, words, block, seconds, name}, site);
}

} // namespace loop
