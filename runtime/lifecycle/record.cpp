#include "lifecycle/record.h"

#include "comm/payload_report.h"
#include "comm/sites.h"
#include "lifecycle/trace.h"
#include "measure/phases.h"
#include "measure/results.h"
#include "output/durable_file.h"
#include "output/json.h"
#include "output/notes.h"
#include "session/clock.h"
#include "session/session.h"
#include "session/settings.h"
#include "session/simulation.h"

#include <mpi.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

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
    json.text("schema", "loop-rank-record/1").text("program", s.program).text("file", s.file);
    json.text("source_hash", s.source_hash).text("launch", s.launch);
    json.integer("rank", the_session.rank).integer("ranks", the_session.ranks);
}

void write_machine(Json& json) {
    json.text("host", own.host).integer("pid", getpid());
    json.text("cpus", cpu_list(own_home().cpus)); // read back: it may have been changed since the start
    json.integer("node_ranks", own_node.node_ranks).integer("node_cores", own_node.node_cores);
    json.text("waiting", the_session.yielding ? "yield" : "native");
}

void write_mpi(Json& json) {
    char library[MPI_MAX_LIBRARY_VERSION_STRING] = "";
    int length = 0;
    int version = 0;
    int subversion = 0;
    PMPI_Get_library_version(library, &length); // these two work after MPI_Finalize too
    PMPI_Get_version(&version, &subversion);
    std::string name = first_line(library);
    if (name.rfind("MPICH Version:", 0) == 0)
        name = "MPICH" + name.substr(std::min(name.find_first_not_of(" ", 14), name.size()) - 1);
    json.open_object("mpi").text("library", name);
    json.text("standard", std::to_string(version) + "." + std::to_string(subversion)).close_object();
}

void write_clock(Json& json) {
    timespec resolution{};
    clock_getres(CLOCK_MONOTONIC, &resolution);
    if (is_simulated) {
        json.open_object("clock").text("source", "simulated time (MPI_Wtime)");
        json.number("resolution_seconds", 1e-9).number("call_seconds", 0).close_object();
        return;
    }
    json.open_object("clock").text("source", "CLOCK_MONOTONIC");
    json.number("resolution_seconds",
                static_cast<double>(resolution.tv_sec) + 1e-9 * static_cast<double>(resolution.tv_nsec));
    json.number("call_seconds", the_session.clock_call_ns * 1e-9).close_object();
}

void write_parameters(Json& json) {
    json.open_object("parameters");
    for (const auto& [name, value] : effective_parameters())
        json.text(name.c_str(), value);
    json.close_object();
}

void write_phases(Json& json) {
    json.open_list("phases");
    for (const PhaseEntry& phase : all_phases()) {
        json.open_object().text("name", phase.name).integer("line", phase.line).integer("calls", phase.calls);
        json.number("total_seconds", seconds(phase.total_ns)).number("min_seconds", seconds(phase.min_ns));
        json.number("max_seconds", seconds(phase.max_ns)).number("flops", phase.flops).close_object();
    }
    json.close_list();
}

void write_sites(Json& json) {
    json.open_list("sites");
    for (const SiteEntry& site : all_sites()) {
        json.open_object().text("construct", construct_name(site.construct)).integer("line", site.site.line);
        json.integer("calls", site.calls);
        const Traffic traffic = traffic_of(site);
        json.integer("messages_sent", traffic.messages_sent).integer("bytes_sent", traffic.bytes_sent);
        json.integer("messages_received", traffic.messages_received)
            .integer("bytes_received", traffic.bytes_received);
        json.integer("dropped_partners", traffic.dropped_partners).boolean("untimed", site.untimed);
        json.close_object();
    }
    json.close_list();
}

