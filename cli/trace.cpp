#include "base/text/strings.h"
#include "cli/event_options.h"
#include "cli/report_files.h"
#include "cli/trace_output.h"
#include "cli/verbs.h"
#include "report/read/run_directory.h"
#include "runner/bundle/complete_run.h"
#include "runner/system/failure.h"
#include "trace/export/export.h"
#include "trace/import/otf2.h"

#include <fmt/core.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <memory>

namespace loop::cli {

namespace fs = std::filesystem;
using runner::ExitCode;
using runner::Failure;

namespace {

struct TraceOptions {
    std::string input;
    std::string format;
    std::string output;
    int launch = 0;
    EventOptions events;
};

report::Trace trace_of(const TraceOptions& options) {
    try {
        if (report::is_otf2(options.input)) return report::read_otf2(options.input);
        runner::complete_run(options.input);
        report::RunDirectory run = report::read_run_directory(options.input, options.launch);
        if (run.trace) return std::move(*run.trace);
    } catch (const report::FormatError& error) {
        throw failure_of(error);
    } catch (const report::ImportError& error) {
        throw Failure(ExitCode::InputOutput, error.what());
    }
    throw Failure(ExitCode::InputOutput, fmt::format("`{}` has no trace", options.input),
                  "run it without --no-trace, and give `\\OPEN0` room for a trace (its last argument)");
}

/// Writes one file, with the content from `write`.
template <class Write>
void write_file(const fs::path& path, Write write) {
    errno = 0;
    std::ofstream out(path, std::ios::binary);
    if (out) write(out);
    out.close();
    if (!out)
        throw Failure(ExitCode::InputOutput, fmt::format("the trace cannot be written: {}",
                                                         std::strerror(errno != 0 ? errno : EIO)));
}

/// Writes the table of events, and says if the limit cut it off.
void write_table(const report::Trace& trace, const TraceOptions& options, const report::EventFilter& filter,
                 const Terminal& terminal, std::ostream& out) {
    const auto most = options.events.limit ? std::optional(static_cast<std::uint64_t>(*options.events.limit))
                                           : std::nullopt;
    const report::WrittenEvents written = report::write_events_text(trace, filter, most, out);
    if (written.has_more)
        terminal.info(fmt::format("these are the first {}; for later ones, raise `--limit` or give `--from`",
                                  counted(written.count, "event")));
    if (written.count == 0 && out) terminal.info("no event passes the filters");
}

report::Remarks write_trace(const report::Trace& trace, const TraceOptions& options, const fs::path& path,
                            const Terminal& terminal) {
    const std::string& format = options.format;
    report::Remarks remarks;
    if (format == "picl") {
        write_file(path, [&](std::ostream& out) { remarks = report::write_picl(trace, out); });
    } else if (format == "perfetto") {
        write_file(path, [&](std::ostream& out) { remarks = report::write_perfetto(trace, out); });
    } else if (format == "csv") {
        remarks = report::remarks_on(trace);
        write_file(path / "events.csv", [&](std::ostream& out) { report::write_events_csv(trace, out); });
        write_file(path / "messages.csv", [&](std::ostream& out) { report::write_messages_csv(trace, out); });
    } else if (format == "text") {
        const report::EventFilter filter = event_filter(options.events, trace);
        remarks = report::remarks_on(trace);
        write_file(path, [&](std::ostream& out) { write_table(trace, options, filter, terminal, out); });
    } else {
        try {
            remarks = report::write_otf2(trace, path.string());
        } catch (const report::ExportError& error) {
            throw Failure(ExitCode::InputOutput, error.what());
        }
    }
    return remarks;
}

/// Prints the table of events. Returns the remarks on the trace.
report::Remarks print_table(const report::Trace& trace, const TraceOptions& options,
                            const Terminal& terminal) {
    const report::EventFilter filter = event_filter(options.events, trace);
    terminal.stream([&](std::ostream& out) { write_table(trace, options, filter, terminal, out); });
    return report::remarks_on(trace);
}

void refuse_what_does_not_fit(const TraceOptions& options) {
    if (options.format == "text") return;
    if (const std::string given = options.events.given(); !given.empty())
        throw Failure(ExitCode::Usage, fmt::format("`{}` is only for `--to text`", given),
                      fmt::format("`--to {}` writes all events", options.format));
    if (options.output.empty())
        throw Failure(ExitCode::Usage, fmt::format("`--to {}` needs `-o OUT`", options.format));
}

int trace(const TraceOptions& options, Context& context) {
    const TraceFormat& format = trace_format(options.format);
    refuse_what_does_not_fit(options);
    const report::Trace trace = trace_of(options);
    const bool to_file = !options.output.empty() && (options.output != "-" || options.format != "text");
    report::Remarks remarks;
    if (to_file)
        place_trace(options.output, format, [&](const fs::path& path) {
            remarks = write_trace(trace, options, path, context.terminal);
        });
    else
        remarks = print_table(trace, options, context.terminal);
    for (const std::string& remark : remarks)
        context.terminal.info(remark);
    if (to_file) context.terminal.info("written: " + shown_path(options.output));
    const bool complete = std::all_of(trace.ranks.begin(), trace.ranks.end(),
                                      [](const report::RankTrace& rank) { return rank.complete; });
    return static_cast<int>(complete ? ExitCode::Good : ExitCode::Finding);
}

Action define_trace(Arguments& app) {
    auto options = std::make_shared<TraceOptions>();
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
    return [options](Context& context) { return trace(*options, context); };
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
