"""browser_test.py SHEET_PAGES: tests sheets in a real browser: loading, drawing, zooming, clicks; no hostile code runs."""

import json
import os
import subprocess
import sys
import tempfile

from browser import Browser, find_browser

failures = []
VIEWER = "document.getElementById('viewer')"
READY = VIEWER + ".dataset.ready"


def check(condition, what):
    if not condition:
        failures.append(what)
        print("FAILED:", what)


def dataset(browser):
    return browser.evaluate(f"({{...{VIEWER}.dataset}})")


def window(browser):
    data = dataset(browser)
    return float(data["begin"]), float(data["end"])


def settle(browser):
    browser.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 80))))")


def canvas_place(browser):
    browser.evaluate("document.querySelector('.stage').scrollIntoView({ block: 'center', behavior: 'instant' })")
    return browser.evaluate("(() => { const box = document.querySelector('.stage canvas').getBoundingClientRect();"
                            " return [box.left, box.top, box.width, box.height]; })()")


def colours(browser):
    """The number of different colors in the diagram."""
    return browser.evaluate("(() => { const canvas = document.querySelector('.stage canvas');"
                            " const data = new Uint32Array(canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data.buffer);"
                            " return new Set(data).size; })()")


def pressed(browser, label):
    browser.evaluate(f"[...document.querySelectorAll('.viewer button')].find(b => b.textContent.trim().startsWith({label!r})).click()")
    settle(browser)


def selected(browser):
    return browser.evaluate("document.querySelector('.panel[aria-live]').innerText")


def strip_names(browser, phases):
    """The names that the strip of phases shows if a letter is 6 pixels wide. `phases`: from where to where each of them is."""
    spans = list(phases.values())
    rank = {"count": len(spans), "begin": [span[0] for span in spans], "end": [span[1] for span in spans], "task": list(range(len(spans)))}
    model = {"count": 1, "ranks": [{"phases": rank}], "meta": {"phases": [{"label": name} for name in phases]}, "kindOfPhase": [0] * len(spans)}
    return browser.evaluate("(() => { const names = [], view = { left: 0, width: 1000, begin: 0, end: 1000, x: time => time };"
                            " const context = { measureText: text => ({ width: 6 * text.length }), fillRect() {}, fillText: text => names.push(text) };"
                            " const script = [...document.scripts].map(script => script.text).find(text => text.includes('function drawPhaseStrip'));"
                            " const part = script.slice(script.indexOf('function drawPhaseStrip'), script.indexOf('function drawUtilization'));"
                            f" new Function(part + '; return drawPhaseStrip;')()(context, {json.dumps(model)}, view, {{ kinds: ['black'] }}, 0, 0, 16); return names; }})()")


def listed(browser, index):
    """The heading of a list below the diagram, and its rows as lists of cells."""
    heading, rows = browser.evaluate(f"(() => {{ const list = document.querySelectorAll('.viewer .list')[{index}];"
                                     " return [list.querySelector('h3').textContent,"
                                     " [...list.querySelectorAll('tbody tr')].map(row => [...row.children].map(cell => cell.textContent))]; })()")
    return heading, rows


