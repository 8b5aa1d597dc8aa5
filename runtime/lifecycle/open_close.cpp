#include "lifecycle/open_close.h"

#include "comm/collectives.h"
#include "comm/matching/collective_matching.h"
#include "comm/matching/peers.h"
#include "comm/matching/tags.h"
#include "comm/messages.h"
#include "comm/node/node.h"
#include "comm/sends.h"
#include "comm/synchronise.h"
#include "comm/waiting/waiting.h"
#include "comm/waiting/yielding.h"
#include "constructs/started.h"
#include "host_calls/call_log.h"
#include "host_calls/channels.h"
#include "host_calls/errors.h"
#include "host_calls/strict.h"
#include "kernels/channel.h"
#include "lifecycle/crash_flush.h"
#include "lifecycle/host_watchdog.h"
#include "lifecycle/record.h"
#include "lifecycle/summary.h"
#include "lifecycle/trace.h"
#include "output/notes.h"
#include "session/concat.h"
#include "session/core_times.h"
#include "session/failure.h"
#include "session/group.h"
#include "session/machine.h"
#include "session/mpi_state.h"
#include "session/preparation.h"
#include "session/settings.h"
#include "session/simulation.h"
#include "session/waits.h"
#include "trace/excluded.h"
#include "trace/scope.h"

#include <loop/measure.h>
#include <loop/program.h>
#include <loop/session.h>

#include <cerrno>
#include <cstring>
#include <string_view>
#include <vector>

