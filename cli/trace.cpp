#include "app/report/trace.h"

#include "base/text/strings.h"
#include "cli/verbs.h"

#include <memory>

namespace loop::cli {

namespace {

void define_event_options(Arguments& app, app::EventOptions& options) {
    app.option("--ranks LIST", options.ranks, "text: events of these ranks, such as 0-3,8");
    app.option("--from TIME", options.from, "text: events from this time on, such as 1.5s, 20ms, or 250us");
    app.option("--until TIME", options.until, "text: events until this time");
    std::vector<std::string> kinds;
    for (const report::EventKind kind : report::event_kinds)
        kinds.emplace_back(report::event_name(kind));
    app.option("--event LIST", options.events, "text: events of these kinds: " + joined(kinds, ", "),
               usually(kinds));
    app.option("--line LIST", options.lines, "text: events in the construct, call, or phase at these lines");
    app.option("--in LIST", options.names,
               "text: events in these constructs, calls, or phases, such as EXCHANGE,MPI_Send");
    app.option("--partner LIST", options.partners,
               "text: messages and waits with these ranks, operations with these roots");
    app.option("--limit N", options.limit, "text: at most N events", in_range(1LL, 1LL << 62));
}

Action define_trace(Arguments& app) {
    auto options = std::make_shared<app::TraceOptions>();
    app.option("DIR", options->input, "run folder, or OTF2 archive").required();
    app.option("--to FORMAT", options->format,
               "picl (ParaGraph), otf2 (ViTE, Vampir, Scalasca), perfetto, csv, or text (a table of events)",
               usually({"picl", "otf2", "perfetto", "csv", "text"}))
        .required();
    app.option("-o,--output OUT", options->output,
               "file to write; for otf2 and csv a folder; default for text: the terminal");
    app.option("--launch K", options->launch,
               "launch of the run; default: the complete one with the median time", in_range(1, 100000));
    define_event_options(app, options->events);
    return [options](Context& context) { return app::export_trace(*options, context.terminal); };
}

} // namespace

const Verb trace_verb{
    "trace", "list the events of a run, or export its trace for other tools",
    "  loop trace results/ring --to otf2 -o ring-otf2     then: vite -f ring-otf2/traces.otf2\n"
    "  loop trace results/ring --to perfetto -o ring.pftrace     then open it in ui.perfetto.dev\n"
    "  loop trace results/ring --to picl -o ring.trf      for ParaGraph\n"
    "  loop trace results/ring --to csv -o ring-csv       events.csv and messages.csv\n"
    "  loop trace results/ring --to text | less           all events, by time\n"
    "  loop trace results/ring --to text --ranks 0-3 --from 1ms --until 2ms --event send,receive\n"
    "  loop trace results/ring --to text --in EXCHANGE --limit 50\n",
    define_trace};

} // namespace loop::cli