def try_lists(browser, left, top, width, row):
    """What the ranks do at a time, and the events in view; the trace has 16 ranks in a ring."""
    pressed(browser, "Replay")
    pressed(browser, "Status")
    pressed(browser, "Events")
    heading, rows = listed(browser, 0)
    check(heading.startswith("Ranks at ") and len(rows) == 16, f"the status does not list all ranks: {heading!r}")
    browser.mouse("mouseMoved", left + width / 3, top + 60)
    settle(browser)
    check(listed(browser, 0)[0] != heading, "the status does not follow the pointer")
    for _ in range(60):  # until a round, of 1000 ns, fills the view
        if window(browser)[1] - window(browser)[0] < 1500:
            break
        browser.wheel(left + width / 2, top + 60, -200, ctrl=True)
        settle(browser)
    under_way = False
    for x in range(10):
        browser.mouse("mouseMoved", left + 50 + (width - 60) * x / 10, top + 60)
        settle(browser)
        for rank, state, place, phase, to, origin in listed(browser, 0)[1]:
            check(state in ("busy", "overhead", "idle", "not measured"), f"a state without a name: {state!r}")
            check(phase in ("rounds", "none"), f"not a phase: {phase!r}")
            check(to in ("", str((int(rank) + 1) % 16)) and origin in ("", str((int(rank) + 15) % 16)), f"rank {rank} sends to {to}, receives from {origin}")
            under_way = under_way or to != ""
    check(under_way, "no message is under way")
    heading, rows = listed(browser, 1)
    check(heading.endswith(", rank 0") and all(event[1] == "0" for event in rows), f"the table is not that of the selected rank: {heading!r}")
    browser.click(left + 20, top + row)
    settle(browser)
    heading, rows = listed(browser, 1)
    check(heading.endswith("events in view") and 0 < len(rows) < 200, f"a part of a round has {heading!r}")
    for event in rows:
        rank = int(event[1])
        check(event[2:] in (["call", "\\EXCHANGE t.loop:5", "", "", ""], ["send", "\\EXCHANGE t.loop:5", f"to {(rank + 1) % 16}", "64 B", "5"],
                          ["receive", "\\EXCHANGE t.loop:5", f"from {(rank + 15) % 16}", "64 B", "5"]), f"not an event of the trace: {event}")
    send = next(i for i, event in enumerate(rows) if event[2] == "send")
    browser.evaluate(f"document.querySelectorAll('.viewer .list')[1].querySelectorAll('tbody button')[{send}].click()")
    settle(browser)
    check("rank " + rows[send][1] + " to rank" in selected(browser), "an event of the table is not selected: " + selected(browser))
    browser.evaluate("document.querySelector('.stage canvas').focus()")
    browser.key("f")
    settle(browser)
    heading, rows = listed(browser, 1)
    check(heading.startswith("The first 200 events in view") and len(rows) == 200, f"the table is not bounded: {heading!r}")
    pressed(browser, "Status")
    pressed(browser, "Events")
    check(browser.evaluate("document.querySelector('.viewer .cursor').hidden"), "a line without a status")
    pressed(browser, "Replay")


