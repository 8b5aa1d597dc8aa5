#include "measure/samples.h"

#include "output/notes.h"
#include "session/clock.h"
#include "session/concat.h"
#include "session/failure.h"
#include "session/lasting.h"
#include "session/open_table.h"
#include "trace/excluded.h"

#include <loop/samples.h>

#include <cmath>
#include <cstdio>
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

// What a line asked for before.
struct KnownSamples {
    Samples* samples = nullptr;
    std::uint64_t line_and_key = 0;
    bool is_free() const { return samples == nullptr; }
    std::uint64_t key() const { return line_and_key; }
};

Lasting<std::vector<std::unique_ptr<NamedSamples>>> names;
Lasting<OpenTable<KnownSamples>> known_samples;

std::string number_text(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.15g", value);
    return text;
}

NamedSamples& named(std::string_view name, std::string_view unit, Construct construct, const Site& site) {
    for (const auto& each : names()) {
        if (each->name.name != name) continue;
        if (each->name.unit != unit)
            fail(site, construct, "the unit of \"", name, "\" is \"", unit, "\"; in line ", each->name.line,
                 " it is \"", each->name.unit, "\"");
        return *each;
    }
    names().push_back(
        std::make_unique<NamedSamples>(NamedSamples{{std::string(name), std::string(unit), site.line}}));
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

std::uint64_t hash_of(int line, SampleKey key) {
    const double value = key.is_given() ? key.value() + 0.0 : NAN; // -0 is the same key as 0
    std::uint64_t bits;
    std::memcpy(&bits, &value, sizeof bits);
    // The bits of small whole numbers differ in the upper ones only.
    return (bits ^ bits >> 32) + static_cast<std::uint64_t>(line) * 0x10001;
}

// On the hot path: finds the samples that this line has asked for before.
inline Samples& samples_of(std::string_view name, std::string_view unit, SampleKey key, Construct construct,
                           const Site& site) {
    const std::uint64_t hash = hash_of(site.line, key);
    const auto is_same = [&](const KnownSamples& known) {
        const Samples& samples = *known.samples;
        return known.line_and_key == hash && samples.key == key.value() &&
               (samples.kind == Samples::Kind::WithKey) == key.is_given() && samples.of->name == name &&
               samples.of->unit == unit;
    };
    KnownSamples& slot = known_samples().find(hash, is_same);
    if (!slot.is_free()) return *slot.samples;
    Samples& samples = new_samples(name, unit, key, construct, site);
    if (samples.kind != Samples::Kind::OtherKeys) known_samples().add(slot, {&samples, hash});
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
    sample_seconds_per_ns_ = 1e-9 / per;
    begin_excluded_ns_ = the_session.excluded_ns;
    begin_ns_ = now_ns();
}

Timed::~Timed() {
    if (samples_ == nullptr) return;
    const std::int64_t elapsed = now_ns() - begin_ns_ - (the_session.excluded_ns - begin_excluded_ns_);
    // The cost of the clock that is excluded may be a few nanoseconds more than it was.
    samples_->values.add(static_cast<double>(std::max(elapsed, std::int64_t{0})) * sample_seconds_per_ns_);
}

void detail::add_sample(std::string_view name, std::string_view unit, double value, SampleKey key,
                        Site site) {
    if (the_session.stage != Stage::Open) fail_not_open(Construct::Sample, site);
    if (is_measured()) samples_of(name, unit, key, Construct::Sample, site).values.add(value);
}

} // namespace loop
