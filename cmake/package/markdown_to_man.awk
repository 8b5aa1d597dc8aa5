# markdown_to_man.awk: writes a manual page from a document, for `awk -v name=loop -v section=7 -v version="loop 0.2.0"
# -v date=2026-01-31 -v about="the LOOP language" -f markdown_to_man.awk docs/language.md`. It knows the Markdown that docs/ uses.

# Text as it stands, for roff.
function plain(s) { gsub(/\\/, "\\e", s); gsub(/-/, "\\-", s); gsub(/`/, "\\(ga", s); gsub(/\^/, "\\(ha", s); gsub(/~/, "\\(ti", s); return s }

# Text between code spans: bold, emphasis, and links, of which the words stay.
function words(s,   out, link, rest, target) {
    while (match(s, /\[[^]]*\]\([^)]*\)/)) {
        link = substr(s, RSTART, RLENGTH)
        rest = substr(s, RSTART + RLENGTH)
        target = link
        sub(/^\[[^]]*\]\(/, "", target)
        sub(/\)$/, "", target)
        sub(/^\[/, "", link)
        sub(/\].*/, "", link)
        if (target ~ /^https?:/ && target != link) link = link " (" target ")"
        out = out substr(s, 1, RSTART - 1) link
        s = rest
    }
    s = plain(out s)
    s = between(s, "\\*\\*", 2, "\\fB")
    return between(s, "\\*", 1, "\\fI")
}

# Puts what stands between two marks into a font.
function between(s, mark, width, font,   out, inside) {
    while (match(s, mark "[^* ][^*]*" mark)) {
        inside = substr(s, RSTART + width, RLENGTH - 2 * width)
        out = out substr(s, 1, RSTART - 1) font inside "\\fR"
        s = substr(s, RSTART + RLENGTH)
    }
    return out s
}

# A paragraph or a cell: code spans in bold, everything else as words.
function inline(s,   out, ticks, before, code, at) {
    while (match(s, /`+/)) {
        ticks = substr(s, RSTART, RLENGTH)
        before = substr(s, 1, RSTART - 1)
        s = substr(s, RSTART + RLENGTH)
        out = out words(before) # which calls match(), too
        at = index(s, ticks)
        if (!at) { out = out plain(ticks); continue }
        code = substr(s, 1, at - 1)
        s = substr(s, at + length(ticks))
        if (length(ticks) > 1) { sub(/^ /, "", code); sub(/ $/, "", code) }
        out = out "\\fB" plain(code) "\\fR"
    }
    return out words(s)
}

# A line of roff must not begin as a request.
function line(s) { sub(/^[.\x27]/, "\\\\\\&&", s); return s }

# A line of an example, unchanged.
function code_line(s) { print line(plain(s)) }

function flush() {
    if (paragraph == "") return
    if (item == "") print_break(".PP")
    else print item
    print line(inline(paragraph))
    paragraph = item = after_heading = ""
}
# Directly after a heading, .PP has no effect.
function print_break(request) { if (!after_heading) print request }

function begin_code() { flush(); print_break(".PP"); print ".RS 4\n.nf"; after_heading = "" }
function end_code() { print ".fi\n.RE" }

# Splits a row into cells[1..count]; `\|` is a bar.
function split_row(s) {
    gsub(/\\\|/, "\001", s)
    sub(/^ *\| */, "", s)
    sub(/ *\| *$/, "", s)
    count = split(s, cells, / *\| */)
    for (i = 1; i <= count; i++) gsub(/\001/, "|", cells[i])
}

function row(   i) {
    split_row($0)
    if (++rows == 1) {
        flush()
        columns = count
        for (i = 1; i <= count; i++) heads[i] = cells[i]
        return
    }
    if (rows == 2) { # the line below the heads
        if (columns > 2) {
            print_break(".PP")
            print ".TS"
            for (i = 1; i <= columns; i++) printf "%s", (i > 1 ? " " : "") "lxb"
            print ""
            for (i = 1; i <= columns; i++) printf "%s", (i > 1 ? " " : "") "lx"
            print "."
            print_cells(heads)
        }
        return
    }
    if (columns > 2) { print_cells(cells); return }
    print ".TP"
    print line(inline(cells[1]))
    print line(inline(cells[2]))
}
function print_cells(texts,   i) {
    for (i = 1; i <= columns; i++)
        printf "T{\n.ad l\n%s\nT}%s", line(inline(texts[i])), i < columns ? "\t" : "\n"
}
function end_table() { if (columns > 2) print ".TE"; rows = 0; after_heading = "" }

BEGIN { title = name; print "'\\\" t"; printf ".TH %s %s \"%s\" \"%s\" \"LOOP\"\n.SH NAME\n%s \\- %s\n", toupper(title), section, date, version, plain(name), plain(about) }

rows && !/^\|/ { end_table() }
/^```/ { fenced = !fenced; if (fenced) begin_code(); else end_code(); next }
fenced { code_line($0); next }
in_code && /^ *$/ { blank = blank "\n"; next }
in_code && /^    / { printf "%s", blank; blank = ""; code_line(substr($0, 5)); next }
in_code { in_code = 0; blank = ""; end_code() }
/^    / && paragraph == "" { in_code = 1; begin_code(); code_line(substr($0, 5)); next }
/^# / { print ".SH DESCRIPTION"; after_heading = 1; next }
/^##+ / { flush(); heading = $0; sub(/^#+ */, "", heading)
          gsub(/`/, "", heading)
          print ($0 ~ /^## / ? ".SH " : ".SS ") plain(heading); after_heading = 1; next }
/^\|/ { row(); next }
/^ *$/ { flush(); next }
/^!\[/ { next }
/^[-*] / { flush(); item = ".IP \\(bu 2"; paragraph = substr($0, 3); next }
/^[0-9]+\. / { flush(); item = ".IP " $1 " 4"; sub(/^[0-9]+\. */, ""); paragraph = $0; next }
{ sub(/^ +/, ""); paragraph = paragraph == "" ? $0 : paragraph " " $0 }
END { if (rows) end_table(); if (in_code) end_code(); flush() }