def try_rounds(browser, page):
    browser.open(page)
    browser.wait_for(READY + " === 'yes'")
    settle(browser)
    left, top, width, height = canvas_place(browser)
    check(colours(browser) > 8, "the diagram is blank")
    check(int(dataset(browser)["lines"]) > 1000, "messages are not drawn")
    check(browser.evaluate("getComputedStyle(document.querySelector('.static-figure')).display") == "none", "both diagrams are shown")

    shown = browser.evaluate(VIEWER + ".innerText")
    check("1 of 2 messages is drawn" in shown, "thinned messages are not told")
    check("undefined" not in shown and "NaN" not in shown, "a text is not one: " + shown)

    begin, end = window(browser)
    browser.wheel(left + width / 2, top + height / 2, -400, ctrl=True)
    settle(browser)
    zoomed = window(browser)
    check(zoomed[1] - zoomed[0] < 0.8 * (end - begin), "Ctrl and the wheel do not zoom")
    browser.click(left + width / 2, top + height - 8)
    for letter in "www":
        browser.key(letter)
    settle(browser)
    nearer = window(browser)
    check(nearer[1] - nearer[0] < 0.5 * (zoomed[1] - zoomed[0]), "w does not zoom")
    browser.key("d")
    settle(browser)
    check(window(browser)[0] > nearer[0], "d does not move")
    before = window(browser)
    browser.mouse("mousePressed", left + width / 2, top + height / 2, button="left", buttons=1, clickCount=1)
    browser.mouse("mouseMoved", left + width / 2 - 100, top + height / 2, button="left", buttons=1)
    browser.mouse("mouseReleased", left + width / 2 - 100, top + height / 2, button="left", clickCount=1)
    settle(browser)
    check(window(browser)[0] > before[0], "dragging does not move")
    browser.key("f")
    settle(browser)
    check(window(browser) == (begin, end), "f does not show all")

    # One round of rank 0, zoomed with the mouse: its overhead, its wait, and the message that ended the wait.
    row = height - 4 if height < 100 else 38 + (height - 38) / 32
    for _ in range(12):
        browser.wheel(left + 60, top + row, -200, ctrl=True)
        settle(browser)
    browser.click(left + width / 2, top + row)
    settle(browser)
    for _ in range(8):
        if "idle" in selected(browser):
            break
        browser.key("n")
        settle(browser)
    text = selected(browser)
    for word in ("rank\t0", "idle", "EXCHANGE", "t.loop:5", "begin", "end", "rank 15", "64 B", "rounds"):
        check(word in text, f"a click does not tell {word!r}: {text!r}")
    browser.key("f")
    browser.click(left + 20, top + row)
    settle(browser)

    lines = int(dataset(browser)["lines"])
    pressed(browser, "\\EXCHANGE")
    check(int(dataset(browser)["lines"]) == 0 < lines, "the legend does not switch a construct")
    pressed(browser, "\\EXCHANGE")
    before = colours(browser)
    pressed(browser, "Critical path")
    check(colours(browser) != before, "the critical path is not drawn")
    pressed(browser, "Replay")
    for layout in ("ring", "mesh", "hypercube", "tree"):
        browser.evaluate(f"(() => {{ const choice = document.querySelector('.replay select'); choice.value = '{layout}';"
                         " choice.dispatchEvent(new Event('change')); const slider = document.querySelector('.replay input');"
                         " slider.value = 500; slider.dispatchEvent(new Event('input')); })()")
        settle(browser)
        painted = browser.evaluate("(() => { const c = document.querySelector('.replay canvas');"
                                   " return new Set(new Uint32Array(c.getContext('2d').getImageData(0, 0, c.width, c.height).data.buffer)).size; })()")
        check(painted > 3, f"the replay's {layout} is blank")
    try_lists(browser, left, top, width, row)
    before = colours(browser)
    browser.evaluate("(() => { const choice = document.querySelector('.viewer select[aria-label=colors]'); choice.value = 'construct';"
                     " choice.dispatchEvent(new Event('change')); })()")
    settle(browser)
    check(colours(browser) not in (0, 1, before), "constructs have no colors of their own")
    browser.evaluate("(() => { const field = document.querySelector('.viewer input[placeholder]'); field.value = '0-3,8';"
                     " field.dispatchEvent(new Event('change')); })()")
    settle(browser)
    check(dataset(browser)["rows"] == "5", "ranks are not filtered")
    # The saved picture is valid and of bounded size.
    saved = browser.evaluate("new Promise(done => { const make = URL.createObjectURL; URL.createObjectURL = blob => {"
                             " blob.text().then(done); return make.call(URL, blob); };"
                             " [...document.querySelectorAll('.viewer button')].find(b => b.textContent === 'Save as SVG').click(); })")
    shapes = browser.evaluate(f"(() => {{ const svg = new DOMParser().parseFromString({saved!r}, 'image/svg+xml');"
                              " return svg.querySelector('parsererror') ? -1 : svg.querySelectorAll('path').length; })()")
    shown = browser.evaluate(VIEWER + ".innerText")
    check("undefined" not in shown and "NaN" not in shown, "a text is not one: " + shown)
    check(0 < shapes < 200, f"the saved picture has {shapes} paths")
    check(not browser.errors, f"errors: {browser.errors}")


def try_touch(browser, page):
    browser.open(page)
    browser.wait_for(READY + " === 'yes'")
    settle(browser)
    left, top, width, height = canvas_place(browser)
    middle, row = left + width / 2, top + height / 2
    everything = window(browser)

    browser.touch("touchStart", (middle - 50, row), (middle + 50, row))
    for apart in range(60, 260, 20):
        browser.touch("touchMove", (middle - apart, row), (middle + apart, row))
    browser.touch("touchEnd")
    settle(browser)
    zoomed = window(browser)
    # The distance of the fingers went from 100 to 480, and the same range stays between them.
    share = (zoomed[1] - zoomed[0]) / (everything[1] - everything[0])
    check(0.18 < share < 0.24, f"two fingers zoom to {share}")
    centre = (zoomed[0] + zoomed[1]) / 2 / everything[1]
    check(0.45 < centre < 0.55, f"two fingers zoom around {centre}")

    browser.touch("touchStart", (middle + 100, row))
    for moved in range(80, -120, -20):
        browser.touch("touchMove", (middle + moved, row))
    browser.touch("touchEnd")
    settle(browser)
    panned = window(browser)
    length = zoomed[1] - zoomed[0]
    check(abs(panned[1] - panned[0] - length) < 1e-6 * length, "one finger zooms")
    share = (panned[0] - zoomed[0]) / length * (width - 56)
    check(150 < share < 210, f"one finger that goes 200 to the left moves the view by {share}")
    check(dataset(browser).get("selected", "") == "", "moving selects")

    bar = top + 38 + (height - 38) / 32  # of rank 0
    browser.touch("touchStart", (middle, bar))
    browser.touch("touchEnd")
    settle(browser)
    check(dataset(browser).get("selected") == "interval", "a tap selects nothing")
    check("rank\t0" in selected(browser), "a tap selects another rank: " + selected(browser))
    check(not browser.errors, f"touch: {browser.errors}")


