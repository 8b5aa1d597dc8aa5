#pragma once

#include "report/export/export.h"

#include <otf2/otf2.h>

namespace loop::report {

/// While it lives, OTF2 prints nothing; what it would have said is kept for otf2_reason().
class Otf2Quiet {
public:
    Otf2Quiet();
    Otf2Quiet(const Otf2Quiet&) = delete;
    Otf2Quiet& operator=(const Otf2Quiet&) = delete;
    ~Otf2Quiet();

private:
    OTF2_ErrorCallback before_;
};

/// ": No space left on device" or the like: the first thing that OTF2 said since, else what `code` means.
std::string otf2_reason(OTF2_ErrorCode code);

/// ExportError with `what` and the reason, unless the code is a success.
void require_otf2(OTF2_ErrorCode code, const char* what);

} // namespace loop::report
