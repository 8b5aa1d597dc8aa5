#include "recording/recorder.h"
#include "session/failure.h"
#include "session/group.h"

#include <loop/kernels.h>

#include <string>

// Kernels decide by what they measure how much they send, so their own messages are not counted.
namespace loop {

using namespace runtime;

namespace {

void record_kernel(Construct construct, const Site& site) {
    require_all_ranks(construct, site);
    recording::note(concat("line ", site.line, ": the messages and operations of ", display_name(construct),
                           " are not counted, because their number depends on time"));
    recording::record(construct, site);
}

} // namespace

void apexmap(const ApexMap&, Site site) {
    record_kernel(Construct::Apexmap, site);
}

void pingpong(long long, long long, int, long long, std::string_view, Site site) {
    record_kernel(Construct::Pingpong, site);
}

void clue(const Clue&, Site site) {
    record_kernel(Construct::Clue, site);
}

void bspbench(const BspBench&, Site site) {
    record_kernel(Construct::Bspbench, site);
}

void bspprobe(const BspProbe&, Site site) {
    record_kernel(Construct::Bspprobe, site);
}

} // namespace loop
