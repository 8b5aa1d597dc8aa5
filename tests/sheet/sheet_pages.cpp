/// sheet_pages FOLDER: writes sheets of constructed runs, for the scripts in this folder.
#include "report/document/output_formats.h"
#include "report/sheet/sections.h"
#include "rounds.h"
#include "support.h"

#include <fstream>
#include <iostream>

namespace {

using namespace loop::report;

void write(const std::string& path, const std::string& text) {
    std::ofstream(path, std::ios::binary) << text;
}

RunDirectory stored_directory() {
    RunDirectory directory;
    directory.run = read_run(stored_run());
    directory.run.source.text = "int main() {\n\t\\OPEN0(&a, &b, &c, &d, 100);\n}\n";
    return directory;
}

/// A run with hostile names in all places where a run has names.
RunDirectory hostile_directory() {
    const std::string evil =
        "</script><script>window.hacked=1</script><img src=x onerror=window.hacked=1>\"'&\x1b[2J\xE2\x80\xAE";
    RunDirectory directory;
    Json record = stored_run();
    record["source"]["name"] = "=cmd()" + evil;
    record["source"]["description"] = evil;
    record["machine"]["name"] = evil;
    record["machine"]["description"] = evil;
    record["environment"]["cpu"] = evil;
    record["parameters"][evil] = evil;
    record["verdict"]["reasons"] = {evil};
    record["summary"]["phases"][0]["name"] = evil;
    record["summary"]["results"][0]["name"] = evil;
    record["summary"]["results"][0]["unit"] = "@SUM(1)";
    directory.run = read_run(record);
    directory.run.source.text = evil + "\n" + evil;
    directory.trace = rounds(3, 5, evil);
    for (TraceSite& site : directory.trace->sites)
        site.file = evil;
    directory.trace->sites[1].construct = evil;
    directory.trace->ranks[0].host = evil;
    directory.trace->ranks[1].problem = evil;
    directory.trace->problems = {evil};
    return directory;
}

/// A run on the nodes of a network, with this many ranks per node.
void write_on_network(const std::string& path, RunDirectory directory, const char* topology, int per_node) {
    directory.run.machine.hardware.topology = topology;
    for (RankTrace& rank : directory.trace->ranks)
        rank.host = "node" + std::to_string(rank.rank / per_node);
    const Analysis analysis = analyze(*directory.trace);
    write(path, render_html(sheet_document({directory, &analysis})));
}

void write_all(const std::string& stem, const RunDirectory& directory, const ViewLimits& limits = {}) {
    std::optional<Analysis> analysis;
    if (directory.trace) analysis = analyze(*directory.trace);
    const SheetInput input{directory, analysis ? &*analysis : nullptr};
    const Document document = sheet_document(input);
    write(stem + ".html", render_html(sheet_document(input, limits)));
    write(stem + ".csv", render_csv(document));
    write(stem + ".json", render_json(document));
    write(stem + ".xml", render_xml(document));
}

/// Adds marks 1 and 2 on every rank; the critical path has more steps than the page can hold.
Trace with_marks(Trace trace) {
    for (RankTrace& rank : trace.ranks) {
        Event mark = rank.events.front();
        mark.kind = EventKind::Mark;
        for (const int number : {2, 1}) {
            mark.time_ns = 100 * number;
            mark.bytes = number;
            rank.events.insert(rank.events.begin() + 1, mark);
        }
    }
    return trace;
}

/// Adds 45 us at the end of a trace in which no rank is measured.
Trace with_excluded_end(Trace trace) {
    for (RankTrace& rank : trace.ranks) {
        Event event = rank.events.back();
        event.site = no_site;
        event.kind = EventKind::Excluded;
        event.time_ns = rank.end_ns;
        rank.events.push_back(event);
        rank.end_ns += 45000;
    }
    return trace;
}

/// Adds two further threads per rank, which are busy and then communicate; thread 1 sends to the next rank.
Trace with_threads(Trace trace) {
    using State = ThreadEvent::State;
    const auto ranks = static_cast<std::int32_t>(trace.ranks.size());
    for (std::int32_t rank = 0; rank < ranks; ++rank) {
        RankTrace& own = trace.ranks[static_cast<std::size_t>(rank)];
        for (const int thread : {0, 1, 2})
            own.threads.insert(own.threads.end(), {{1000, thread, State::Busy},
                                                   {2500, thread, State::Communicating},
                                                   {3000, thread, State::Ended}});
        own.thread_messages = {{2600, 96, 1, (rank + 1) % ranks, false},
                               {2900, 96, 1, (rank + ranks - 1) % ranks, true}};
    }
    return trace;
}

} // namespace

int main(int argc, char** argv) {
    if (argc != 2) {
        std::cerr << "usage: sheet_pages FOLDER\n";
        return 2;
    }
    const std::string folder = std::string(argv[1]) + "/";
    RunDirectory directory = stored_directory();
    write_all(folder + "no-trace", directory);
    directory.trace = rounds(16, 200);
    write_all(folder + "rounds", directory);
    write_all(folder + "cut", directory, {400, {}});
    directory.trace = with_marks(rounds(4, 5));
    ViewLimits few_steps;
    few_steps.path_steps = 3;
    write_all(folder + "marks", directory, few_steps);
    directory.trace = with_threads(rounds(4, 5));
    write_all(folder + "threads", directory);
    directory.trace = with_excluded_end(rounds(4, 5));
    write_all(folder + "breaks", directory);
    directory.trace = rounds(16, 5);
    write_on_network(folder + "torus.html", directory, "torus:4x4", 1);
    write_on_network(folder + "shared-nodes.html", directory, "mesh:3x2", 4);
    write_on_network(folder + "fat-tree.html", directory, "fat-tree:4,4,16", 1);
    write_on_network(folder + "too-large.html", directory, "ring:2000", 1);
    directory.trace = rounds(1, 3);
    write_all(folder + "single", directory);
    directory.trace = Trace{};
    directory.trace->ranks.resize(2);
    directory.trace->problems = {"No rank left a trace."};
    write_all(folder + "empty", directory);
    write_all(folder + "hostile", hostile_directory());
    return 0;
}