def try_marks(browser, page):
    browser.open(page)
    browser.wait_for(READY + " === 'yes'")
    settle(browser)
    left, top, width, height = canvas_place(browser)
    check(dataset(browser)["marks"] == "8", "marks are not drawn: " + dataset(browser)["marks"])
    check("marks\t8" in browser.evaluate(VIEWER + ".innerText"), "marks in view are not counted")
    # Rank 1's second mark, at 200 of 5100 ns, at the upper edge of its bar.
    rows = (height - 38) / 4
    browser.click(left + 48 + (width - 56) * 200 / 5100, top + 38 + 1.19 * rows)
    settle(browser)
    for word in ("mark\t2", "rank\t1", "0.200 us", "host code", "rounds"):
        check(word in selected(browser), f"a click on a mark does not tell {word!r}: {selected(browser)!r}")
    pressed(browser, "Marks")
    check(dataset(browser)["marks"] == "0", "marks are not switched off")

    check(dataset(browser)["phasesOf"] == "0", "the strip does not begin with the first row's phases")
    check(strip_names(browser, {"sweep of all": (0, 40), "2b medium": (50, 90), "halo": (100, 140), "a long name of a phase": (200, 300)})
          == ["2b", "halo", "a long name of \u2026"], "the strip shows other names than those that fit")
    browser.click(left + 20, top + 38 + 2.5 * rows)
    settle(browser)
    check(dataset(browser)["phasesOf"] == "2", "the strip does not show the selected rank's phases")

    check("critical path the first" not in browser.evaluate(VIEWER + ".innerText"), "what is not drawn is said to be cut")
    pressed(browser, "Critical path")
    check("of the critical path the first 3 of " in browser.evaluate(VIEWER + ".innerText"), "a cut critical path is not told")
    check(not browser.errors, f"marks: {browser.errors}")


def try_threads(browser, page):
    """4 ranks, each with two further threads, whose rows are half as high."""
    browser.open(page)
    browser.wait_for(READY + " === 'yes'")
    settle(browser)
    left, top, width, height = canvas_place(browser)
    lines = int(dataset(browser)["lines"])
    check(dataset(browser)["threads"] == "8", "threads have no rows: " + dataset(browser)["threads"])
    check("messages of threads\t4, " in browser.evaluate(VIEWER + ".innerText"), "messages of threads are not counted")
    row = (height - 38) / 8
    x = lambda time: left + 48 + (width - 56) * time / 5100
    thread = lambda rank, number: top + 38 + row * (2 * rank + 0.75 + 0.5 * number)
    browser.click(x(2000), thread(1, 2))
    settle(browser)
    for word in ("rank\t1", "thread\t2", "state\tbusy", "begin\t1.000 us", "lasts\t1.50 us"):
        check(word in selected(browser), f"a click on a thread does not tell {word!r}: {selected(browser)!r}")
    browser.click(x(2700), thread(1, 1))
    settle(browser)
    check("state\tcommunicating" in selected(browser), f"a thread does not communicate: {selected(browser)!r}")
    browser.click(x(4000), thread(1, 1))
    settle(browser)
    check(dataset(browser)["selected"] == "", "a thread that does not run can be selected")
    # The message of thread 1 from rank 0 to rank 1, where it passes the space above the bar of rank 0's thread 2.
    share = (0.5 - 0.25) / 2
    browser.click(x(2600 + 300 * share), thread(0, 1) + 2 * row * share)
    settle(browser)
    for word in ("message\trank 0 to rank 1, thread 1", "96", "under way\t300 ns"):
        check(word in selected(browser), f"a click on a message of a thread does not tell {word!r}: {selected(browser)!r}")
    pressed(browser, "Threads")
    check(dataset(browser)["threads"] == "0", "threads are not switched off")
    check(int(dataset(browser)["lines"]) == lines, "messages of threads do not go to the rows of their ranks")
    check(not browser.errors, f"threads: {browser.errors}")


def begin_at(browser, x, y):
    """The begin of the interval at a point, in microseconds."""
    browser.click(x, y)
    settle(browser)
    line = next(line for line in selected(browser).splitlines() if line.startswith("begin\t"))
    value, unit = line.split("\t")[1].split()
    return float(value) * {"us": 1, "ms": 1000}[unit]


