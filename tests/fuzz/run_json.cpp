// A run.json: every output format of its sheet, and a comparison with other runs.
#include "comparison.h"
#include "report/bsp/measured.h"
#include "report/document/output_formats.h"
#include "report/read/run_directory.h"
#include "report/sheet/invariants.h"
#include "report/sheet/sections.h"
#include "target.h"

using namespace loop::report;

namespace {

void show(const std::filesystem::path& folder) {
    RunDirectory directory = read_run_directory(folder);
    add_contradictions(directory, nullptr);
    const SheetInput input{directory};
    loop_fuzz::expect_clean(render_text(sheet_document(input)));
    loop_fuzz::expect_clean(render_html(sheet_document(input)));
    const Document document = sheet_document(input);
    loop_fuzz::expect_clean(render_csv(document));
    loop_fuzz::expect_clean(render_xml(document));
    loop_fuzz::expect_json(render_json(document));
}

void put_beside(const std::filesystem::path& one, const std::filesystem::path& other) {
    std::vector<Candidate> candidates = load_candidates(one);
    for (Candidate& candidate : load_candidates(other))
        candidates.push_back(std::move(candidate));
    loop_fuzz::expect_good_comparison(std::move(candidates));
}

} // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::vector<std::string> texts = loop_fuzz::pieces(data, size, 2);
    const loop_fuzz::Folder folder;
    folder.put("one/run.json", texts[0]);
    folder.put("other/run.json", texts[1].empty() ? texts[0] : texts[1]);
    try {
        show(folder.path() / "one");
    } catch (const FormatError&) {
    }
    try {
        put_beside(folder.path() / "one", folder.path() / "other");
    } catch (const FormatError&) {
    }
    return 0;
}