void write_results(Json& json) {
    json.open_list("results");
    for (const ResultEntry& result : all_results()) {
        json.open_object().text("name", result.name).text("unit", result.unit).integer("line", result.line);
        json.number("value", result.value).close_object();
    }
    json.close_list();
    json.open_list("series");
    for (const SeriesEntry& series : all_series()) {
        json.open_object().text("name", series.name).integer("line", series.line);
        json.text("x", series.x)
            .text("x_unit", series.x_unit)
            .text("y", series.y)
            .text("y_unit", series.y_unit);
        json.open_list("x_values");
        for (const double value : series.x_values)
            json.list_number(value);
        json.close_list().open_list("y_values");
        for (const double value : series.y_values)
            json.list_number(value);
        json.close_list().close_object();
    }
    json.close_list();
    json.open_list("verifications");
    for (const VerificationEntry& entry : all_verifications()) {
        json.open_object().text("text", entry.text).integer("line", entry.line);
        json.integer("checks", entry.checks).integer("failures", entry.failures).close_object();
    }
    json.close_list();
}

void write_payload(Json& json) {
    const PayloadReport& report = payload_report();
    json.open_object("payload").boolean("verified", the_session.verify).integer("messages", report.messages);
    json.integer("wrong_messages", report.wrong_messages).integer("wrong_bytes", report.wrong_bytes);
    json.open_list("faults");
    for (const PayloadFault& fault : report.faults) {
        json.open_object().text("construct", construct_name(fault.construct)).integer("line", fault.line);
        json.integer("sender", fault.sender).integer("sequence", fault.sequence);
        json.integer("wrong_bytes", fault.wrong_bytes).close_object();
    }
    json.close_list().close_object();
}

void write_notes(Json& json) {
    json.open_list("notes");
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
    json.open_object("usage").number("user_seconds", seconds_of(usage.ru_utime));
    json.number("system_seconds", seconds_of(usage.ru_stime)).integer("max_rss_kib", usage.ru_maxrss);
    json.integer("voluntary_switches", usage.ru_nvcsw).integer("involuntary_switches", usage.ru_nivcsw);
    json.integer("minor_faults", usage.ru_minflt).integer("major_faults", usage.ru_majflt);
    const Session& s = the_session;
    const CoreWait& wait = s.core_wait;
    if (wait.at_open_ns >= 0 && wait.at_close_ns >= 0) {
        json.number("core_wait_seconds", seconds(wait.at_close_ns - wait.at_open_ns - wait.while_paused_ns));
        json.number("core_wait_of_seconds", seconds(s.close_ns - s.open_ns - wait.paused_ns));
    }
    json.close_object();
}

void write_trace(Json& json) {
    const trace::Report& report = trace::report();
    json.open_object("trace").boolean("recorded", report.recorded);
    if (report.recorded) {
        json.text("file", report.file).integer("events", static_cast<long long>(report.events));
        json.integer("dropped", static_cast<long long>(report.dropped));
        json.integer("bytes", static_cast<long long>(report.bytes));
        json.integer("capacity", static_cast<long long>(report.capacity));
        if (!report.problem.empty()) json.text("problem", report.problem);
    }
    json.close_object();
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
    json.number("elapsed_seconds", seconds(s.close_ns - s.open_ns - s.excluded_ns));
    json.number("excluded_seconds", seconds(s.excluded_ns));
    write_phases(json);
    write_sites(json);
    json.number("flops", s.flops);
    write_results(json);
    write_payload(json);
    write_trace(json);
    write_notes(json);
    write_usage(json);
    json.close_object();
    return json.line();
}

std::string checksum_line(const std::string& line) {
    std::uint64_t hash = 0xcbf29ce484222325u;
    for (const char c : line)
        hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
    char text[64];
    std::snprintf(text, sizeof text, "checksum fnv1a64 %016llx\n", static_cast<unsigned long long>(hash));
    return text;
}

} // namespace

void remember_home(const RankHome& home, const NodeSummary& node) {
    own = home;
    own_node = node;
}

void write_record() {
    if (settings().records.empty()) return;
    const std::string line = record_line();
    const std::string name = "rank-" + std::to_string(the_session.rank) + ".json";
    write_durably(settings().records, name, line + "\n" + checksum_line(line));
}

} // namespace loop::runtime