def try_breaks(browser, page):
    """The diagram opens on what is measured; a button shows the excluded time, too."""
    browser.open(page)
    browser.wait_for(READY + " === 'yes'")
    settle(browser)
    left, top, width, height = canvas_place(browser)
    middle, end, row = left + 48 + (width - 56) / 2, left + width - 8, top + height - 20
    everything = window(browser)
    check(everything == (0, 50100), f"the diagram does not show the whole run: {everything}")
    check(dataset(browser)["breaks"] == "1", "excluded time is no break")
    check(dataset(browser)["heads"] == "yes", "messages have no arrow heads")
    check(2 < begin_at(browser, middle, row) < 3, "the middle of the diagram is not that of the measured time")
    check(begin_at(browser, end - 7, row) > 5, "the break is not at the end")
    browser.evaluate("document.querySelector('.stage canvas').focus()")
    for letter in "wdd":
        browser.key(letter)
    settle(browser)
    near = window(browser)
    check(near[0] > 0 and near[1] == 50100, f"moving to the right does not end at the break: {near}")
    # The other figures over time follow: here from the diagram's begin to its end.
    part = ("(() => { const box = document.querySelector('section:not(#space-time) .figure .window').getAttribute('viewBox')"
            ".split(' ').map(Number); return [box[0], box[2]]; })()")
    browser.wait_for(f"{part}[0] > 60")
    begin, length = browser.evaluate(part)
    check(length < 0.75 * 892 and abs(begin + length - 944) < 1, f"figures do not show the window of the diagram: {begin}, {length}")
    labels = browser.evaluate("[...document.querySelector('section:not(#space-time) .figure .ticks').querySelectorAll('text')].map(t => t.textContent)")
    check(len(labels) > 2 and all(" us" in label for label in labels), f"the axis of a figure has the labels {labels}")
    browser.key("f")
    settle(browser)
    browser.wait_for(f"{part}[1] == 892")
    check(window(browser) == everything, "f does not show all with a break")
    pressed(browser, "Time not measured")
    check(dataset(browser)["breaks"] == "0", "the button does not show excluded time to scale")
    check(window(browser) == everything, "the button changes what is in view")
    left, top, width, height = canvas_place(browser)
    check(begin_at(browser, middle, top + height - 20) > 5, "excluded time is not to scale")
    pressed(browser, "Time not measured")
    check(dataset(browser)["breaks"] == "1", "the button does not leave out excluded time again")
    check(not browser.errors, f"breaks: {browser.errors}")


def try_statistics(browser, page):
    """The statistics for a window of the whole run are those of the sheet."""
    browser.open(page)
    browser.wait_for(READY + " === 'yes'")
    settle(browser)
    shown = browser.evaluate("[...document.querySelectorAll('.viewer .panel')][0].innerText")
    facts = browser.evaluate("Object.fromEntries([...document.querySelectorAll('#results .facts tr')].map(row => [row.cells[0].innerText, row.cells[1].innerText]))")
    for state in ("busy", "overhead", "idle"):
        share = float(facts[f"Percent processors {state}"].split()[0])
        line = next(line for line in shown.splitlines() if line.startswith(state + "\t"))
        check(abs(float(line.split("\t")[1].split()[0]) - share) < 0.011, f"{state}: {line} in the diagram, {share} on the sheet")
    check("messages sent\t3200" in shown, "3200 messages: " + shown)


def scrolled(browser):
    """The scroll position, once it no longer changes."""
    last = None
    for _ in range(40):
        settle(browser)
        now = browser.evaluate("scrollY")
        if now == last:
            return now
        last = now
    return last


def try_wheel(browser, page):
    """The wheel alone scrolls the page, also where the pointer is on the diagram."""
    browser.open(page)
    browser.wait_for(READY + " === 'yes'")
    left, top, width, height = canvas_place(browser)
    before, shown = scrolled(browser), window(browser)
    for _ in range(12):
        browser.wheel(left + width / 2, top + height / 2, 120)
    after = scrolled(browser)
    check(after >= before + 600, f"the wheel over the diagram scrolls the page by {after - before}")
    check(window(browser) == shown, "the wheel alone zooms")
    check(not browser.errors, f"wheel: {browser.errors}")


