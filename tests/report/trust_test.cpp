#include "report/read/run.h"
#include "report/read/trust.h"
#include "support.h"

#include <catch2/catch.hpp>

using loop::report::RunRecord;
using loop::report::Trust;
using loop::report::trust_of;
using Words = std::vector<std::string>;

TEST_CASE("a derived value has the worst verdict of its sources, and all their reasons", "[trust]") {
    Trust whole;
    CHECK(whole.word() == Word::Valid);
    Trust noted, invalid;
    noted.note("oversubscribed");
    invalid.invalidate("wrong bytes");
    invalid.note("oversubscribed");
    whole.add(noted, "a");
    CHECK(whole.word() == Word::ValidWithNotes);
    whole.add(invalid, "b");
    whole.add(noted, "a");
    CHECK(whole.is_invalid());
    CHECK(whole.reasons() == Words{"wrong bytes (b)", "oversubscribed (a, b)"});
    CHECK(whole.reasons_counted("point") == Words{"wrong bytes (1 point)", "oversubscribed (2 points)"});
    whole.add(noted, "c");
    whole.add(noted, "d");
    CHECK(whole.reasons()[1] == "oversubscribed (a, b, c, and 1 more)");
    CHECK(whole.why() == "wrong bytes (b); oversubscribed (a, b, c, and 1 more)");
    Trust above;
    above.add(noted, "");
    CHECK(above.reasons() == Words{"oversubscribed"});
}

TEST_CASE("a run has at most the trust that its sheet allows", "[trust]") {
    RunRecord run;
    run.verdict = {Word::ValidWithNotes, {"disturbed"}};
    CHECK(trust_of(run).word() == Word::ValidWithNotes);
    run.verdict->word = Word::Invalid;
    CHECK(trust_of(run).reasons() == Words{"disturbed"});
    run.verdict->reasons.clear();
    CHECK(trust_of(run).is_invalid());
    run.verdict->word = Word::Valid;
    CHECK(trust_of(run).reasons().empty());
    run.verdict.reset(); // as for another tool's archive
    CHECK(trust_of(run).reasons() == Words{"this run has no verdict"});
}
