// The ranks' traces are read, analyzed, drawn, and exported, and a program is derived from them.
#include "derive/program.h"
#include "derive/read_sequences.h"
#include "report/document/output_formats.h"
#include "report/figures/figure.h"
#include "report/sheet/invariants.h"
#include "report/sheet/sections.h"
#include "target.h"
#include "trace/export/export.h"
#include "trace/read/read_trace.h"

#include <loop/fnv.h>

#include <sstream>

using namespace loop::report;

namespace {

constexpr std::size_t head_bytes = 16, checksum_at = 8;

std::uint64_t number_at(const std::string& text, std::size_t at) {
    std::uint64_t value = 0;
    for (std::size_t i = 4; i-- > 0;)
        value = value << 8 | static_cast<unsigned char>(text[at + i]);
    return value;
}

/// Sets the right checksums; otherwise, changed blocks would be skipped.
void put_checksums(std::string& file) {
    std::size_t at = file.find('\n');
    if (at != std::string::npos) at = file.find('\n', at + 1);
    if (at == std::string::npos) return;
    for (++at; at + head_bytes <= file.size();) {
        const std::uint64_t payload =
            std::min<std::uint64_t>(number_at(file, at), file.size() - at - head_bytes);
        const auto* bytes = reinterpret_cast<const unsigned char*>(file.data() + at + head_bytes);
        const std::uint64_t sum = loop::fnv1a64(bytes, payload);
        for (std::size_t i = 0; i < 8; ++i)
            file[at + checksum_at + i] = static_cast<char>(sum >> 8 * i);
        at += head_bytes + payload;
    }
}

void show_sheets(const SheetInput& input) {
    loop_fuzz::expect_clean(render_text(sheet_document(input)));
    const Document document = sheet_document(input);
    loop_fuzz::expect_clean(render_csv(document));
    loop_fuzz::expect_clean(render_xml(document));
    loop_fuzz::expect_json(render_json(document));
}

void show_figures(const FigureInput& input) {
    for (const std::string& name : figure_names())
        loop_fuzz::expect_clean(figure_named(name)->draw(input).file(name));
}

void export_all(const Trace& trace) {
    std::ostringstream out;
    write_picl(trace, out);
    write_events_csv(trace, out);
    write_messages_csv(trace, out);
    loop_fuzz::expect_clean(out.str());
    write_perfetto(trace, out);
}

/// The program is compiled by no one here; most traces give none.
void derive_program(const Trace& trace) {
    try {
        const derive::Sequences sequences = derive::read_sequences(trace);
        loop_fuzz::expect_clean(derive::best_program({sequences}, sequences.notes, {}).text);
    } catch (const derive::DeriveError& error) {
        loop_fuzz::expect_clean(error.what());
    }
}

/// Shows the run in one of several ways; all of them would take too long.
void show(RunDirectory& directory, unsigned way) {
    const Trace& trace = *directory.trace;
    const Analysis analysis = analyze(trace);
    const SheetInput input{directory, &analysis};
    if (way < 2) add_contradictions(directory, &analysis);
    if (way == 0) show_sheets(input);
    if (way == 1) loop_fuzz::expect_clean(render_html(sheet_document(input)));
    if (way == 2) show_figures({trace, analysis});
    if (way == 3) export_all(trace);
    derive_program(trace);
}

} // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const loop_fuzz::Folder folder;
    std::vector<std::string> files = loop_fuzz::pieces(data, size, 1);
    for (std::size_t rank = 0; rank < files.size() && rank < 8; ++rank) {
        put_checksums(files[rank]);
        folder.put("rank-" + std::to_string(rank) + ".trace", files[rank]);
    }
    RunDirectory directory;
    directory.trace = read_trace(folder.path());
    show(directory, size == 0 ? 0 : data[size / 2] % 4);
    return 0;
}
