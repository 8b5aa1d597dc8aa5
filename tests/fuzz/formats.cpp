// One text, read as each file of base/formats: the result can be written, and is the same when read again.
#include "base/formats/bundle.h"
#include "base/formats/job_facts.h"
#include "base/formats/journal.h"
#include "base/formats/kept_results.h"
#include "base/formats/plan.h"
#include "target.h"

using namespace loop::formats;

namespace {

template <typename T>
void read_twice(const loop::Json& json, Reader::Texts texts) {
    Problems problems;
    const auto once = from_json<T>(json, problems, texts);
    if (!once) return;
    const std::string text = text_of(*once);
    loop_fuzz::expect_json(text);
    if (texts == Reader::Texts::Clean) loop_fuzz::expect_clean(text);
    Problems again;
    const auto twice = from_json<T>(loop::Json::parse_or_discard(text), again, texts);
    if (!twice || text_of(*twice) != text) loop_fuzz::broken("what was written is read as it was");
}

void expect_clean(const Problems& problems) {
    for (const Problem& problem : problems)
        loop_fuzz::expect_clean(problem.text());
}

} // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text = loop_fuzz::text_of(data, size);
    const std::string_view line = text.substr(0, text.find('\n'));
    const loop::Json json = loop::Json::parse_or_discard(text);
    for (const auto texts : {Reader::Texts::AsTheyAre, Reader::Texts::Clean}) {
        read_twice<RunRecord>(json, texts);
        read_twice<PlanRecord>(json, texts);
        read_twice<Bundle>(json, texts);
        read_twice<JournalEntry>(loop::Json::parse_or_discard(line), texts);
    }
    Problems problems;
    RankRecord record;
    read_rank_record(std::string(line) + "\n" + loop::record_checksum(line) + "\n", record);
    read_run_record(json, problems);
    read_plan(text, problems);
    read_job_facts(text, problems);
    problems.push_back(read_journal(text).problem);
    read_kept_results(text);
    expect_clean(problems);
    return 0;
}