namespace loop::runtime {

namespace {

void enter(Construct construct, const Site& site) {
    the_session.construct = construct;
    the_session.site = site;
    enter_place(construct, site.line);
}

void require_mpi(Construct construct, const Site& site) {
    int finalised = 0;
    PMPI_Finalized(&finalised);
    if (finalised != 0) fail(site, construct, "called after MPI_Finalize");
    the_session.finalise_mpi = initialise_mpi();
    install_signal_handlers();
    watch_mpi_errors();
}

void learn_ranks() {
    PMPI_Comm_rank(MPI_COMM_WORLD, &the_session.rank);
    PMPI_Comm_size(MPI_COMM_WORLD, &the_session.ranks);
    if (!settings().records.empty() && status_rank() != the_session.rank) open_status(the_session.rank);
    the_status->rank = the_session.rank;
    the_status->ranks = the_session.ranks;
    tell_threads(0);
    trace::open_call_log_late();
    trace::open_strict();
}

// The entries of `cpus` that belong to this rank; null and 0 if there are none.
std::pair<const int*, std::size_t> of_this_rank(const std::vector<int>& cpus) {
    const std::size_t number = cpus.size() / static_cast<std::size_t>(the_session.ranks);
    if (number == 0) return {nullptr, 0};
    return {cpus.data() + static_cast<std::size_t>(the_session.rank) * number, number};
}

// `loop run --map` binds the ranks on this host.
void bind_as_mapped(const Site& site, Construct construct) {
    const auto [own, number] = of_this_rank(settings().cpus);
    if (number != 0 && !bind_to_cpus(own, number))
        fail(site, construct, "--map: cannot run on CPU ", *own, number > 1 ? " and others: " : ": ",
             std::strerror(errno));
}

// `loop run` gives ranks cores of their own, if it can. They are bound after the ranks have counted the cores
// of their host, which stay as many.
void bind_to_own_cores() {
    const auto [own, number] = of_this_rank(settings().cores);
    if (number != 0 && !bind_to_cpus(own, number))
        add_note(concat("rank ", the_session.rank, " is not bound to its core: cannot run on CPU ", *own,
                        ": ", std::strerror(errno)));
}

// A launcher may place ranks on CPUs that `loop run` may not use: Open MPI's does.
void stay_on_allowed_cpus() {
    if (settings().cpus.empty() && !settings().allowed.empty()) keep_to_cpus(settings().allowed);
}

void open_channel_of_threads(const Site& site, Construct construct) {
    if (!threads_communicate()) return;
    int level = MPI_THREAD_SINGLE;
    PMPI_Query_thread(&level);
    if (level != MPI_THREAD_MULTIPLE)
        fail(site, construct, "threads of this program communicate, but MPI allows only one thread to do so",
             is_simulated
                 ? " on a simulated machine"
                 : "; if the program calls MPI_Init, call MPI_Init_thread with MPI_THREAD_MULTIPLE instead");
    the_session.threads = duplicate_yielding(the_session.control);
}

void open_channels() {
    the_session.control = duplicate_yielding(MPI_COMM_WORLD);
    the_session.constructs = duplicate_yielding(the_session.control);
    the_session.picl = duplicate_yielding(the_session.control);
    learn_tags();
}

// Simulated ranks have hosts of their own, wait natively, and share a clock: there is nothing to agree on.
void settle_in_simulation(long trace_records) {
    RankHome own{};
    int length = 0;
    char name[MPI_MAX_PROCESSOR_NAME] = "";
    PMPI_Get_processor_name(name, &length);
    std::string_view(name).copy(own.host, sizeof own.host - 1);
    own.traced = trace::records_wanted(trace_records);
    const NodeSummary node{1, 1, false, false};
    the_session.node_ranks = the_session.ranks;
    remember_home(own, node);
    open_peers_in_simulation();
    trace::open(trace_records, {own}, node);
}

// All ranks see the same homes and so make the same decisions; rank 0's LOOP_WAITING and `--quiet` count.
void agree_on_waiting(long trace_records) {
    std::vector<RankHome> homes(static_cast<std::size_t>(the_session.ranks));
    RankHome own = own_home();
    own.traced = trace::records_wanted(trace_records);
    own.summarizes = wants_summary() ? 1 : 0;
    allgather_yielding(&own, sizeof own, homes.data(), the_session.control);
    bind_to_own_cores();
    const NodeSummary node = summarise(homes, the_session.rank);
    the_session.yielding = homes[0].forced >= 0 ? homes[0].forced == 1 : node.oversubscribed;
    the_session.summarizes = homes[0].summarizes == 1;
    the_session.node_ranks = node.node_ranks;
    yield_limits = yield_limits_for(node.grouped_apart, node.node_ranks / node.node_cores);
    if (the_session.yielding) open_node(homes, the_session.control);
    remember_home(own, node);
    open_peers(homes);
    trace::open(trace_records, homes, node);
    start_host_watchdog(homes);
}

void check_tree_map(const Site& site, Construct construct) {
    const auto entries = static_cast<int>(settings().tree_map.size());
    if (entries != 0 && entries != the_session.ranks)
        fail(site, construct, "tree.map has ", entries, " entries, but there are ", the_session.ranks,
             " ranks");
}

// In its first synchronization, an MPI library sets up connections, and ranks leave it about 100 us apart. So
// ranks start after a second one, of the kind that the program uses.
void start_together() {
    synchronise_yielding(the_session.control);
    the_session.core_use = {};
    the_session.core_use.at_open = core_times();
    if (!is_simulated) synchronise(the_session.constructs);
}

void close_channels() {
    close_peers();
    close_node();
    release_groups();
    for (MPI_Comm* comm :
         {&the_session.threads, &the_session.picl, &the_session.constructs, &the_session.control}) {
        if (*comm != MPI_COMM_NULL) PMPI_Comm_free(comm);
    }
}

} // namespace

void open_session(Construct construct, long trace_records, const Site& site) {
    Session& session = the_session;
    if (session.stage != Stage::Before) {
        fail(site, construct,
             session.stage == Stage::Open ? "the session is open already" : "called after \\CLOSE0");
    }
    install_crash_flush();
    require_mpi(construct, site);
    learn_ranks();
    enter(construct, site);
    session.stage = Stage::Open;
    bind_as_mapped(site, construct);
    stay_on_allowed_cpus();
    session.verify = settings().verify;
    loop::detail::executes_work = !is_simulated || session.verify;
    open_channels();
    channel_in_trace = [](MPI_Comm comm) { return trace::learn_channel(comm).index; };
    open_channel_of_threads(site, construct);
    if (is_simulated) {
        settle_in_simulation(trace_records);
    } else {
        agree_on_waiting(trace_records);
    }
    check_tree_map(site, construct);
    session.clock_call_ns = measure_clock_call_ns();
    session.clock_cost_ns = static_cast<std::int64_t>(session.clock_call_ns + 0.5);
    Preparation::run_all();
    start_together();
    the_status->lifecycle = static_cast<std::int32_t>(RankState::HostCode);
    the_status->place = pack_place(construct, site.line, false);
    session.excluded_ns = 0;
    const Reading begin = read_clocks(trace::is_open());
    session.open_ns = begin.ns;
    trace::start(begin.ticks);
}

void leave_session() {
    synchronise_yielding(the_session.control);
    stop_host_watchdog();
    the_session.stage = Stage::Closed;
    release_messages();
    release_collectives();
    release_kernels();
    close_channels();
    end_mpi();
}

void close_session(Construct construct, const Site& site) {
    Session& session = the_session;
    const Reading end = read_clocks(trace::is_open());
    if (session.stage != Stage::Open) fail_not_open(construct, site);
    require_all_ranks(construct, site);
    require_all_finished(site);
    session.close_ns = end.ns;
    trace::stop(end.ticks);
    session.core_use.at_close = core_times();
    enter(construct, site);
    const bool mpi = mpi_is_up(); // host code may have finalized it
    note_silent_sends();
    trace::write();
    write_record();
    if (mpi) synchronise_yielding(session.control);
    if (mpi) match_last_collectives();
    if (mpi) trace::compare_clocks_again();
    print_summary(mpi);
    the_status->place = pack_place(construct, site.line, false);
    end_status(RankState::Closed, 0);
    session.stage = Stage::Closed;
    stop_host_watchdog();
    if (!mpi) return;
    release_messages();
    release_collectives();
    release_kernels();
    close_channels();
    if (!session.finalise_mpi) return;
    trace::close_call_log();
    // Lets the launching command distinguish an MPI_Finalize that never returns from host code after \CLOSE0.
    end_status(RankState::Closed, in_finalisation);
    {
        const Waits waits(waits_for_everyone, WaitKind::Finalize);
        end_mpi();
    }
    end_status(RankState::Closed, 0);
}

} // namespace loop::runtime

namespace loop {

void open0(int* nodes, int* me, int* host, int* size, long trace_records, Site site) {
    runtime::open_session(Construct::Open0, trace_records, site);
    if (nodes != nullptr) *nodes = runtime::the_session.ranks;
    if (me != nullptr) *me = runtime::the_session.rank;
    if (host != nullptr) *host = host_node;
    if (size != nullptr) *size = runtime::size_for_open();
}

void close0(Site site) {
    runtime::close_session(Construct::Close0, site);
}

} // namespace loop
