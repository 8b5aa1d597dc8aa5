#include "session/session.h"

#include "constructs/started.h"
#include "lifecycle/command_line.h"
#include "lifecycle/own_rank.h"
#include "recording/executions.h"
#include "recording/recorder.h"
#include "session/failure.h"
#include "session/group.h"
#include "session/preparation.h"
#include "session/settings.h"

#include <loop/measure.h>
#include <loop/program.h>
#include <loop/session.h>

#include <cstdlib>

namespace loop {

using namespace runtime;

namespace {

int ranks_to_record() {
    const char* const text = std::getenv("LOOP_RECORD_RANKS");
    const int ranks = text == nullptr ? 0 : std::atoi(text);
    if (ranks < 1) usage_error("LOOP_RECORD_RANKS must be a number of ranks");
    return ranks;
}

} // namespace

Program::Program(const char* name, const char* file, const char* source_hash, CommandLine command_line,
                 std::initializer_list<const char*> uses, std::initializer_list<Parameter> parameters) {
    Settings& all = settings();
    all.program = name;
    all.file = file;
    all.source_hash = source_hash;
    all.has_options = command_line == CommandLine::runtime;
    for (const char* each : uses)
        mark_used(each);
    all.parameters.assign(parameters.begin(), parameters.end());
    if (const char* const path = std::getenv("LOOP_PARAMETERS")) read_parameter_file(path);
    the_session.ranks = ranks_to_record();
}

void open0(int* nodes, int* me, int* host, int* size, long, Site site) {
    if (the_session.stage != Stage::Before)
        fail(site, Construct::Open0,
             the_session.stage == Stage::Open ? "the session is open already" : "called after \\CLOSE0");
    Preparation::run_all();
    the_session.rank = recording::begin_executions(the_session.ranks);
    the_session.stage = Stage::Open;
    detail::executes_work = false;
    const auto entries = static_cast<int>(settings().tree_map.size());
    if (entries != 0 && entries != the_session.ranks)
        fail(site, Construct::Open0, "tree.map has ", entries, " entries, but there are ", the_session.ranks,
             " ranks");
    if (nodes != nullptr) *nodes = the_session.ranks;
    if (me != nullptr) *me = the_session.rank;
    if (host != nullptr) *host = host_node;
    if (size != nullptr) *size = size_for_open();
}

void close0(Site site) {
    if (the_session.stage != Stage::Open) fail_not_open(Construct::Close0, site);
    require_all_ranks(Construct::Close0, site);
    require_all_finished(site);
    recording::end_execution();
}

// No time passes, and nothing has arrived.
double clock(Site site) {
    require_opened("clock", site);
    return 0;
}

Counters counters(Site site) {
    require_opened("counters", site);
    return {};
}

} // namespace loop