def pointed(browser, places="everywhere"):
    """What the replay's network says at these places of the pointer: from each text to a place that has it."""
    return browser.evaluate(f"""(() => {{
      const canvas = document.querySelector('.replay canvas'), note = document.querySelector('.replay .hint'), box = canvas.getBoundingClientRect(), found = {{}};
      let places = {json.dumps(places)};
      if (places === 'everywhere') {{
        places = [];
        for (let y = 2; y < box.height; y += 7) for (let x = 2; x < box.width; x += 7) places.push([x, y]);
      }}
      for (const [x, y] of places) {{
        canvas.dispatchEvent(new PointerEvent('pointermove', {{ clientX: box.left + x, clientY: box.top + y }}));
        found[note.textContent] = [x, y];
      }}
      return found; }})()""")


def replay_at(browser, time_us):
    """Moves the replay to a time; returns the text below its network."""
    length = browser.evaluate("Number(document.getElementById('viewer').dataset.end)") / 1000
    browser.evaluate(f"(() => {{ const slider = document.querySelector('.replay input'); slider.value = {1000 * time_us / length};"
                     " slider.dispatchEvent(new Event('input')); })()")
    return browser.evaluate("document.querySelector('.network-key').innerText")


def open_replay(browser, page):
    """Returns the layouts that the replay offers, the selected one first."""
    browser.open(page)
    browser.wait_for(READY + " === 'yes'")
    settle(browser)
    pressed(browser, "Replay")
    return browser.evaluate("(() => { const choice = document.querySelector('.replay select');"
                            " return [choice.value, ...[...choice.options].map(option => option.value)]; })()")


def try_network(browser, folder):
    """The replay on the machine's network; rank i sends 64 bytes to rank i + 1, which takes 0.4 us."""
    check(open_replay(browser, os.path.join(folder, "rounds.html"))[0] == "ring", "a network of an unknown topology")
    check(open_replay(browser, os.path.join(folder, "torus.html"))[:2] == ["network", "network"], "the replay is not on the machine's network")
    places = list(pointed(browser).values())
    # In a round of 1 us, a window is a hundredth of 5.1 us. The message of rank 3 goes around its row, then down: 0.34 to 0.54 to 0.74 us.
    for time, across, down in ((0.1, "no messages", "no messages"), (0.42, "1 message, 64 B", "no messages"), (0.66, "no messages", "1 message, 64 B"), (0.85, "no messages", "no messages")):
        key = replay_at(browser, time)
        begin, end = (float(key.split(word)[1].split()[0]) for word in ("from", " to "))
        check(begin <= time + 0.006 and time - 0.006 <= end and abs(end - begin - 0.051) < 0.002, f"at {time} us, the window is {begin} to {end}")
        check("torus of 4 x 4 nodes" in key and "up to 64 B" in key, f"the key: {key!r}")
        said = pointed(browser, places)
        nodes = [text for text in said if "rank" in text and "routes" not in text]
        links = [text for text in said if "; " in text]
        check(len(nodes) == 16 and len(links) == 32, f"{len(nodes)} nodes and {len(links)} links")
        check(f"node 3 to node 0: {across}; node 0 to node 3: no messages" in said, f"at {time} us, the way around: {links}")
        check(f"node 0 to node 4: {down}; node 4 to node 0: no messages" in said, f"at {time} us, the way down: {links}")
    replay_at(browser, 0.1)
    check("node 5, rank 5: busy" in pointed(browser, places), "the state of a node's rank")
    check(not browser.errors, f"torus: {browser.errors}")

    # Four ranks per node, and two nodes without ranks.
    open_replay(browser, os.path.join(folder, "shared-nodes.html"))
    replay_at(browser, 0.5)
    said = pointed(browser)
    for text in ("node 0, ranks 0-3: 4 idle", "node 3, ranks 12-15: 4 idle", "node 4, without ranks",
                 "node 0 to node 1: 1 message, 64 B; node 1 to node 0: no messages"):
        check(text in said, f"shared nodes lack {text!r}: {list(said)}")
    # The last rank's message goes back to the first node, over one link.
    check(any(text.startswith("node 0 to node 3: no messages; node 3 to node 0: 1 message") for text in said), f"shared nodes: {list(said)}")

    open_replay(browser, os.path.join(folder, "fat-tree.html"))
    said = pointed(browser)
    check("the top switch" in said and "switch 1.3" in said and "node 15, rank 15: not measured" in said or "node 15, rank 15: busy" in said, f"fat tree: {list(said)}")
    check("switch 1.4" not in said, "a switch without ranks below it is drawn")

    check(open_replay(browser, os.path.join(folder, "too-large.html"))[:2] == ["ring", "network"], "a network that is too large is drawn")
    browser.evaluate("(() => { const choice = document.querySelector('.replay select'); choice.value = 'network'; choice.dispatchEvent(new Event('change')); })()")
    check("ring of 2000 nodes: too large to draw" in browser.evaluate("document.querySelector('.replay').innerText"), "a network that is too large does not say so")
    check(not browser.errors, f"networks: {browser.errors}")


