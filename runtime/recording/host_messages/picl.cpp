#include "recording/checks.h"
#include "recording/recorder.h"
#include "session/failure.h"
#include "session/session.h"

#include <loop/picl.h>

// Messages of host code by PICL.

using namespace loop;
using namespace loop::recording;
using namespace loop::runtime;

namespace {

constexpr int to_all = -1;
constexpr char channel[] = "PICL";

void require_type(int type, int least, Construct construct, const Site& site) {
    if (type < least) fail(site, construct, "the type must be at least ", least, ", not ", type);
}

// Sends to one node, or to all others.
void send(Construct construct, int bytes, int type, int node, const Site& site) {
    require_open(construct, site);
    require_type(type, 0, construct, site);
    if (node != to_all) require_rank(node, "the node", construct, site);
    for (int rank = 0; rank < the_session.ranks; ++rank)
        if (node == rank || (node == to_all && rank != the_session.rank)) {
            recording::record_own(construct_name(construct), site, rank, bytes);
            record_endpoint(construct_name(construct), site, {true, channel, rank, type});
        }
}

void receive(Construct construct, void* into, int bytes, int type, const Site& site) {
    require_open(construct, site);
    require_type(type, Endpoint::any, construct, site);
    record_endpoint(construct_name(construct), site, {false, channel, Endpoint::any, type});
    arrive(construct_name(construct), site, {into, bytes});
}

[[noreturn]] void refuse(Construct construct, const Site& site) {
    fail(site, construct,
         "its result depends on the messages that have arrived, so this program cannot be "
         "counted");
}

} // namespace

void send0(const void*, int bytes, int type, int node, Site site) {
    send(Construct::PiclSend, bytes, type, node, site);
}
void sendbegin0(const void*, int bytes, int type, int node, Site site) {
    send(Construct::PiclSendBegin, bytes, type, node, site);
}
void sendend0(int, Site) {}
void recv0(void* into, int bytes, int type, Site site) {
    receive(Construct::PiclRecv, into, bytes, type, site);
}
void recvbegin0(void* into, int bytes, int type, Site site) {
    receive(Construct::PiclRecvBegin, into, bytes, type, site);
}
void recvend0(int, Site) {}
int probe0(int, Site site) {
    refuse(Construct::PiclProbe, site);
}
void recvinfo0(int*, int*, int*, Site site) {
    refuse(Construct::PiclRecvInfo, site);
}
