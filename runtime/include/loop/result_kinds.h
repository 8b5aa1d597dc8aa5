#pragma once

// The results of kernels: programs find a result by its tag, people by its name.
namespace loop {

struct ResultKind {
    const char* tag;
    const char* name;
    const char* unit;
};

// How a result summarizes the results of all ranks, or of all batches. Its tag and name are appended to those
// of the result.
struct ResultStatistic {
    const char* tag;
    const char* name;
};

namespace kinds {

inline constexpr ResultStatistic of_one{"", ""};
inline constexpr ResultStatistic average{".average", ", average"};
inline constexpr ResultStatistic deviation{".deviation", ", deviation"};
// Of the batches in which each point of a series was measured; the series itself has their medians.
inline constexpr ResultStatistic lower_quartile{".quartile.lower", ", lower quartile"};
inline constexpr ResultStatistic upper_quartile{".quartile.upper", ", upper quartile"};

// \BSPBENCH
inline constexpr ResultKind r{"bsp.r", "r", "Mflop/s"};
inline constexpr ResultKind min_r{"bsp.r.least", "least r of ranks", "Mflop/s"};
inline constexpr ResultKind max_r{"bsp.r.greatest", "greatest r of ranks", "Mflop/s"};
inline constexpr ResultKind r_scalar{"bsp.r.scalar", "r, scalar operations", "Mflop/s"};
inline constexpr ResultKind r_of_cache[] = {{"bsp.r.l1", "r1, DAXPY in the L1 cache", "Mflop/s"},
                                            {"bsp.r.l2", "r2, DAXPY in the L2 cache", "Mflop/s"},
                                            {"bsp.r.l3", "r3, DAXPY in the L3 cache", "Mflop/s"}};
inline constexpr ResultKind r_memory{"bsp.r.memory", "r, DAXPY in memory", "Mflop/s"};
inline constexpr ResultKind r_dgemm{"bsp.r.dgemm", "r, DGEMM", "Mflop/s"};
inline constexpr ResultKind cache[] = {{"bsp.cache.l1", "L1 cache of a rank", "bytes"},
                                       {"bsp.cache.l2", "L2 cache of a rank", "bytes"},
                                       {"bsp.cache.l3", "L3 cache of a rank", "bytes"}};
inline constexpr ResultKind g{"bsp.g", "g", "flop/word"};
inline constexpr ResultKind l{"bsp.l", "l", "flop"};
inline constexpr ResultKind g_time{"bsp.g.time", "g, time", "us/word"};
inline constexpr ResultKind l_time{"bsp.l.time", "l, time", "us"};
// The first four are of words in random order, and these of the published cyclic order, if \BSPBENCH measured
// both. The two series of h-relations have these names.
inline constexpr ResultKind g_cyclic{"bsp.g.cyclic", "g, cyclic order", "flop/word"};
inline constexpr ResultKind l_cyclic{"bsp.l.cyclic", "l, cyclic order", "flop"};
inline constexpr ResultKind g_cyclic_time{"bsp.g.cyclic.time", "g, cyclic order, time", "us/word"};
inline constexpr ResultKind l_cyclic_time{"bsp.l.cyclic.time", "l, cyclic order, time", "us"};
inline constexpr const char* times_in_random_order = "time, random order";
inline constexpr const char* times_in_cyclic_order = "time, cyclic order";
inline constexpr ResultKind fit_from{"bsp.fit.from", "fit from h", "words"};
inline constexpr ResultKind fit_to{"bsp.fit.to", "fit to h", "words"};

// \BSPPROBE
inline constexpr ResultKind s{"probe.s", "s", "Mflop/s"};
inline constexpr ResultKind s_dot{"probe.s.dot", "s, dot product", "Mflop/s"};
inline constexpr ResultKind s_matrix{"probe.s.matrix", "s, matrix product", "Mflop/s"};
inline constexpr ResultKind l_low{"probe.l.low", "l low", "flop"};
inline constexpr ResultKind l_high{"probe.l.high", "l high", "flop"};
inline constexpr ResultKind l_high_time{"probe.l.high.time", "l high, time", "us"};
inline constexpr ResultKind g_infinity{"probe.g", "g infinity", "flop/32-bit word"};
inline constexpr ResultKind g_infinity_64{"probe.g.64", "g infinity, 64-bit words", "flop/64-bit word"};
inline constexpr ResultKind g_infinity_time{"probe.g.time", "g infinity, time", "us/32-bit word"};
inline constexpr ResultKind n_half{"probe.n_half", "n-half", "32-bit words"};
inline constexpr ResultKind g_infinity_shift{"probe.g.shift", "g infinity, shift", "flop/32-bit word"};
inline constexpr ResultKind n_half_shift{"probe.n_half.shift", "n-half, shift", "32-bit words"};

// \PINGPONG: the first two exist for each message size.
inline constexpr ResultKind one_way{"pingpong.one_way", "one way", "us"};
inline constexpr ResultKind bandwidth{"pingpong.bandwidth", "bandwidth", "MB/s"};
inline constexpr ResultKind latency{"pingpong.latency", "latency", "us"};
inline constexpr ResultKind best_bandwidth{"pingpong.bandwidth.best", "bandwidth", "MB/s"};
inline constexpr ResultKind half_bandwidth{"pingpong.n_half", "n-half", "bytes"};

// \APEXMAP
inline constexpr ResultKind word_time{"apexmap.word.time", "time a word", "ns"};
inline constexpr ResultKind word_cycles{"apexmap.word.cycles", "cycles a word", "cycles"};
inline constexpr ResultKind process_bandwidth{"apexmap.bandwidth.process", "bandwidth of a process", "MB/s"};
inline constexpr ResultKind process_flops{"apexmap.flops.process", "arithmetic rate of a process", "Mflop/s"};
inline constexpr ResultKind remote_fraction{"apexmap.remote", "remote fraction", "%"};
inline constexpr ResultKind requests_served{"apexmap.served", "requests served", ""};
inline constexpr ResultKind waits{"apexmap.waits", "waits", ""};
inline constexpr ResultKind mean_word_time{"apexmap.word.time.mean", "mean time a word", "ns"};
inline constexpr ResultKind mean_word_cycles{"apexmap.word.cycles.mean", "mean cycles a word", "cycles"};
inline constexpr ResultKind time_stamp_frequency{"apexmap.frequency", "time stamp frequency", "MHz"};
inline constexpr ResultKind aggregate_bandwidth{"apexmap.bandwidth", "aggregate bandwidth", "MB/s"};
inline constexpr ResultKind word_time_batches{"apexmap.batches", "batches", ""};
// The width of the 95 % interval of the median of rank 0's batches, divided by that median.
inline constexpr ResultKind word_time_interval{"apexmap.word.time.interval", "interval of the time a word",
                                               "%"};
// Of a rank's words, when they were made.
inline constexpr ResultKind huge_pages{"apexmap.pages.huge", "words in huge pages", "KiB"};
inline constexpr ResultKind remote_expected{"apexmap.remote.expected", "remote fraction expected", "%"};

// \CLUE: all but the last two exist for each rank, and rank 0 also has their average and deviation.
inline constexpr ResultKind wall_time{"clue.wall_time", "wall time", "s"};
inline constexpr ResultKind user_time{"clue.user_time", "user time", "s"};
inline constexpr ResultKind system_time{"clue.system_time", "system time", "s"};
inline constexpr ResultKind page_faults{"clue.page_faults", "page faults", ""};
inline constexpr ResultKind context_switches{"clue.context_switches", "context switches", ""};
inline constexpr ResultKind transitions{"clue.act", "ACT/s", "million/s"};
inline constexpr ResultKind net_transitions{"clue.act.net", "net ACT/s", "million/s"};

// \TIMED and \SAMPLE: LOOP makes this result from the samples of all ranks; its unit is that of the samples.
inline constexpr ResultKind sample_median{"samples.median", "median", ""};

// Series. The first two also exist as the quartiles of their batches.
inline constexpr ResultKind h_relation{"bsp.h_relation", "h-relation", "us"};
// Over the number of requests of a rank in a superstep. Each operation of BSPlib has series for several
// numbers of words per request, which are named "put, 8 words": operation, separator, words, ending.
inline constexpr ResultKind requests{"bsp.requests", "requests", "us"};
inline constexpr const char* words_separator = ", ";
inline constexpr const char* words_ending = " words";
inline constexpr ResultKind rate{"bsp.rate", "DAXPY rate", "Mflop/s"};
inline constexpr ResultKind g_over_blocks{"probe.g.blocks", "g over block sizes", "flop/32-bit word"};

} // namespace kinds
} // namespace loop
