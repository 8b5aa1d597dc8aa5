#!/bin/sh
# man.sh LOOP >loop.1: generates the manual page from `loop --help` and each verb's `--help`.
set -eu
loop=$1

# Converts one help text to roff: examples unchanged, options as tagged paragraphs. The verbs of the top-level help are
# left out, as they have sections of their own.
as_roff() {
    awk -v top="$1" '
        function text(s) { gsub(/\\/, "\\e", s); gsub(/-/, "\\-", s); sub(/^[.\x27]/, "\\\\\\&&", s); return s }
        function end_examples() { if (in_examples) { print ".fi\n.RE"; in_examples = 0 } }
        /^examples:$/ { examples = 1; next }
        examples && /^  / { kept = kept text(substr($0, 3)) "\n"; next }
        examples && /^$/ { examples = 0; next }
        /^[A-Z][a-z]*:$/ { verbs = $0 == "Verbs:" || $0 == "Subcommands:"; rows = 1
                           if (!(top && verbs)) print ".PP\n" text($0); next }
        /^$/ { next }
        top && verbs { next }
        !rows { print ".PP\n" text($0); next }
        /^   / { sub(/^ */, ""); print text($0); next } # continues
        { name = $0; sub(/^ */, "", name); words = ""
          if (match(name, /   */)) { words = substr(name, RSTART + RLENGTH); name = substr(name, 1, RSTART - 1) }
          print ".TP\n.B " text(name)
          if (words != "") print text(words) }
        END { if (kept != "") printf ".PP\nExamples:\n.PP\n.RS\n.nf\n%s.fi\n.RE\n", kept }'
}

# Prints "verb<TAB>summary" for each verb.
verbs() {
    "$loop" --help | awk '/^(Verbs|Subcommands):$/ { on = 1; next }
        on && /^  [a-z]/ { verb = $1; sub(/^  [a-z]* */, ""); print verb "\t" $0 }'
}

cat <<.
.TH LOOP 1 "" "$("$loop" --version)" "User commands"
.SH NAME
loop \- build, run and measure workloads written in LOOP
.SH SYNOPSIS
.B loop
.I VERB
.RI [ OPTION ]...
.RI [ ARGUMENT ]...
.SH DESCRIPTION
.
"$loop" --help | as_roff yes
echo '.SH VERBS'
verbs | while IFS='	' read -r verb summary; do
    printf '.SS loop %s\n' "$verb"
    "$loop" "$verb" --help </dev/null | as_roff ''
done
cat <<'.'
.SH EXIT STATUS
.TP
.B 0
good
.TP
.B 1
the run is invalid
.TP
.B 2
usage
.TP
.B 3
mistakes in the source
.TP
.B 4
building failed
.TP
.B 5
the launch or the run failed
.TP
.B 6
time\-out, or ranks that wait for each other
.TP
.B 7
input or output
.TP
.BI 128+ N
ended by signal
.I N
.SH ENVIRONMENT
.TP
.B LOOP_CACHE
the folder of built programs and libraries; default: loop in
.B $XDG_CACHE_HOME
or in
.IR ~/.cache
.SH FILES
.TP
.I ~/.config/loop/machines
your own machine profiles
.TP
.I /usr/share/loop
workloads, machine profiles and the sources of the runtime library
.TP
.I /usr/share/doc/loop
the language, all formats and examples
.
