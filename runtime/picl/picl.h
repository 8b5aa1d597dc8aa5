#pragma once

#include <loop/rank_status.h>
#include <loop/site.h>

namespace loop::runtime {

// Common checks of the PICL calls. If a check fails, it ends the program with a message that names the site.
void require_open(Construct construct, const Site& site);
void require_rank(int rank, const char* what, Construct construct, const Site& site);
void require_count(int count, const char* what, Construct construct, const Site& site);

} // namespace loop::runtime
