#include "measure/samples.h"

#include "output/notes.h"
#include "session/clock.h"
#include "session/concat.h"
#include "session/failure.h"
#include "session/lasting.h"
#include "trace/excluded.h"

#include <loop/samples.h>

#include <cmath>
#include <cstdio>
#include <cstring>
#include <map>
#include <memory>
#include <utility>

namespace loop {

using namespace runtime;
using detail::Samples;

namespace {

struct NamedSamples {
    SampleName name;
    std::unique_ptr<Samples> without_key{}, other_keys{};
    std::map<double, std::unique_ptr<Samples>> by_key{};
};

// What a line asked for before. All that a look-up compares is in one place, as it waits for each load.
struct KnownSamples {
    Samples* samples = nullptr;
    int line = 0;
    bool has_key = false;
    std::uint64_t key_bits = 0;
    std::string_view name{}, unit{};
};
KnownSamples known_samples[256];

Lasting<std::vector<std::unique_ptr<NamedSamples>>> names;

std::string number_text(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.15g", value);
    return text;
}

// "in line 4", or "in other.h:4" if that is another file.
std::string earlier_place(const Site& earlier, const Site& site) {
    if (std::strcmp(earlier.file, site.file) == 0) return concat("in line ", earlier.line);
    return concat("in ", earlier.file, ":", earlier.line);
}

NamedSamples& named(std::string_view name, std::string_view unit, Construct construct, const Site& site) {
    for (const auto& each : names()) {
        if (each->name.name != name) continue;
        if (each->name.unit != unit)
            fail(site, construct, "the unit of \"", name, "\" is \"", unit, "\"; ",
                 earlier_place(each->name.site, site), " it is \"", each->name.unit, "\"");
        return *each;
    }
    names().push_back(
        std::make_unique<NamedSamples>(NamedSamples{{std::string(name), std::string(unit), site}}));
    return *names().back();
}

Samples& made(std::unique_ptr<Samples>& place, const NamedSamples& all, Samples::Kind kind, double key = 0) {
    const Excluded not_measured;
    if (place == nullptr) place = std::make_unique<Samples>(Samples{&all.name, kind, key});
    return *place;
}

Samples& with_key(NamedSamples& all, double key, Construct construct) {
    const auto found = all.by_key.find(key);
    if (found != all.by_key.end()) return *found->second;
    if (all.by_key.size() < max_sample_keys) return made(all.by_key[key], all, Samples::Kind::WithKey, key);
    add_note(concat(display_name(construct), ": \"", all.name.name, "\" has more than ", max_sample_keys,
                    " keys; the samples with other keys are counted together"));
    return made(all.other_keys, all, Samples::Kind::OtherKeys);
}

Samples& new_samples(std::string_view name, std::string_view unit, SampleKey key, Construct construct,
                     const Site& site) {
    if (!std::isfinite(key.value()))
        fail(site, construct, "KEY is ", number_text(key.value()), "; it must be finite");
    NamedSamples& all = named(name, unit, construct, site);
    if (key.is_given()) return with_key(all, key.value(), construct);
    return made(all.without_key, all, Samples::Kind::WithoutKey);
}

std::uint64_t bits_of(SampleKey key) {
    const double value = key.value();
    std::uint64_t bits;
    std::memcpy(&bits, &value, sizeof bits);
    return bits;
}

KnownSamples& place_of(int line, std::uint64_t key_bits) {
    return known_samples[(key_bits + static_cast<unsigned>(line)) * 0x9e3779b97f4a7c15u >> 56];
}

template <class Word>
bool is_same_word(const char* a, const char* b) {
    Word x, y;
    std::memcpy(&x, a, sizeof x);
    std::memcpy(&y, b, sizeof y);
    return x == y;
}

// In words that overlap at the end: faster than a call for texts as short as names are.
inline bool is_same(std::string_view a, std::string_view b) {
    using Long = std::uint64_t;
    using Short = std::uint32_t;
    const std::size_t size = a.size();
    if (size != b.size()) return false;
    if (size >= sizeof(Long)) {
        for (std::size_t i = 0; i + sizeof(Long) < size; i += sizeof(Long))
            if (!is_same_word<Long>(a.data() + i, b.data() + i)) return false;
        return is_same_word<Long>(a.data() + size - sizeof(Long), b.data() + size - sizeof(Long));
    }
    if (size >= sizeof(Short))
        return is_same_word<Short>(a.data(), b.data()) &&
               is_same_word<Short>(a.data() + size - sizeof(Short), b.data() + size - sizeof(Short));
    for (std::size_t i = 0; i < size; ++i)
        if (a[i] != b[i]) return false;
    return true;
}

// On the hot path. Texts are compared, as the caller's buffer may hold another name each time.
inline Samples& samples_of(std::string_view name, std::string_view unit, SampleKey key, Construct construct,
                           const Site& site) {
    const std::uint64_t key_bits = bits_of(key);
    KnownSamples& known = place_of(site.line, key_bits);
    if (known.samples != nullptr && known.line == site.line && known.key_bits == key_bits &&
        known.has_key == key.is_given() && is_same(known.name, name) && is_same(known.unit, unit))
        return *known.samples;
    Samples& samples = new_samples(name, unit, key, construct, site);
    if (samples.kind != Samples::Kind::OtherKeys)
        known = {&samples, site.line, key.is_given(), key_bits, samples.of->name, samples.of->unit};
    return samples;
}

} // namespace

std::vector<const Samples*> runtime::all_samples() {
    std::vector<const Samples*> all;
    const auto add = [&](const std::unique_ptr<Samples>& samples) {
        if (samples != nullptr) all.push_back(samples.get());
    };
    for (const auto& each : names()) {
        add(each->without_key);
        for (const auto& [key, samples] : each->by_key)
            add(samples);
        add(each->other_keys);
    }
    return all;
}

Timed::Timed(std::string_view name, double per, SampleKey key, int rank, Site site) {
    if (the_session.stage != Stage::Open) fail_not_open(Construct::Timed, site);
    if (!(per > 0) || per > DBL_MAX)
        fail(site, Construct::Timed, "PER is ", number_text(per), "; it must be above 0");
    if (rank != every_rank) {
        if (rank < 0 || rank >= the_session.ranks)
            fail(site, Construct::Timed, "RANK is ", rank, "; ranks are 0 to ", the_session.ranks - 1);
        if (rank != the_session.rank) return;
    }
    if (!is_measured()) return;
    samples_ = &samples_of(name, "s", key, Construct::Timed, site);
    if (samples_->per != per) { // a division takes longer than all the rest
        samples_->per = per;
        samples_->seconds_per_ns = 1e-9 / per;
    }
    sample_seconds_per_ns_ = samples_->seconds_per_ns;
    begin_excluded_ns_ = the_session.excluded_ns;
    begin_bus_bytes_ = the_session.bus_bytes;
    begin_ns_ = now_ns();
}

Timed::~Timed() {
    if (samples_ == nullptr) return;
    const std::int64_t elapsed = now_ns() - begin_ns_ - (the_session.excluded_ns - begin_excluded_ns_);
    // The cost of the clock that is excluded may be a few nanoseconds more than it was.
    samples_->values.add(static_cast<double>(std::max(elapsed, std::int64_t{0})) * sample_seconds_per_ns_);
    if (the_session.bus_bytes != begin_bus_bytes_)
        samples_->bus_bytes += (the_session.bus_bytes - begin_bus_bytes_) / samples_->per;
}

void detail::add_sample(std::string_view name, std::string_view unit, double value, SampleKey key,
                        Site site) {
    if (the_session.stage != Stage::Open) fail_not_open(Construct::Sample, site);
    if (is_measured()) samples_of(name, unit, key, Construct::Sample, site).values.add(value);
}

} // namespace loop
