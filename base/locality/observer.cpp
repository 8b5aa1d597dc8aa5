#include "base/locality/observer.h"

#include <algorithm>
#include <utility>

namespace loop::locality {
namespace {

std::size_t class_of(std::uint64_t length) {
    return static_cast<std::size_t>(63 - __builtin_clzll(length));
}

} // namespace

LastTouch::Footprint Observation::footprint(std::size_t first, std::size_t end) const {
    std::uint64_t kinds = 0;
    for (std::size_t k = first; k < end; ++k)
        kinds |= std::uint64_t{1} << k;
    return memory.footprint(kinds, grain.line_words, far_gap_bytes / grain.word_bytes);
}

void Observation::add(const Observation& other) {
    accesses += other.accesses;
    words += other.words;
    streams += other.streams;
    for (std::size_t k = 0; k < classes.size(); ++k) {
        classes[k].runs += other.classes[k].runs;
        classes[k].words += other.classes[k].words;
        classes[k].times.add(other.classes[k].times);
    }
    for (const auto& [length, runs] : other.lengths)
        lengths[length] += runs;
    for (const auto& [length, runs] : other.cut_lengths)
        cut_lengths[length] += runs;
    memory.add(other.memory);
}

Observer::Observer(Grain grain, std::size_t limit_bytes)
    : grain_(grain), seen_{grain, 0, 0, {}, {}, {}, LastTouch(limit_bytes)} {}

bool Observer::continues(const Run& run, std::uint64_t word) const {
    const bool up = word == run.last + 1;
    const bool down = word + 1 == run.last;
    if (run.length == 1) return up || down;
    return (run.down ? down : up) && seen_.words - run.time == run.gap;
}

// Whether the access continues a word that is read in pieces. Reading the same bytes again begins a new run.
bool Observer::same_word(const Run& run, std::uint64_t word, std::uint64_t address) const {
    if (word != run.last || address == run.address) return false;
    return (address < run.address) == run.down || run.length == 1;
}

void Observer::read(std::uint64_t word, std::uint64_t address) {
    // Usually the most recent run continues; otherwise one that alternates with others.
    for (std::size_t k = 0, at = recent_; k < open_runs; ++k, at = at + 1 == open_runs ? 0 : at + 1) {
        Run& run = runs_[at];
        if (word - run.last + 1 > 2 || run.length == 0) continue;
        if (same_word(run, word, address)) {
            run.address = address;
            return;
        }
        if (!continues(run, word)) continue;
        recent_ = at;
        extend(run, word, address);
        ++seen_.words;
        return;
    }
    begin(word, address);
    ++seen_.words;
}

void Observer::extend(Run& run, std::uint64_t word, std::uint64_t address) {
    run.gap = seen_.words - run.time;
    run.down = word < run.last;
    run.last = word;
    run.address = address;
    run.time = seen_.words;
    ++run.length;
    touch(run, word);
}

// Replaces the run that ended at the same word or, if there is none, the one that has not continued for the
// longest time.
void Observer::begin(std::uint64_t word, std::uint64_t address) {
    std::size_t oldest = 0;
    for (std::size_t at = 0; at < open_runs; ++at) {
        const Run& run = runs_[at];
        if (run.length != 0 && run.last == word) {
            oldest = at;
            break;
        }
        if (run.length == 0 || run.time < runs_[oldest].time) oldest = at;
        if (run.length == 0) break;
    }
    Run& run = runs_[oldest];
    close(run, false);
    run.last = word;
    run.address = address;
    run.time = seen_.words;
    run.gap = 0;
    run.length = 1;
    run.down = false;
    touch(run, word);
    recent_ = oldest;
}

void Observer::touch(Run& run, std::uint64_t word) {
    const std::uint64_t before = seen_.memory.touch(word, seen_.words);
    const std::size_t bin = before == LastTouch::never ? first_touch : bin_of(seen_.words - before);
    if (run.touches.empty() || run.touches.back().first != bin) run.touches.emplace_back(bin, 0);
    ++run.touches.back().second;
}

// A run of two words that were not read directly one after the other counts as two runs: random words may be
// adjacent by chance.
void Observer::close(Run& run, bool cut) {
    if (run.length == 0) return;
    const std::uint64_t runs = run.length == 2 && run.gap != 1 ? 2 : 1;
    const std::uint64_t length = run.length / runs;
    RunClass& of = seen_.classes[class_of(length)];
    of.runs += runs;
    of.words += run.length;
    const std::uint64_t first = run.down ? run.last + run.length - 1 : run.last - (run.length - 1);
    seen_.memory.mark(std::min(first, run.last), std::max(first, run.last),
                      static_cast<unsigned>(class_of(length)));
    (cut ? seen_.cut_lengths : seen_.lengths)[length] += runs;
    for (const auto& [bin, words] : run.touches)
        (bin == first_touch ? of.times.first : of.times.count[bin]) += words;
    run.length = 0;
    run.touches.clear();
}

Observation Observer::finish() {
    for (Run& run : runs_)
        close(run, true);
    return std::move(seen_);
}

} // namespace loop::locality
