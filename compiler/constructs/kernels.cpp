#include "compiler/constructs/families.h"

namespace loop::compiler {

using Kind = ParameterKind;

std::vector<ConstructInfo> kernel_constructs() {
    return {
        {"APEXMAP",
         Shape::Call,
         StatementRule::None,
         true,
         {{"M", Kind::Count, false, "0"},
          {"L", Kind::Positive, false, "1"},
          {"ALPHA", Kind::Value, false, "1"},
          {"I", Kind::Positive, false, "1024"},
          {"N", Kind::Positive, false, "100"},
          {"B", Kind::Positive, false, "16"},
          {"SMSG", Kind::Positive, false, "64"},
          {"NSER", Kind::Positive, false, "8"},
          {"VERSION", Kind::Text, false, "\"async\""},
          {"COMPUTE", Kind::Text, false, "\"sum\""},
          {"NAME", Kind::Text, false, "\"\""},
          {"PREFETCH", Kind::Count, false, "0"},
          {"SHIFT", Kind::Flag, false, "true"},
          {"WARMUP", Kind::Count, false, "10"}},
         "loop::apexmap",
         "",
         false,
         "\\APEXMAP([M: words] [, L: block] [, ALPHA: a] [, I: indices] [, N: repeats] [, ...]);",
         "Apex-Map: how fast words of global memory come into the processor, by temporal and spatial "
         "locality",
         "Collective. M words of 8 bytes lie evenly over the ranks; each rank reads N * I blocks of L words "
         "and sums them "
         "up.\n"
         "Blocks begin at multiples of L, drawn by trunc(r^(1/ALPHA) (M/L - 1)) with r uniform in [0, 1): "
         "ALPHA is 1 for\n"
         "accesses everywhere, near 0 for the same block always. Addresses are shifted, so that a rank's own "
         "words are\n"
         "its most probable ones (`SHIFT: false`: rank 0's are everyone's). Of long blocks fewer than I are "
         "read: a repeat\n"
         "stays within 2^20 words or one block. The repeats are read WARMUP times before the clock starts; "
         "data and\n"
         "indices are made before it starts, too. M left out is 64 Mi words a rank, fewer, with a note, "
         "where memory is\n"
         "short; a later \\APEXMAP without M goes on with the same words.\n"
         "VERSION: `async`: up to B requests on their way, answers taken as they come, SMSG sends at a time, "
         "at most NSER\n"
         "requests of others served for each index, and serving goes on until all ranks are done; `basic`: "
         "the same, one\n"
         "request at a time and nothing else meanwhile; `rma`: one-sided gets into B buffers in turn; "
         "`sequential`: each\n"
         "rank reads its own M/P words. No messages are put together. COMPUTE: `sum`, in vectors with "
         "several sums side by\n"
         "side; `strict`, word after word; `multiply-add`, a product with each word as well. PREFETCH: "
         "`sequential` asks for\n"
         "the beginning of each block so many blocks ahead.\n"
         "Results: time and cycles a word, bandwidth of a process, remote fraction, requests served, waits "
         "(times that\n"
         "a rank had nothing left to do); at rank 0 the means over ranks, the aggregate bandwidth, the "
         "expected remote\n"
         "fraction 1 - (1/P)^ALPHA. `NAME: \"x\"` puts `x: ` before their names, for several points in one "
         "run. The sum is\n"
         "verified. The trace shows all of it as one interval, without its messages. A simulated machine "
         "charges one\n"
         "operation a word and knows nothing of caches: there, only what goes between ranks is modelled.",
         "\\APEXMAP(L: 16, ALPHA: 0.1, B: 32, VERSION: \"async\");",
         "Apex-Map paper, 2 and Table 1"},
        {"PINGPONG",
         Shape::Call,
         StatementRule::None,
         true,
         {{"LEAST", Kind::Positive, false, "8"},
          {"MOST", Kind::Positive, false, "4194304"},
          {"PARTNER", Kind::Value, false, "-1"},
          {"BATCHES", Kind::Positive, false, "11"},
          {"NAME", Kind::Text, false, "\"\""}},
         "loop::pingpong",
         "",
         false,
         "\\PINGPONG([LEAST: bytes] [, MOST: bytes] [, PARTNER: rank] [, BATCHES: n] [, NAME: text]);",
         "messages between two ranks, there and back: latency, bandwidth and n-half",
         "Collective; at least two ranks. Rank 0 sends to the partner (the last rank, unless PARTNER says "
         "another), who sends\n"
         "back: messages of LEAST bytes, of twice as many and so on, and of MOST. The other ranks wait for "
         "the end. Of each\n"
         "size the median of BATCHES batches of some 2 ms counts; simulated machines play once.\n"
         "Results of rank 0: `one way, N bytes` and `bandwidth, N bytes` for each size; `latency`, the way "
         "of the smallest;\n"
         "`bandwidth`, the best of all; `n-half`, the size from which on half of that is reached. `NAME: "
         "\"x\"` puts `x: `\n"
         "before their names. Payloads are verified. The trace shows all of it as one interval, without its "
         "messages.",
         "\\PINGPONG(LEAST: 8, MOST: 524288);",
         "Apex-Map paper, 3.2"},
        {"CLUE",
         Shape::Call,
         StatementRule::None,
         true,
         {{"WIDTH", Kind::Positive},
          {"HEIGHT", Kind::Count, false, "0"},
          {"ITERATIONS", Kind::Positive, false, "20"},
          {"TYPE", Kind::Text, false, "\"float\""},
          {"NEIGHBOURS", Kind::Text, false, "\"eight\""},
          {"EDGES", Kind::Text, false, "\"rows\""},
          {"ORDER", Kind::Text, false, "\"numeric\""},
          {"UPDATE", Kind::Text, false, "\"swapped\""},
          {"INDICES", Kind::Text, false, "\"direct\""},
          {"NAME", Kind::Text, false, "\"\""},
          {"SEED", Kind::Value, false, "1"}},
         "loop::clue",
         "",
         false,
         "\\CLUE(WIDTH: cells [, HEIGHT: rows] [, ITERATIONS: n] [, TYPE: text] [, ...]);",
         "CLUE: a cellular automaton on a torus, whose variations show what holds a machine back",
         "Collective. Each rank holds HEIGHT rows (left out: as many as WIDTH) of WIDTH cells, one strip of "
         "a "
         "torus that grows\n"
         "with the ranks. In each of the ITERATIONS it trades its two edge rows with the ranks above and "
         "below, then every\n"
         "cell becomes the mean of its eight neighbours in the state before. One rank wraps on itself, two "
         "send each other\n"
         "both rows. The first state is random, by SEED.\n"
         "TYPE: `float`, `double`, `int32` or `int64`; integers truncate. NEIGHBOURS: `eight`, `four` "
         "(above, "
         "left, right, below)\n"
         "or `scattered`: eight random cells of the strip that are not adjacent. EDGES: `rows`, or `cells`, "
         "a "
         "message for each\n"
         "cell of the row. ORDER: `numeric`, or `random`: ranks that are neighbours on the torus are so "
         "nowhere "
         "else. UPDATE:\n"
         "`swapped`, two states, or `in-place`, one. INDICES: `direct`, or `modulo`: as published, every "
         "index "
         "of every\n"
         "neighbour is brought onto the torus by a division.\n"
         "Results: wall, user and system time, page faults and context switches of each rank, at rank 0 "
         "their "
         "averages and\n"
         "deviations; `ACT/s`, a rank's transitions of cells a second by the slowest rank's time, and `net "
         "ACT/s` of all\n"
         "ranks. `NAME: \"x\"` puts `x: ` before their names. Small grids are verified cell by cell, bit for "
         "bit, against a\n"
         "serial reference; of large ones the last transition, and cells that are followed from their first "
         "value on. The\n"
         "trace shows all of it as one interval, without its messages. A simulated machine charges eight "
         "operations a cell\n"
         "(four with four neighbours), at the rate that its profile gives for the type, and knows nothing of "
         "caches.",
         "\\CLUE(1000, TYPE: \"double\", EDGES: \"cells\");",
         "CLUE thesis, 3.1 and Figure 3.5; edges by cells, four and scattered neighbours: 5.2.2"},
        {"BSPBENCH",
         Shape::Call,
         StatementRule::None,
         true,
         {{"N", Kind::Positive, false, "1024"},
          {"H1", Kind::Positive, false, "256"},
          {"H0", Kind::Value, false, "-1"},
          {"METHOD", Kind::Text, false, "\"put\""},
          {"COMBINE", Kind::Flag, false, "true"},
          {"ITERATIONS", Kind::Positive, false, "100"},
          {"BATCHES", Kind::Positive, false, "11"},
          {"SECONDS", Kind::Value, false, "0.0005"},
          {"RELATIONS", Kind::Positive, false, "512"},
          {"NAME", Kind::Text, false, "\"\""}},
         "loop::bspbench",
         "",
         false,
         "\\BSPBENCH([N: elements] [, H1: words] [, H0: words] [, METHOD: text] [, ...]);",
         "BSP's r, g and l, pessimistic: single words to everybody in turn (bspbench)",
         "Collective. r: two DAXPYs of alternating sign over vectors of 1, 2, 4 .. N elements, in passes of "
         "ITERATIONS; the\n"
         "mean over ranks at N counts. g and l: full h-relations of 0 to H1 words of 8 bytes, every rank "
         "sending to the\n"
         "others in turn; the line h g + l is fitted to h = H0 to H1 by least squares. H0 below 0 is the "
         "number of ranks.\n"
         "METHOD: `put`, a bsp_put for each word and bsp_sync, words for the same rank travelling together "
         "unless\n"
         "`COMBINE: false`; `alltoallv`, all words in one MPI_Alltoallv and a synchronisation; `rma`, an "
         "MPI_Put for each.\n"
         "Where 0 to H1 are more than RELATIONS, evenly spaced ones are measured.\n"
         "Each vector and relation is measured in BATCHES of at least SECONDS, one after the other for all; "
         "medians count.\n"
         "One rank alone sends to itself. A simulated machine plays once, and charges the DAXPYs' "
         "operations; what\n"
         "would take more than an hour there is refused.\n"
         "Results of rank 0: `r`, `g` and `l` in operations, `g, time` and `l, time`; series: `DAXPY rate` "
         "over n and\n"
         "`h-relation` over h. `NAME: \"x\"` puts `x: ` before their names. What every rank received is "
         "verified, and\n"
         "y[n-1] + z[n-1] of the vectors. The trace shows all of it as one interval, without its messages.",
         "\\BSPBENCH(H1: 512, METHOD: \"alltoallv\");",
         "BSP benchmarking slides; Bisseling, Parallel Scientific Computation, 1.5 to 1.7"},
        {"BSPPROBE",
         Shape::Call,
         StatementRule::None,
         true,
         {{"DOT", Kind::Positive, false, "1048570"},
          {"MAT", Kind::Positive, false, "100"},
          {"WORDS", Kind::Positive, false, "8192"},
          {"BLOCK", Kind::Positive, false, "4"},
          {"SECONDS", Kind::Value, false, "0.02"},
          {"NAME", Kind::Text, false, "\"\""}},
         "loop::bspprobe",
         "",
         false,
         "\\BSPPROBE([DOT: elements] [, MAT: rows] [, WORDS: n] [, BLOCK: words] [, SECONDS: t] [, NAME: "
         "text]);",
         "BSP's s, l, g and n-half, optimistic: large unbuffered blocks (bspprobe)",
         "Collective. s: the mean of the rates of dot products of DOT elements and of products of two MAT x "
         "MAT matrices,\n"
         "both in single precision, on the slowest rank. l low: an empty superstep; l high: one with a word "
         "for the right\n"
         "neighbour; the quickest rank's. g: WORDS words of 32 bits to every process (total exchange), and "
         "to "
         "the right\n"
         "neighbour as many for each other process, at most 8 times as many (shift), by bsp_hpput in blocks "
         "of WORDS words,\n"
         "of half as many and so on to BLOCK: time beyond l high a word, the slowest rank's. g infinity is "
         "the smallest of\n"
         "them, n-half the block at which g is twice that. Each figure is the median of five batches, of\n"
         "SECONDS together.\n"
         "Results of rank 0, in operations a word of 32 bits as bspprobe's published values; `g infinity, "
         "64-bit words`\n"
         "is what \\BSPBENCH's g is to be compared with. Series: `g over block sizes`. `NAME: \"x\"` puts "
         "`x: ` before their\n"
         "names. Products and all words that arrived are verified. The trace shows all of it as one "
         "interval.",
         "\\BSPPROBE(WORDS: 4096);",
         "Oxford BSP toolset 1.4, bspprobe"},
    };
}

} // namespace loop::compiler
