// The files that a bundle's job leaves: facts, bundle.json, parameters, profile, source, and each rank's
// record and status.
#include "base/text/hash.h"
#include "report/document/output_formats.h"
#include "report/read/run_directory.h"
#include "report/sheet/sections.h"
#include "runner/bundle/bundle.h"
#include "runner/system/failure.h"
#include "target.h"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::vector<std::string> texts = loop_fuzz::pieces(data, size, 5);
    const loop_fuzz::Folder folder;
    folder.put("facts", texts[0]);
    folder.put("bundle.json", texts[1]);
    folder.put("parameters", texts[2]);
    folder.put("machine/profile.toml", texts[3]);
    folder.put("ring.loop", texts[4]);
    for (std::size_t i = 5; i < texts.size() && i < 13; ++i) {
        const std::string rank = "records/rank-" + std::to_string((i - 5) / 2);
        // With the right checksum, so that the content is read.
        if (i % 2 == 1)
            folder.put(rank + ".json",
                       texts[i] + "\nchecksum fnv1a64 " + loop::content_hash(texts[i]) + "\n");
        else
            folder.put(rank + ".status", texts[i]);
    }
    try {
        loop::runner::complete_bundle_run(folder.path());
        const loop::report::RunDirectory directory = loop::report::read_run_directory(folder.path());
        loop_fuzz::expect_clean(loop::report::render_text(loop::report::sheet_document({directory})));
    } catch (const loop::runner::Failure&) {
    } catch (const loop::report::FormatError&) {
    }
    return 0;
}
