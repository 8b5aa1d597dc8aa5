// A run.json: every form of its sheet, and the run beside others.
#include "comparison.h"
#include "target.h"

#include "report/bsp/measured.h"
#include "report/read/run_directory.h"
#include "report/document/forms.h"
#include "report/sheet/sections.h"
#include "report/sheet/invariants.h"

using namespace loop::report;

namespace {

void show(const std::filesystem::path& folder) {
    RunDirectory directory = read_run_directory(folder);
    tell_contradictions(directory, nullptr);
    const SheetInput input{directory};
    loop_fuzz::expect_clean(text_form(sheet_document(input)));
    loop_fuzz::expect_clean(html_form(sheet_document(input)));
    const Document document = sheet_document(input);
    loop_fuzz::expect_clean(csv_form(document));
    loop_fuzz::expect_clean(xml_form(document));
    loop_fuzz::expect_json(json_form(document));
}

void put_beside(const std::filesystem::path& one, const std::filesystem::path& other) {
    std::vector<Contender> contenders = load_contenders(one);
    for (Contender& contender : load_contenders(other))
        contenders.push_back(std::move(contender));
    loop_fuzz::expect_good_comparison(std::move(contenders));
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
