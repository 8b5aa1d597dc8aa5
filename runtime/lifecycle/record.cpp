#include "lifecycle/record.h"

#include "comm/pair_calls.h"
#include "comm/payload_report.h"
#include "comm/send_plan.h"
#include "comm/sites.h"
#include "lifecycle/trace.h"
#include "lifecycle/transport.h"
#include "measure/phases.h"
#include "measure/results.h"
#include "measure/samples.h"
#include "measure/threads.h"
#include "output/durable_file.h"
#include "output/json.h"
#include "output/notes.h"
#include "session/clock.h"
#include "session/concat.h"
#include "session/core_times.h"
#include "session/group.h"
#include "session/session.h"
#include "session/settings.h"
#include "session/simulation.h"

#include <loop/record_keys.h>

#include <mpi.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <ctime>

namespace loop::runtime {
namespace {

RankHome own{};
NodeSummary own_node{};

std::string first_line(std::string text) {
    text.erase(std::min(text.find_first_of("\r\n"), text.size()));
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t'))
        text.pop_back();
    std::replace(text.begin(), text.end(), '\t', ' ');
    return text;
}

void write_program(Json& json) {
    const Settings& s = settings();
    json.text(keys::schema, keys::rank_record_schema).text(keys::program, s.program).text(keys::file, s.file);
    json.text(keys::source_hash, s.source_hash).text(keys::launch, s.launch);
    json.integer(keys::rank, the_session.rank).integer(keys::ranks, the_session.ranks);
}

void write_machine(Json& json) {
    json.text(keys::host, own.host).integer(keys::pid, getpid());
    json.text(keys::cpus, cpu_list(own_home().cpus)); // read again, as it may have changed since the start
    json.integer(keys::node_ranks, own_node.node_ranks).integer(keys::node_cores, own_node.node_cores);
    json.text(keys::waiting, the_session.yielding ? "yield" : "native");
    if (const std::string calls = pair_calls_text(); !calls.empty()) json.text(keys::pair_calls, calls);
}

void write_mpi(Json& json) {
    char library[MPI_MAX_LIBRARY_VERSION_STRING] = "";
    int length = 0;
    int version = 0;
    int subversion = 0;
    PMPI_Get_library_version(library, &length); // these two also work after MPI_Finalize
    PMPI_Get_version(&version, &subversion);
    std::string name = first_line(library);
    if (name.rfind("MPICH Version:", 0) == 0)
        name = "MPICH" + name.substr(std::min(name.find_first_not_of(' ', 14), name.size()) - 1);
    json.open_object(keys::mpi).text(keys::library, name);
    json.text(keys::standard, concat(version, ".", subversion));
    write_transport(json);
    json.close_object();
}

void write_clock(Json& json) {
    timespec resolution{};
    clock_getres(CLOCK_MONOTONIC, &resolution);
    if (is_simulated) {
        json.open_object(keys::clock).text(keys::source, "simulated time (MPI_Wtime)");
        json.number(keys::resolution_seconds, 1e-9).number(keys::call_seconds, 0).close_object();
        return;
    }
    json.open_object(keys::clock).text(keys::source, "CLOCK_MONOTONIC");
    json.number(keys::resolution_seconds,
                static_cast<double>(resolution.tv_sec) + 1e-9 * static_cast<double>(resolution.tv_nsec));
    json.number(keys::call_seconds, the_session.clock_call_ns * 1e-9).close_object();
}

void write_parameters(Json& json) {
    json.open_object(keys::parameters);
    for (const auto& [name, value] : effective_parameters())
        json.text(name.c_str(), value);
    json.close_object();
}

std::string local_time(std::time_t moment) {
    char text[40] = "";
    tm parts{};
    if (localtime_r(&moment, &parts) != nullptr)
        std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S%z", &parts);
    return text;
}

// Simulated time has no date.
void write_dates(Json& json) {
    if (is_simulated) return;
    const std::time_t now = std::time(nullptr);
    const auto age = static_cast<std::time_t>(seconds(now_ns() - the_session.open_ns));
    json.text(keys::started, local_time(now - age)).text(keys::ended, local_time(now));
}

template <class Items, class Write>
void write_list(Json& json, const char* name, const Items& items, Write write) {
    json.open_list(name);
    for (const auto& item : items) {
        json.open_object();
        write(item);
        json.close_object();
    }
    json.close_list();
}

void write_work(Json& json, const detail::DeclaredWork& work) {
    json.number(keys::flops, work.flops).number(keys::memory_bytes, work.memory_bytes);
    json.number(keys::flops_without_bytes, work.flops_without_bytes);
}

Json& write_line(Json& json, const Site& site) {
    return json.integer(keys::line, site.line).text(keys::file, site.file);
}

// The column only if another construct of this name precedes it in the line.
void write_place(Json& json, Construct construct, const Site& site) {
    write_line(json.text(keys::construct, construct_name(construct)), site);
    if (site.column > 0) json.integer(keys::column, site.column);
}

void write_phases(Json& json) {
    write_list(json, keys::phases, all_phases(), [&](const PhaseEntry& phase) {
        write_line(json.text(keys::name, phase.name), phase.site).integer(keys::calls, phase.calls);
        json.number(keys::total_seconds, seconds(phase.total_ns))
            .number(keys::min_seconds, seconds(phase.min_ns));
        json.number(keys::max_seconds, seconds(phase.max_ns));
        write_work(json, phase.work);
    });
}

void write_numbers(Json& json, const char* name, const std::vector<double>& values) {
    json.open_list(name);
    for (const double value : values)
        json.list_number(value);
    json.close_list();
}

void write_times(Json& json, const char* name, const std::vector<std::int64_t>& nanoseconds) {
    std::vector<double> times;
    for (const std::int64_t ns : nanoseconds)
        times.push_back(seconds(ns));
    write_numbers(json, name, times);
}

// Nothing if no construct started threads.
void write_threads(Json& json) {
    if (all_threads().empty()) return;
    write_list(json, keys::threads, all_threads(), [&](const ThreadsEntry& entry) {
        write_place(json, entry.construct, entry.site);
        json.integer(keys::calls, entry.calls).number(keys::total_seconds, seconds(entry.total_ns));
        json.number(keys::slowest_seconds, seconds(entry.slowest_ns));
        write_times(json, keys::busy_seconds, entry.busy_ns);
        write_times(json, keys::communicating_seconds, entry.communicating_ns);
    });
    json.integer(keys::thread_cpus, cpus_of_threads());
    write_list(json, keys::thread_cores, cores_of_threads(), [&](const ThreadCores& cores) {
        json.text(keys::cpus, cpu_list(cores.allowed)).text(keys::used_cpus, cpu_list(cores.used));
    });
}

// Of bsp_sync; nothing if no superstep had requests.
void write_requests(Json& json, const std::vector<HOfCalls::Stretch>& stretches) {
    const auto has_none = [](const HOfCalls::Stretch& one) { return one.requests == RequestCounts{}; };
    if (std::all_of(stretches.begin(), stretches.end(), has_none)) return;
    const auto write = [&](const char* key, long long RequestCounts::*number) {
        json.open_list(key);
        for (const HOfCalls::Stretch& stretch : stretches)
            json.list_integer(stretch.requests.*number);
        json.close_list();
    };
    write(keys::h_puts, &RequestCounts::puts);
    write(keys::h_rows, &RequestCounts::rows);
    write(keys::h_gets, &RequestCounts::gets);
    write(keys::h_messages, &RequestCounts::messages);
    write(keys::h_lists, &RequestCounts::lists);
}

void write_stretches(Json& json, const std::vector<HOfCalls::Stretch>& stretches) {
    if (stretches.empty()) return;
    json.open_list(keys::h_bytes);
    for (const HOfCalls::Stretch& stretch : stretches)
        json.list_integer(stretch.bytes);
    json.close_list();
    json.open_list(keys::h_calls);
    for (const HOfCalls::Stretch& stretch : stretches)
        json.list_integer(stretch.calls);
    json.close_list();
    write_requests(json, stretches);
}

void write_offsets(Json& json, const SendPlans& sends) {
    if (sends.offsets.empty()) return;
    json.open_list(keys::offsets);
    for (const long long offset : sends.offsets)
        json.list_integer(offset);
    json.close_list();
    json.boolean(keys::more_offsets, sends.more_offsets);
}

void write_group(Json& json, const Group& group) {
    json.open_list(keys::groups);
    json.open_object();
    json.integer(keys::first_member, *std::min_element(group.members.begin(), group.members.end()));
    json.integer(keys::group_ranks, static_cast<long long>(group.members.size()));
    json.close_object();
    json.close_list();
}

void write_ways(Json& json, const std::vector<std::string>& ways) {
    if (ways.empty()) return;
    json.open_list(keys::ways);
    for (const std::string& way : ways)
        json.list_text(way);
    json.close_list();
}

void write_collective(Json& json, const GivenAndGot& data) {
    if (data.given == 0 && data.got == 0) return;
    json.integer(keys::collective_bytes_given, data.given).integer(keys::collective_bytes_got, data.got);
}

void write_sites(Json& json) {
    write_list(json, keys::sites, all_sites(), [&](const SiteEntry& site) {
        const Traffic traffic = traffic_of(site);
        write_place(json, site.construct, site.site);
        json.integer(keys::calls, site.calls);
        json.integer(keys::messages_sent, traffic.messages_sent)
            .integer(keys::bytes_sent, traffic.bytes_sent);
        json.integer(keys::messages_received, traffic.messages_received);
        json.integer(keys::bytes_received, traffic.bytes_received);
        write_collective(json, site.collective);
        json.integer(keys::dropped_partners, traffic.dropped_partners).boolean(keys::untimed, site.untimed);
        if (site.sends != nullptr) write_offsets(json, *site.sends);
        if (site.group != nullptr) write_group(json, *site.group);
        write_ways(json, site.ways);
        if (!site.untimed && site.group == nullptr) write_stretches(json, site.h.stretches());
    });
}

void write_kind(Json& json, const std::string& tag, const std::string& call) {
    if (!tag.empty()) json.text(keys::tag, tag);
    if (!call.empty()) json.text(keys::call, call);
}

void write_samples(Json& json, const detail::Samples& samples) {
    using Kind = detail::Samples::Kind;
    if (samples.kind == Kind::WithKey) json.number(keys::key, samples.key);
    json.boolean(keys::other_keys, samples.kind == Kind::OtherKeys);
    const Histogram<>& values = samples.values;
    const bool is_empty = values.min() > values.max();
    json.integer(keys::zeros, values.zeros());
    json.number(keys::min, is_empty ? 0 : values.min()).number(keys::max, is_empty ? 0 : values.max());
    json.number(keys::sum, values.sum());
    if (samples.bus_bytes > 0) json.number(keys::bus_bytes, samples.bus_bytes);
    const std::vector<Histogram<>::Bin> bins = values.bins();
    json.open_list(keys::bins);
    for (const auto& bin : bins)
        json.list_integer(bin.number);
    json.close_list();
    json.open_list(keys::counts);
    for (const auto& bin : bins)
        json.list_integer(static_cast<long long>(bin.count));
    json.close_list();
    json.integer(keys::outside, values.outside()).integer(keys::negative, values.negative());
    json.integer(keys::not_finite, values.not_finite());
}

void write_results(Json& json) {
    write_list(json, keys::results, all_results(), [&](const ResultEntry& result) {
        write_line(json.text(keys::name, result.name).text(keys::unit, result.unit), result.site);
        write_kind(json, result.tag, result.call);
        if (result.at != 0) json.integer(keys::at, result.at);
        json.number(keys::value, result.value);
    });
    write_list(json, keys::series, all_series(), [&](const SeriesEntry& series) {
        write_line(json.text(keys::name, series.name), series.site);
        write_kind(json, series.tag, series.call);
        json.text(keys::x, series.x).text(keys::x_unit, series.x_unit);
        json.text(keys::y, series.y).text(keys::y_unit, series.y_unit);
        write_numbers(json, keys::x_values, series.x_values);
        write_numbers(json, keys::y_values, series.y_values);
    });
    write_list(json, keys::samples, all_samples(), [&](const detail::Samples* samples) {
        json.text(keys::name, samples->of->name).text(keys::unit, samples->of->unit);
        write_line(json, samples->of->site);
        write_samples(json, *samples);
    });
    write_list(json, keys::verifications, all_verifications(), [&](const VerificationEntry& entry) {
        write_line(json.text(keys::text, entry.text), entry.site);
        json.integer(keys::checks, entry.checks).integer(keys::failures, entry.failures);
    });
}

void write_payload(Json& json) {
    const PayloadReport& report = payload_report();
    json.open_object(keys::payload).boolean(keys::verified, the_session.verify);
    json.integer(keys::messages, report.messages);
    json.integer(keys::wrong_messages, report.wrong_messages).integer(keys::wrong_bytes, report.wrong_bytes);
    write_list(json, keys::faults, report.faults, [&](const PayloadFault& fault) {
        write_line(json.text(keys::construct, construct_name(fault.construct)), fault.site);
        json.integer(keys::sender, fault.sender).integer(keys::sequence, fault.sequence);
        json.integer(keys::wrong_bytes, fault.wrong_bytes);
    });
    json.close_object();
}

void write_notes(Json& json) {
    json.open_list(keys::notes);
    for (const std::string& note : all_notes())
        json.list_text(note);
    json.close_list();
}

double seconds_of(const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
}

void write_usage(Json& json) {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    json.open_object(keys::usage).number(keys::user_seconds, seconds_of(usage.ru_utime));
    json.number(keys::system_seconds, seconds_of(usage.ru_stime)).integer(keys::max_rss_kib, usage.ru_maxrss);
    json.integer(keys::voluntary_switches, usage.ru_nvcsw)
        .integer(keys::involuntary_switches, usage.ru_nivcsw);
    json.integer(keys::minor_faults, usage.ru_minflt).integer(keys::major_faults, usage.ru_majflt);
    if (const auto cores = measured_cores()) {
        json.number(keys::core_wait_seconds, cores->waited);
        json.number(keys::core_wait_of_seconds, cores->seconds);
        json.number(keys::off_cores_seconds, cores->off_cores);
    }
    json.close_object();
}

void write_trace(Json& json) {
    const trace::Report& report = trace::report();
    json.open_object(keys::trace).boolean(keys::recorded, report.recorded);
    if (report.recorded) {
        json.text(keys::file, report.file).integer(keys::events, static_cast<long long>(report.events));
        json.integer(keys::dropped, static_cast<long long>(report.dropped));
        json.integer(keys::bytes, static_cast<long long>(report.bytes));
        json.integer(keys::capacity, static_cast<long long>(report.capacity));
        if (!report.problem.empty()) json.text(keys::problem, report.problem);
    }
    json.close_object();
}

// "its parameters are elements, passes"
std::string own_parameters() {
    std::string names;
    for (const Parameter& parameter : settings().parameters)
        names += concat(names.empty() ? "" : ", ", parameter.name);
    return names.empty() ? "" : concat("; its parameters are ", names);
}

void tell_parameters_without_effect() {
    for (const std::string& name : parameters_without_effect())
        add_note(concat("`", name, "` was given but has no effect: the program does not use it",
                        own_parameters()));
}

std::string record_line() {
    const Session& s = the_session;
    Json json;
    json.open_object();
    write_program(json);
    write_machine(json);
    write_mpi(json);
    write_clock(json);
    write_parameters(json);
    write_dates(json);
    json.number(keys::elapsed_seconds, seconds(s.close_ns - s.open_ns - s.excluded_ns));
    json.number(keys::excluded_seconds, seconds(s.excluded_ns));
    if (is_simulated) json.number(keys::charged_seconds, s.charged_seconds);
    write_phases(json);
    write_threads(json);
    write_sites(json);
    write_work(json, s.work);
    json.integer(keys::array_bytes, static_cast<long long>(s.most_array_bytes));
    write_results(json);
    write_payload(json);
    write_trace(json);
    write_notes(json);
    write_usage(json);
    json.close_object();
    return json.line();
}

} // namespace

void remember_home(const RankHome& home, const NodeSummary& node) {
    own = home;
    own_node = node;
}

const NodeSummary& own_node_summary() {
    return own_node;
}

void write_record() {
    if (settings().records.empty()) return;
    if (the_session.rank == 0) tell_parameters_without_effect();
    const std::string line = record_line();
    const std::string name = concat("rank-", the_session.rank, ".json");
    write_durably(settings().records, name, line + "\n" + record_checksum(line) + "\n");
}

} // namespace loop::runtime
