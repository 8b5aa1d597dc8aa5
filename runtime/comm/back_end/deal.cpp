#include "comm/deals.h"
#include "constructs/back_end.h"
#include "trace/scope.h"

namespace loop {

using namespace runtime;

Deal* back_end::begin(const DealCall& call) {
    const Scope scope(Construct::Deal, call.site);
    require(call);
    return new Deal(site_entry(Construct::Deal, call.site), call);
}

bool back_end::next(Deal& deal, const Site& site, int& first, int& end) {
    const Scope scope(Construct::Deal, site);
    return deal.next(first, end);
}

void back_end::end(Deal* deal) {
    delete deal;
}

} // namespace loop
