#include "runner/run/sanitized.h"

#include "runner/launch/machine_kind.h"
#include "runner/launch/sanitizer.h"
#include "runner/system/failure.h"

#include <fmt/core.h>

namespace loop::runner {

void sanitize_programs(MachineProfile& profile) {
    if (kind_of(profile)->is_model())
        throw Failure(ExitCode::Usage,
                      fmt::format("`--sanitize` needs a real machine, and `{}` is simulated", profile.name),
                      "leave out `--machine`, or leave out `--sanitize`");
    profile.program_flags.insert(profile.program_flags.end(),
                                 {"-fsanitize=address", "-fno-omit-frame-pointer", "-g"});
    std::string& options = profile.environment["ASAN_OPTIONS"];
    options = options.empty() ? sanitizer_options() : sanitizer_options(options);
}

void note_sanitized(Verdict& verdict) {
    verdict.reasons.insert(
        verdict.reasons.begin(),
        "sanitized: the times mean nothing, as AddressSanitizer checks each access to memory");
    if (verdict.word == Verdict::Word::Valid) verdict.word = Verdict::Word::ValidWithNotes;
}

} // namespace loop::runner