def top_of(browser, identifier):
    return browser.evaluate(f"document.getElementById({identifier!r}).getBoundingClientRect().top")


def lands(browser, identifier, what):
    """A link lands if the heading is at the top of the window, or if the page ends before."""
    at_end = browser.evaluate("innerHeight + scrollY >= document.documentElement.scrollHeight - 2")
    place = top_of(browser, identifier + "-title")
    check(abs(place) <= 8 or (at_end and 0 <= place < browser.evaluate("innerHeight")), f"{what}: #{identifier} lands at {place}")
    check(browser.evaluate(f"document.getElementById({identifier!r}).querySelector('details').open"), f"{what}: #{identifier} stays folded")


def try_contents(browser, page):
    browser.open(page)
    browser.wait_for(READY + " === 'yes'")
    settle(browser)
    names = browser.evaluate("[...document.querySelectorAll('nav.contents a')].map(link => link.getAttribute('href').slice(1))")
    check("environment" in names and len(names) > 8, f"the contents are {names}")
    folded = browser.evaluate("[...document.querySelectorAll('section > details:not([open])')].map(each => each.parentElement.id)")
    check("environment" in folded and "space-time" not in folded, f"folded at first: {folded}")
    for name in names:
        x, y = browser.evaluate(f"(() => {{ const box = document.querySelector(`nav.contents a[href='#{name}']`).getBoundingClientRect();"
                                " return [box.left + 20, box.top + box.height / 2]; })()")
        browser.click(x, y)
        scrolled(browser)
        lands(browser, name, "a click")
        marked = browser.evaluate("[...document.querySelectorAll('nav.contents a[aria-current]')].map(link => link.getAttribute('href').slice(1))")
        check(marked == [name], f"at {name}, the contents mark {marked}")
    check(browser.evaluate("document.querySelector('.open-all').hidden"), "all sections are open, and the button says otherwise")

    # A link into the page, opened while the diagram is not there yet; once into a folded section.
    for name in ("statistics", "environment"):
        browser.open("about:blank")
        browser.open(page, "#" + name)
        browser.wait_for(READY + " === 'yes'")
        scrolled(browser)
        lands(browser, name, "an address")
    # The reader's own scrolling ends the hold.
    browser.wheel(900, 500, -300)
    before = scrolled(browser)
    browser.evaluate("document.querySelector('header').append(document.createElement('hr'))")
    check(abs(scrolled(browser) - before) < 30, "the page scrolls by itself")
    check(not browser.errors, f"contents: {browser.errors}")


def try_tables(browser, page):
    """A table that is wider than the page says so, and shows its first column when it scrolls."""
    browser.open(page)
    browser.wait_for("document.readyState === 'complete'")
    settle(browser)
    wide = ("[...document.querySelectorAll('.table')].filter(box => box.offsetParent && box.querySelector('.data').scrollWidth >"
            " box.querySelector('.data').clientWidth + 1)")
    told = browser.evaluate(wide + ".map(box => box.querySelector('.more').innerText)")
    check(len(told) > 0, "no table is wide on a narrow page")
    check(all(text.startswith("scroll to see ") and " more column" in text for text in told), f"wide tables say {told}")
    first = "(" + wide + ")[0].querySelector('.data')"
    hidden = browser.evaluate(f"(() => {{ const box = {first}; const edge = box.getBoundingClientRect().right + 1;"
                              " return [...box.querySelectorAll('thead th')].filter(head => head.getBoundingClientRect().right > edge).length; })()")
    check(told and told[0].startswith(f"scroll to see {hidden} more"), f"{hidden} columns are hidden, and the table says {told[:1]}")
    browser.evaluate(first + ".scrollLeft = 60")
    settle(browser)
    shift = browser.evaluate(f"(() => {{ const box = {first}; return box.querySelector('tbody th').getBoundingClientRect().left - box.getBoundingClientRect().left; }})()")
    check(abs(shift) < 2, "the first column scrolls away")
    check(browser.evaluate("document.documentElement.scrollWidth <= innerWidth"), "a wide table widens the page")
    others = browser.evaluate("[...document.querySelectorAll('.table .more')].filter(note => !note.hidden).length")
    check(others == len(told), f"{others} tables say that they are wide; {len(told)} are")
    pictures = browser.evaluate("[...document.querySelectorAll('figure .scroll')].filter(box => box.offsetParent)"
                                ".map(box => [box.scrollWidth > box.clientWidth + 1, !box.previousElementSibling.querySelector('.more').hidden])")
    check([True, True] in pictures and all(wide == said for wide, said in pictures), f"wide pictures, and those that say so: {pictures}")


