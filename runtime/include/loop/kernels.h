#pragma once

#include <loop/site.h>

#include <string_view>

namespace loop {

// What \APEXMAP is asked to do; the names are the paper's. Words are doubles of 8 bytes.
struct ApexMap {
    long long m =
        0; // words of all ranks together; 0: 64 Mi a rank, fewer where memory is short (with a note)
    long long l = 1;  // words of a block
    double alpha = 1; // 1: uniformly spread accesses; towards 0: a rank's own first block
    long long i =
        1024; // indices a repeat; of long blocks fewer are used, so that a repeat stays within 2^20 words
    long long n = 100; // repeats
    long long b = 16;  // receive buffers: requests on their way at most
    long long smsg = 64;
    long long nser = 8;                 // requests served in an iteration at most
    std::string_view version = "async"; // sequential, basic, async, rma
    std::string_view compute = "sum";   // sum, strict, multiply-add
    std::string_view name = "";         // stands before the names of the results
    long long prefetch = 0;             // blocks ahead; `sequential` only; 0: memory is not asked for ahead
    bool shift = true;                  // each rank's own words are its most probable ones
    long long warmup = 10;              // repeats before the clock starts
};

// Collective, with the same arguments everywhere. Reads N * I * L words a rank while the clock runs, and
// records what it found as results; the sum is verified. What cannot be is refused before memory is asked
// for: code 2. May be called again with other arguments, on the same words while M stays.
void apexmap(const ApexMap& asked, Site site = Site::here());

// \APEXMAP, with the arguments as they stand there.
inline void apexmap(long long m = 0, long long l = 1, double alpha = 1, long long i = 1024, long long n = 100,
                    long long b = 16, long long smsg = 64, long long nser = 8,
                    std::string_view version = "async", std::string_view compute = "sum",
                    std::string_view name = "", long long prefetch = 0, bool shift = true,
                    long long warmup = 10, Site site = Site::here()) {
    apexmap(ApexMap{m, l, alpha, i, n, b, smsg, nser, version, compute, name, prefetch, shift, warmup}, site);
}

// \PINGPONG: messages between rank 0 and `partner` (below 0: the last rank), of `least` bytes, twice as many
// and so on to `most`; for each size the median of `batches` batches of some 2 ms. Collective: the other
// ranks wait for the end. Records the time of one way and the bandwidth of each size, latency, bandwidth and
// n-half as results of rank 0.
void pingpong(long long least = 8, long long most = 4194304, int partner = -1, long long batches = 11,
              std::string_view name = "", Site site = Site::here());

// What \CLUE is asked to do.
struct Clue {
    long long width;      // cells in a row
    long long height = 0; // rows of each rank; 0: as many as cells in a row
    long long iterations = 20;
    std::string_view type = "float";       // float, double, int32, int64
    std::string_view neighbours = "eight"; // eight, four, scattered
    std::string_view edges = "rows";       // rows, cells: a message each
    std::string_view order = "numeric";    // numeric, random: of the ranks along the torus
    std::string_view update = "swapped";   // swapped, in-place
    std::string_view indices = "direct";   // direct, modulo
    std::string_view name = "";            // stands before the names of the results
    long long seed = 1;
};

// Collective, with the same arguments everywhere. Measures the transitions of a cellular automaton on a torus
// and records what it found as results; the cells are verified against a serial reference. What cannot be is
// refused before memory is asked for: code 2.
void clue(const Clue& asked, Site site = Site::here());

// \CLUE, with the arguments as they stand there.
inline void clue(long long width, long long height = 0, long long iterations = 20,
                 std::string_view type = "float", std::string_view neighbours = "eight",
                 std::string_view edges = "rows", std::string_view order = "numeric",
                 std::string_view update = "swapped", std::string_view indices = "direct",
                 std::string_view name = "", long long seed = 1, Site site = Site::here()) {
    clue(Clue{width, height, iterations, type, neighbours, edges, order, update, indices, name, seed}, site);
}

// What \BSPBENCH is asked to do: r, g and l as the bspbench of BSPedupack finds them (Bisseling, Parallel
// Scientific Computation, 1.5 to 1.7).
struct BspBench {
    long long n;          // elements of the longest vector; the others are 1, 2, 4 ..
    long long h1;         // the line is fitted to h-relations of h0 to h1 words; measured are 0 to h1
    long long h0;         // below 0: the ranks
    long long iterations; // pairs of DAXPYs in a pass
    long long batches;    // of each vector and relation; their median counts
    double seconds;       // of a batch at least: repetitions are as many as that takes
    long long relations;  // about so many at most, evenly spaced where 0 to h1 are more
    std::string_view method = "put"; // put, alltoallv, rma
    bool combine = true;             // `put`: words for the same rank travel together
    std::string_view name = "";      // stands before the names of the results
};

// Collective, with the same arguments everywhere. Records r, g and l as results of rank 0, and the points
// behind them as series. What cannot be is refused: code 2.
void bspbench(const BspBench& asked, Site site = Site::here());

// \BSPBENCH, with the arguments as they stand there.
inline void bspbench(long long n = 1024, long long h1 = 256, long long h0 = -1,
                     std::string_view method = "put", bool combine = true, long long iterations = 100,
                     long long batches = 11, double seconds = 0.0005, long long relations = 512,
                     std::string_view name = "", Site site = Site::here()) {
    bspbench(BspBench{n, h1, h0, iterations, batches, seconds, relations, method, combine, name}, site);
}

// What \BSPPROBE is asked to do: s, l, g and n-half as the bspprobe of the Oxford BSP toolset finds them, in
// words of 32 bits.
struct BspProbe {
    long long dot;   // elements of the vectors of the dot product
    long long mat;   // rows of the matrices
    long long words; // to each process, in a superstep that looks for g
    long long block; // words of the smallest block
    double seconds;  // that each of the figures is measured, about
    std::string_view name = "";
};

// Collective, with the same arguments everywhere. Records s, l, g and n-half as results of rank 0, and g over
// block sizes as series. What cannot be is refused: code 2.
void bspprobe(const BspProbe& asked, Site site = Site::here());

// \BSPPROBE, with the arguments as they stand there.
inline void bspprobe(long long dot = 1048570, long long mat = 100, long long words = 8192,
                     long long block = 4, double seconds = 0.02, std::string_view name = "",
                     Site site = Site::here()) {
    bspprobe(BspProbe{dot, mat, words, block, seconds, name}, site);
}

} // namespace loop
