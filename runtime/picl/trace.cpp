#include "measure/notes.h"
#include "picl/picl.h"
#include "session/session.h"

#include <loop/picl.h>

#include <map>
#include <string>

using namespace loop;
using namespace loop::runtime;

namespace {

struct Trace {
    int bytes = 0;
    int level = 3;
    int compstats = 0;
    int commstats = 0;
    bool ended = false;
    std::map<int, long long> marks; // type to count
    std::map<int, long long> blocks;

    bool on() const { return !ended && level > 0; }
};

Trace& trace() {
    static Trace* const instance = new Trace;
    return *instance;
}

} // namespace

void loop::runtime::note_trace_calls() {
    for (const auto& [type, count] : trace().marks) {
        add_note("tracemark " + std::to_string(type) + ": " + std::to_string(count));
    }
    for (const auto& [type, count] : trace().blocks) {
        add_note("traceblock " + std::to_string(type) + ": " + std::to_string(count));
    }
}

void tracenode(int bytes, int, int, Site site) {
    require_open(Construct::PiclTrace, site);
    trace().bytes = bytes;
    trace().ended = false;
}

void tracelevel(int level, int compstats, int commstats, Site site) {
    require_open(Construct::PiclTrace, site);
    trace().level = level;
    trace().compstats = compstats;
    trace().commstats = commstats;
}

void tracefiles(const char*, const char*, int, Site) {}

void tracemark(int type, Site site) {
    require_open(Construct::PiclTrace, site);
    if (trace().on()) ++trace().marks[type];
}

void tracemarks(const int* types, int count, Site site) {
    for (int i = 0; i < count; ++i)
        tracemark(types[i], site);
}

void tracemsg(const char* text, Site site) {
    require_open(Construct::PiclTrace, site);
    if (trace().on()) add_note(std::string("tracemsg: ") + text);
}

void traceblockbegin(int type, int, int, Site site) {
    require_open(Construct::PiclTrace, site);
    if (trace().on()) ++trace().blocks[type];
}

void traceblockend(int, int, int, Site site) {
    require_open(Construct::PiclTrace, site);
}

void traceinfo(int* remaining, int* level, int* compstats, int* commstats, Site site) {
    require_open(Construct::PiclTrace, site);
    if (remaining != nullptr) *remaining = trace().bytes;
    if (level != nullptr) *level = trace().level;
    if (compstats != nullptr) *compstats = trace().compstats;
    if (commstats != nullptr) *commstats = trace().commstats;
}

void traceflush(Site site) {
    require_open(Construct::PiclTrace, site);
}

void traceexit(Site site) {
    require_open(Construct::PiclTrace, site);
    trace().ended = true;
}