def try_print(browser, page):
    browser.open(page)
    browser.wait_for(READY + " === 'yes'")
    settle(browser)
    browser.evaluate("document.querySelectorAll('section > details').forEach(each => { each.open = false; }),"
                     " addEventListener('beforeprint', () => { window.printed = document.querySelectorAll('section > details:not([open])').length; })")
    browser.call("Page.printToPDF", seconds=120, transferMode="ReturnAsStream")
    check(browser.evaluate("window.printed") == 0, f"{browser.evaluate('window.printed')} sections are folded on paper")
    check(browser.evaluate("document.querySelectorAll('section > details[open]').length") == 0, "printing leaves sections open")
    browser.call("Emulation.setEmulatedMedia", media="print")
    check(browser.evaluate("getComputedStyle(document.querySelector('nav.contents')).display") == "none", "paper shows the contents")
    browser.call("Emulation.setEmulatedMedia", media="")


def try_others(browser, folder):
    for name in ("single", "empty", "cut", "no-trace", "hostile"):
        browser.errors.clear()
        browser.open(os.path.join(folder, name + ".html"))
        browser.wait_for("document.readyState === 'complete'")
        if name != "no-trace":
            browser.wait_for(READY)
            check(dataset(browser)["ready"] == "yes", f"{name}: the diagram is not shown")
            settle(browser)
        check(not browser.errors, f"{name}: {browser.errors}")
        check("undefined" not in browser.evaluate("document.body.innerText"), f"{name}: a word of the script's own is shown")
    check(browser.evaluate("window.hacked") is None, "a name was executed")
    check(browser.evaluate("document.images.length") == 0, "a name became an element")
    check("<script>" in browser.evaluate("document.querySelector('h1').innerText"), "the name is not shown as text")
    left, top, width, height = canvas_place(browser)
    browser.mouse("mouseMoved", left + width / 2, top + height * 0.7)
    browser.click(left + width / 2, top + height * 0.7)
    settle(browser)
    check(browser.evaluate("window.hacked") is None and not browser.errors, f"hostile names after a click: {browser.errors}")


def main(program):
    if not find_browser():
        print("SKIP: chromium is not installed")
        sys.exit(77)
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([program, folder], check=True)
        with Browser() as browser:
            try_rounds(browser, os.path.join(folder, "rounds.html"))
            try_touch(browser, os.path.join(folder, "rounds.html"))
            try_marks(browser, os.path.join(folder, "marks.html"))
            try_threads(browser, os.path.join(folder, "threads.html"))
            try_breaks(browser, os.path.join(folder, "breaks.html"))
            try_statistics(browser, os.path.join(folder, "rounds.html"))
            try_network(browser, folder)
            try_wheel(browser, os.path.join(folder, "rounds.html"))
            try_contents(browser, os.path.join(folder, "rounds.html"))
            try_print(browser, os.path.join(folder, "rounds.html"))
            try_others(browser, folder)
            if failures:
                browser.show_log()
        with Browser(width=400, height=800, dark=True) as browser:
            browser.open(os.path.join(folder, "rounds.html"))
            browser.wait_for(READY + " === 'yes'")
            check(browser.evaluate("document.documentElement.scrollWidth") <= 400, "a narrow page scrolls sideways")
            check(not browser.evaluate("document.querySelector('nav.contents details').open"), "the menu is open on a phone")
            try_tables(browser, os.path.join(folder, "rounds.html"))
            check(not browser.errors, f"narrow and dark: {browser.errors}")
    sys.exit(1 if failures else 0)


main(sys.argv[1])
