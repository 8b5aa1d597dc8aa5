#include "recording/checks.h"
#include "session/session.h"

#include <loop/picl.h>
#include <loop/session.h>

using namespace loop;
using namespace loop::runtime;
using loop::recording::require_open;

void open0(int* numproc, int* me, int* host, Site site) {
    loop::open0(numproc, me, host, nullptr, 0, site);
}
void close0(int, Site site) {
    loop::close0(site);
}
void who0(int* numproc, int* me, int* host, Site site) {
    require_open(Construct::PiclWho, site);
    if (numproc != nullptr) *numproc = the_session.ranks;
    if (me != nullptr) *me = the_session.rank;
    if (host != nullptr) *host = host_node;
}
int host0() {
    return host_node;
}
void check0(int) {}
double clock0(Site) {
    return 0;
}
void message0(const char*, Site) {}

void tracenode(int, int, int, Site) {}
void tracelevel(int, int, int, Site) {}
void tracefiles(const char*, const char*, int, Site) {}
void tracemark(int, Site) {}
void tracemarks(const int*, int, Site) {}
void tracemsg(const char*, Site) {}
void traceblockbegin(int, int, int, Site) {}
void traceblockend(int, int, int, Site) {}
void traceblock(int, Site) {}
void traceflush(Site) {}
void traceexit(Site) {}
void traceinfo(int* remaining, int* trace, int* compstats, int* commstats, Site) {
    for (int* const value : {remaining, trace, compstats, commstats})
        if (value != nullptr) *value = 0;
}
