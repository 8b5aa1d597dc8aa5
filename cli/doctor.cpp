#include "runner/machine/doctor.h"

#include "base/formats/answers.h"
#include "base/text/strings.h"
#include "cli/verbs.h"
#include "runner/system/failure.h"

#include <fmt/core.h>

#include <memory>

namespace loop::cli {

namespace {

using State = runner::Symptom::State;

const char* word_of(State state) {
    return state == State::Good ? "ok" : state == State::Remark ? "remark" : "problem";
}

int doctor_as_json(const app::Terminal& terminal) {
    runner::Interrupts interrupts;
    formats::DoctorAnswer answer{true, {}};
    for (const runner::Symptom& symptom : runner::examine(runner::find_installation(), interrupts)) {
        answer.works = answer.works && symptom.state != State::Problem;
        answer.items.push_back({symptom.what, word_of(symptom.state), symptom.text, symptom.remedy});
    }
    terminal.print(formats::text_of(answer));
    return static_cast<int>(answer.works ? runner::ExitCode::Good : runner::ExitCode::Finding);
}

int doctor(Context& context) {
    runner::Interrupts interrupts;
    int problems = 0, remarks = 0;
    std::string text;
    for (const runner::Symptom& symptom : runner::examine(runner::find_installation(), interrupts)) {
        problems += symptom.state == State::Problem ? 1 : 0;
        remarks += symptom.state == State::Remark ? 1 : 0;
        text += fmt::format("{:<9}{:<17}{}\n", word_of(symptom.state), symptom.what, symptom.text);
        if (!symptom.remedy.empty()) text += fmt::format("{:<26}{}\n", "", symptom.remedy);
    }
    text += problems > 0
                ? fmt::format("\n{}: LOOP does not work here\n", counted(problems, "problem"))
                : fmt::format(
                      "\nLOOP works here{}\n",
                      remarks > 0 ? "; see the remarks for missing features and disturbed measurements" : "");
    context.terminal.print(text);
    return static_cast<int>(problems > 0 ? runner::ExitCode::Finding : runner::ExitCode::Good);
}

Action define_doctor(Arguments& app) {
    auto json = std::make_shared<bool>();
    app.flag("--json", *json, "print the result as JSON (docs/formats.md)");
    return [json](Context& context) { return *json ? doctor_as_json(context.terminal) : doctor(context); };
}

} // namespace

const Verb doctor_verb{"doctor", "check that everything LOOP needs is installed and fit for measurements",
                       "  loop doctor\n  loop doctor --json\n", define_doctor};

} // namespace loop::cli
