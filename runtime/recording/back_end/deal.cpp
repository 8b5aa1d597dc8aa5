#include "constructs/back_end.h"
#include "recording/executions.h"
#include "recording/recorder.h"
#include "session/concat.h"
#include "session/session.h"

namespace loop {

using namespace recording;
using namespace runtime;

// Ranks take turns, so this rank has every n-th chunk.
class runtime::Deal {
public:
    Deal(const DealCall& call, OperationNumber number)
        : number_(number), chunks_(call.chunks), step_(the_session.ranks == 1 ? 1 : the_session.ranks - 1),
          next_(the_session.rank < call.by || the_session.ranks == 1 ? the_session.rank
                                                                     : the_session.rank - 1) {
        if (the_session.ranks > 1 && the_session.rank == call.by) next_ = chunks_.count(); // it has none
    }

    bool next(int& first, int& end) {
        if (next_ >= chunks_.count()) return false;
        first = static_cast<int>(next_ * chunks_.size);
        end = chunks_.end(first);
        next_ += step_;
        record_turn(number_);
        return true;
    }

private:
    OperationNumber number_;
    patterns::Chunks chunks_;
    long long step_, next_; // chunks
};

Deal* back_end::begin(const DealCall& call) {
    require(call);
    const DealtPasses dealt{call.by, call.chunks.passes, call.chunks.size, call.give, call.result};
    const PatternNumber pattern = pattern_for({static_cast<long long>(Construct::Deal), dealt.by,
                                               dealt.passes, dealt.chunk, dealt.give, dealt.result},
                                              [&] { return rows_of(call, the_session.ranks); });
    if (the_session.ranks > 2)
        note(concat("line ", call.site.line,
                    ": which rank gets which pass of \\DEAL depends on time; here, ranks take turns"));
    if (the_session.ranks > most_computing_ranks)
        note(concat("line ", call.site.line, ": what the statement of \\DEAL computes is counted for up to ",
                    most_computing_ranks, " ranks only"));
    return new Deal(call, record_deal(call.site, pattern, dealt));
}

// The statement does not communicate: it is executed for what it computes, which differs between ranks.
bool back_end::next(Deal& deal, const Site&, int& first, int& end) {
    return the_session.ranks <= most_computing_ranks && deal.next(first, end);
}

void back_end::end(Deal* deal) {
    end_turns();
    delete deal;
}

} // namespace loop
