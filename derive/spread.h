#pragma once

#include <map>
#include <string>

namespace loop::report::derive {

/// How a time varies between passes and ranks: how often it was about 1.1^n times its mean, by n.
using Spread = std::map<int, double>;

/// Adds a time, `factor` times its mean, that counts as much as `weight`.
void add_factor(Spread& spread, double factor, double weight);
void append(Spread& all, const Spread& more);
/// The same spread, whose weights add up to `weight`.
Spread scaled(Spread spread, double weight);

/// " * varied({0.9, 1, 1.1})": factors that are equally frequent, and 1 on average. Empty if all times are
/// about as long as the mean.
std::string varied_text(const Spread& spread);

} // namespace loop::report::derive
