#include "session/simulation.h"

#include "session/clock.h"
#include "session/failure.h"
#include "session/session.h"
#include "session/settings.h"

#include <loop/rates.h>

#include <algorithm>
#include <ctime>

namespace loop::runtime {
#ifdef SMPI_H
namespace {

// The host speed in all platform files; the machine's real rates are in its profile.
constexpr double platform_flops_per_second = 1e9;

const char* rate_name(Construct construct) {
    if (construct == Construct::Matprod) return rates::matprod;
    if (construct == Construct::Matvecprod) return rates::matvecprod;
    return construct == Construct::Scalprod ? rates::scalprod : rates::flops;
}

// 0 if the profile does not have it.
double known_rate(const char* name) {
    const auto found = settings().rates.find(name);
    return found == settings().rates.end() ? 0 : found->second;
}

double rate_of(const char* wanted) {
    for (const char* name : {wanted, rates::flops})
        if (const double rate = known_rate(name); rate > 0) return rate;
    fail(the_session.site, the_session.construct,
         "the simulated machine has no rate: its profile must give `simulation.rates.flops_per_second`");
}

double charged_seconds(const char* rate, double operations) {
    return operations > 0 ? operations / rate_of(rate) : 0;
}

} // namespace

// One thread executes what all of them do. The time passes at their end (measure/threads.cpp).
void charge_seconds(double seconds) {
    if (the_session.stage == Stage::Threads) {
        the_session.charged_in_threads += seconds;
        return;
    }
    if (seconds <= 0) return;
    the_session.charged_seconds += seconds;
    smpi_execute_flops_benched(seconds * platform_flops_per_second);
}

void charge(const char* rate, double operations) {
    charge_seconds(charged_seconds(rate, operations));
}

void charge(Construct construct, double operations, double bytes) {
    const double bandwidth = known_rate(rates::bytes);
    const double moving = bandwidth > 0 ? bytes / bandwidth : 0;
    charge_seconds(std::max(charged_seconds(rate_name(construct), operations), moving));
}

void charge_bytes(double bytes) {
    const double bandwidth = known_rate(rates::bytes);
    charge_seconds(bandwidth > 0 ? bytes / bandwidth : charged_seconds("flops_per_second", bytes / 8));
}

void wait_until(std::int64_t ns) {
    constexpr std::int64_t second = 1000000000;
    const std::int64_t left = ns - now_ns();
    if (left <= 0) return;
    timespec time{};
    time.tv_sec = static_cast<std::time_t>(left / second);
    time.tv_nsec = static_cast<long>(left % second);
    nanosleep(&time, nullptr);
}
#else
void charge_seconds(double) {}
void wait_until(std::int64_t) {}
void charge(const char*, double) {}
void charge(Construct, double, double) {}
void charge_bytes(double) {}
#endif

} // namespace loop::runtime
