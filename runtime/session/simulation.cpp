#include "session/simulation.h"

#include "session/failure.h"
#include "session/session.h"
#include "session/settings.h"

namespace loop::runtime {
#ifdef SMPI_H
namespace {

// The host speed in all platform files; the machine's real rates are in its profile.
constexpr double platform_flops_per_second = 1e9;

const char* rate_name(Construct construct) {
    if (construct == Construct::Matprod) return "matprod_flops_per_second";
    if (construct == Construct::Matvecprod) return "matvecprod_flops_per_second";
    return construct == Construct::Scalprod ? "scalprod_flops_per_second" : "flops_per_second";
}

double rate_of(const char* wanted) {
    const auto& rates = settings().rates;
    for (const char* name : {wanted, "flops_per_second"}) {
        const auto found = rates.find(name);
        if (found != rates.end()) return found->second;
    }
    fail(the_session.site, the_session.construct,
         "the simulated machine has no rate: its profile must give `simulation.rates.flops_per_second`");
}

} // namespace

void charge(const char* rate, double operations) {
    if (operations > 0) smpi_execute_flops_benched(operations / rate_of(rate) * platform_flops_per_second);
}

void charge(Construct construct, double operations) {
    charge(rate_name(construct), operations);
}
#else
void charge(const char*, double) {}
void charge(Construct, double) {}
#endif

} // namespace loop::runtime
