#include "app/report/trace.h"

#include "app/input/report_files.h"
#include "app/report/trace_output.h"
#include "base/text/strings.h"
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

namespace loop::app {

namespace fs = std::filesystem;
using runner::ExitCode;
using runner::Failure;

namespace {

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

} // namespace

int export_trace(const TraceOptions& options, const Terminal& terminal) {
    const TraceFormat& format = trace_format(options.format);
    refuse_what_does_not_fit(options);
    const report::Trace trace = trace_of(options);
    const bool to_file = !options.output.empty() && (options.output != "-" || options.format != "text");
    report::Remarks remarks;
    if (to_file)
        place_trace(options.output, format,
                    [&](const fs::path& path) { remarks = write_trace(trace, options, path, terminal); });
    else
        remarks = print_table(trace, options, terminal);
    for (const std::string& remark : remarks)
        terminal.info(remark);
    if (to_file) terminal.info("written: " + shown_path(options.output));
    const bool complete = std::all_of(trace.ranks.begin(), trace.ranks.end(),
                                      [](const report::RankTrace& rank) { return rank.complete; });
    return static_cast<int>(complete ? ExitCode::Good : ExitCode::Finding);
}

} // namespace loop::app
