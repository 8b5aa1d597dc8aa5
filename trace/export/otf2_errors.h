#pragma once

#include "trace/export/export.h"

#include <otf2/otf2.h>

namespace loop::report {

/// During its lifetime, OTF2 prints no errors; its messages are saved for otf2_reason().
class Otf2Quiet {
public:
    Otf2Quiet();
    Otf2Quiet(const Otf2Quiet&) = delete;
    Otf2Quiet& operator=(const Otf2Quiet&) = delete;
    ~Otf2Quiet();

private:
    OTF2_ErrorCallback before_;
};

/// Returns OTF2's first saved message, or the meaning of `code`, as in ": No space left on device".
std::string otf2_reason(OTF2_ErrorCode code);

/// Throws ExportError with `what` and the reason, unless `code` is a success.
void require_otf2(OTF2_ErrorCode code, const char* what);

} // namespace loop::report
