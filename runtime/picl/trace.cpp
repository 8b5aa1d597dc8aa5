#include "output/notes.h"
#include "picl/picl.h"
#include "session/concat.h"
#include "session/session.h"
#include "trace/sites.h"

#include <loop/picl.h>

#include <map>
#include <string>
#include <vector>

using namespace loop;
using namespace loop::runtime;

namespace {

struct Block {
    int type;
    bool recorded; // the trace has its begin
};

struct Calls {
    int bytes = 0;
    int level = 3;
    int compstats = 0;
    int commstats = 0;
    bool ended = false;
    bool blocks_on = true;
    std::map<int, long long> marks; // type to count
    std::map<int, long long> blocks;
    std::map<int, trace::SiteIndex> block_sites;
    std::vector<Block> open_blocks;

    bool on() const { return !ended && level > 0; }
};

Calls& calls();

void note_counts() {
    for (const auto& [type, count] : calls().marks)
        add_note(concat("tracemark ", type, ": ", count));
    for (const auto& [type, count] : calls().blocks)
        add_note(concat("traceblock ", type, ": ", count));
}

Calls& calls() {
    static Calls* const instance = (note_at_close(note_counts), new Calls);
    return *instance;
}

} // namespace

void tracenode(int bytes, int, int, Site site) {
    require_open(Construct::PiclTrace, site);
    calls().bytes = bytes;
    calls().ended = false;
}

void tracelevel(int level, int compstats, int commstats, Site site) {
    require_open(Construct::PiclTrace, site);
    calls().level = level;
    calls().compstats = compstats;
    calls().commstats = commstats;
}

void tracefiles(const char*, const char*, int, Site) {}

void tracemark(int type, Site site) {
    require_open(Construct::PiclTrace, site);
    if (!calls().on()) return;
    ++calls().marks[type];
    if (trace::on()) trace::put(trace::now(), trace::Kind::Mark, type, 0, 0, 0);
}

void tracemarks(const int* types, int count, Site site) {
    for (int i = 0; i < count; ++i)
        tracemark(types[i], site);
}

void tracemsg(const char* text, Site site) {
    require_open(Construct::PiclTrace, site);
    if (calls().on()) add_note(std::string("tracemsg: ") + text);
}

void traceblockbegin(int type, int, int, Site site) {
    require_open(Construct::PiclTrace, site);
    const bool counted = calls().on() && calls().blocks_on;
    const bool recorded = counted && trace::on();
    calls().open_blocks.push_back({type, recorded});
    if (counted) ++calls().blocks[type];
    if (!recorded) return;
    const auto found = calls().block_sites.find(type);
    if (found == calls().block_sites.end())
        calls().block_sites[type] = trace::add_phase("traceblock", concat("block ", type), site);
    trace::enter(calls().block_sites[type]);
}

// Blocks of a trace must nest; an end that does not match the innermost block is ignored.
void traceblockend(int type, int, int, Site site) {
    require_open(Construct::PiclTrace, site);
    std::vector<Block>& open = calls().open_blocks;
    if (open.empty() || open.back().type != type) {
        if (trace::on() && calls().on() && calls().blocks_on)
            add_note(concat("traceblockend ", type, " without its begin: not in the trace"));
        return;
    }
    const bool recorded = open.back().recorded;
    open.pop_back();
    if (recorded && trace::on()) trace::leave(calls().block_sites[type]);
}

void traceblock(int on, Site site) {
    require_open(Construct::PiclTrace, site);
    calls().blocks_on = on != 0;
}

void traceinfo(int* remaining, int* level, int* compstats, int* commstats, Site site) {
    require_open(Construct::PiclTrace, site);
    if (remaining != nullptr) *remaining = calls().bytes;
    if (level != nullptr) *level = calls().level;
    if (compstats != nullptr) *compstats = calls().compstats;
    if (commstats != nullptr) *commstats = calls().commstats;
}

void traceflush(Site site) {
    require_open(Construct::PiclTrace, site);
}

void traceexit(Site site) {
    require_open(Construct::PiclTrace, site);
    calls().ended = true;
}
