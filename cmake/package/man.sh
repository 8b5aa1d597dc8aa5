#!/bin/sh
# man.sh LOOP OUT DATE: writes the manual pages into folder OUT: loop(1) and one page per verb from the help texts, the
# others from the documents that `loop help --pages` names.
set -eu
loop=$1 out=$2 date=$3
here=$(cd -- "$(dirname -- "$0")" && pwd)
docs=$here/../../docs
version=$("$loop" --version)
mkdir -p "$out/man1" "$out/man5" "$out/man7"

# Converts one help text to roff: examples unchanged, options as tagged paragraphs.
as_roff() {
    awk '
        function text(s) { gsub(/\\/, "\\e", s); gsub(/-/, "\\-", s); gsub(/`/, "\\(ga", s); gsub(/\^/, "\\(ha", s); gsub(/~/, "\\(ti", s)
                           sub(/^[.\x27]/, "\\\\\\&&", s); return s }
        /^usage: / { next } # the synopsis
        /^examples:$/ { examples = 1; next }
        examples && /^  / { kept = kept text(substr($0, 3)) "\n"; next }
        examples && /^$/ { examples = 0; print ".SH DESCRIPTION"; next }
        /^[A-Z][a-z ]*:$/ { sub(/:$/, ""); print ".SH " toupper($0); verbs = !/^(Options|Arguments)$/
                            rows = 1; next }
        /^$/ { next }
        !rows { print text($0); next }
        /^   / { sub(/^ */, ""); print text($0); next } # continues
        { name = $0; sub(/^ */, "", name); words = ""
          if (match(name, /   */)) { words = substr(name, RSTART + RLENGTH); name = substr(name, 1, RSTART - 1) }
          print ".TP\n.B " (verbs ? "loop\\-" text(name) "\\fR(1)" : text(name))
          print words == "" ? "\\&" : text(words) }
        END { if (kept != "") printf ".SH EXAMPLES\n.nf\n%s.fi\n", kept }'
}

# Prints "verb<TAB>summary" for each verb.
verbs() {
    "$loop" --help | awk '/^[A-Z][a-z ]*:$/ { on = !/^Options/; next }
        on && /^  [a-z]/ { verb = $1; sub(/^  [a-z]* */, ""); print verb "\t" $0 }'
}

head_of() { printf '.TH %s 1 "%s" "%s" "LOOP"\n.SH NAME\n%s \\- %s\n.SH SYNOPSIS\n.B %s\n' \
    "$(printf %s "$1" | tr a-z A-Z)" "$date" "$version" "$1" "$2" "$3"; }

{
    head_of loop 'build, run and measure workloads written in LOOP' loop
    printf '.I VERB\n.RI [ OPTION ]...\n.RI [ ARGUMENT ]...\n'
    "$loop" --help | as_roff
    cat "$here/loop.1.in"
} >"$out/man1/loop.1"
verbs | while IFS='	' read -r verb summary; do
    {
        head_of "loop-$verb" "$summary" "loop $verb"
        printf '.RI [ OPTION ]...\n.RI [ ARGUMENT ]...\n'
        "$loop" "$verb" --help </dev/null | as_roff
        printf '.SH SEE ALSO\n.BR loop (1),\n.BR loop (7)\n'
    } >"$out/man1/loop-$verb.1"
done
"$loop" help --pages | while read -r document page section about; do
    awk -v name="$page" -v section="$section" -v version="$version" -v date="$date" -v about="$about" \
        -f "$here/markdown_to_man.awk" "$docs/$document.md" >"$out/man$section/$page.$section"
done
