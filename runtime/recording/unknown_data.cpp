#include "recording/unknown_data.h"

#include "recording/recorder.h"
#include "session/failure.h"

namespace loop::recording {

void note_unknown_data(const std::string& call, const Site& site) {
    note(runtime::place_text(site) + "what " + call +
         " receives is not known here; these counts hold only if it does not decide " + "what is sent");
}

} // namespace loop::recording
