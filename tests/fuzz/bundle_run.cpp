// The files that a bundle's job leaves: facts, bundle.json, parameters, profile, source, and each rank's
// record and status. The files of the ranks are also read as those of a program that was started by hand.
#include "base/text/hash.h"
#include "report/document/output_formats.h"
#include "report/read/run_directory.h"
#include "report/sheet/sections.h"
#include "runner/bundle/complete_run.h"
#include "runner/system/failure.h"
#include "target.h"

static void report_on(const std::filesystem::path& folder) {
    try {
        loop::runner::complete_run(folder);
        const loop::report::RunDirectory directory = loop::report::read_run_directory(folder);
        loop_fuzz::expect_clean(loop::report::render_text(loop::report::sheet_document({directory})));
    } catch (const loop::runner::Failure&) {
    } catch (const loop::report::FormatError&) {
    }
}

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::vector<std::string> texts = loop_fuzz::pieces(data, size, 5);
    const loop_fuzz::Folder folder, by_hand;
    folder.put("facts", texts[0]);
    folder.put("bundle.json", texts[1]);
    folder.put("parameters", texts[2]);
    folder.put("machine/profile.toml", texts[3]);
    folder.put("ring.loop", texts[4]);
    for (std::size_t i = 5; i < texts.size() && i < 13; ++i) {
        const std::string rank = "rank-" + std::to_string((i - 5) / 2);
        const std::string name = rank + (i % 2 == 1 ? ".json" : ".status");
        // With the right checksum, so that the content is read.
        const std::string sum = "\nchecksum fnv1a64 " + loop::content_hash(texts[i]) + "\n";
        const std::string text = i % 2 == 1 ? texts[i] + sum : texts[i];
        folder.put("records/" + name, text);
        by_hand.put(name, text);
    }
    report_on(folder.path());
    report_on(by_hand.path());
    return 0;
}
