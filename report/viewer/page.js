// The viewer's elements.

function buildPage(viewer) {
  const { root, view, model } = viewer;
  const canvas = label => element("canvas", { tabindex: label ? "0" : null, role: "img", "aria-label": label });
  viewer.canvas = canvas("space-time diagram; keys: w and s zoom, a and d or the arrows move, n and p go from interval to interval, f shows all");
  viewer.canvas.tabIndex = 0;
  viewer.overview = element("canvas", { "aria-label": "the whole run; drag the frame", role: "img" });
  viewer.utilization = element("canvas", { "aria-label": "ranks busy, in overhead and idle in view", role: "img" });
  viewer.queue = element("canvas", { "aria-label": "messages in queues in view", role: "img" });
  viewer.tip = element("div", { class: "tip", hidden: true });
  viewer.cursor = element("div", { class: "cursor", hidden: true });
  viewer.thinning = element("div", { class: "thinning" });
  viewer.stage = element("div", { class: "stage" }, viewer.canvas, viewer.cursor, viewer.tip);
  viewer.legend = element("div", { class: "legend", role: "group", "aria-label": "legend: switches what is shown" });
  viewer.progress = element("progress", { max: "1", value: "0", "aria-label": "loading" });
  viewer.windowPanel = element("div", { class: "panel" });
  viewer.detailPanel = element("div", { class: "panel", "aria-live": "polite" }, element("h3", { text: "Selected" }), element("p", { text: "Click an interval or a message." }));
  root.append(controls(viewer), viewer.legend, element("div", { class: "overview" }, viewer.overview), viewer.stage, viewer.thinning,
    element("div", { class: "strip" }, viewer.utilization), element("div", { class: "strip" }, viewer.queue), viewer.replay.root, viewer.status.root, viewer.events.root,
    element("div", { class: "below" }, viewer.windowPanel, viewer.detailPanel),
    element("p", { class: "hint", text: "Ctrl and wheel, or w s: zoom. Drag, a d or arrows: move. Shift and drag: zoom to a piece. Two fingers: zoom. Click: details. n p: next, previous interval. Click a rank's number: its queue and, on top, its phases. f: all." }));
  if (model.meta.left_out) root.append(element("p", { class: "hint message", text: model.meta.left_out }));
  buildLegend(viewer);
  view.scrollTo(0);
}

function controls(viewer) {
  const { view, model } = viewer;
  const zoom = factor => () => { view.zoom(factor, view.middle()); viewer.requestDraw(); };
  const filter = element("input", { size: "10", placeholder: "all ranks", "aria-label": "ranks to show, as 0-3,8", onchange: () => apply() });
  const hosts = new Set(model.meta.ranks.map(rank => rank.host)).size;
  const choices = [["none", "each rank"], ...(hosts > 1 ? [["host", "by host"]] : []), ...[2, 4, 8, 16, 32].filter(n => n < model.count).map(n => [String(n), `${n} ranks a row`])];
  const grouping = element("select", { "aria-label": "rows", onchange: () => apply() }, ...choices.map(([value, text]) => element("option", { value, text })));
  const apply = () => {
    filter.setCustomValidity(view.setRows(filter.value, grouping.value) ? "" : "write ranks as 0-3,8");
    filter.reportValidity();
    viewer.selectedRow = -1;
    viewer.requestDraw();
  };
  const colour = element("select", { "aria-label": "colors", onchange: () => { view.colourBy = colour.value; viewer.requestDraw(); } },
    element("option", { value: "state", text: "states" }), element("option", { value: "construct", text: "constructs" }));
  return element("div", { class: "bar" },
    element("button", { type: "button", text: "+", "aria-label": "zoom in", onclick: zoom(0.5) }),
    element("button", { type: "button", text: "\u2212", "aria-label": "zoom out", onclick: zoom(2) }),
    element("button", { type: "button", text: "All", onclick: () => { view.showAll(); viewer.requestDraw(); } }),
    element("label", { text: "ranks " }, filter), ...(model.count > 2 ? [element("label", { text: "rows " }, grouping)] : []), element("label", { text: "colors " }, colour),
    toggle("Messages", true, on => { view.showMessages = on; viewer.requestDraw(); }),
    toggle("Critical path", false, on => { view.showPath = on; viewer.requestDraw(); }),
    ...(model.hasThreads ? [toggle("Threads", true, on => { view.setThreads(on); viewer.requestDraw(); }, null, "a row for each further thread of a rank; the rank's own row is that of its thread 0")] : []),
    ...(model.hasMarks ? [toggle("Marks", true, on => { view.showMarks = on; viewer.requestDraw(); })] : []),
    ...(model.meta.phases.length > 0 ? [toggle("Phases", true, on => { view.showPhases = on; viewer.requestDraw(); })] : []),
    ...(model.meta.breaks.length > 0 ? [toggle(model.meta.breaks.some(one => one[2]) ? "Time not recorded" : "Time not measured", false, on => { view.setExcluded(on); viewer.requestDraw(); }, null,
      "show the time in which no rank is measured or recorded to scale")] : []),
    toggle("Replay", false, on => viewer.replay.show(on)),
    toggle("Status", false, on => viewer.status.show(on), null, "what each rank does at the time under the pointer, of the replay, or of the selection"),
    toggle("Events", false, on => viewer.events.show(on), null, "the events in view as a table; click a rank's number for those of one rank"),
    element("button", { type: "button", text: "Save as SVG", onclick: () => download("space-time.svg", "image/svg+xml", viewAsSvg(model, view, viewer.palette)) }),
    viewer.progress);
}

// States and constructs, each a switch.
function buildLegend(viewer) {
  const { view, model, palette } = viewer, switches = [];
  const flip = (set, key) => on => { if (on) set.delete(key); else set.add(key); viewer.requestDraw(); };
  const used = new Set(model.stateOfCode);
  STATES.forEach((name, s) => {
    if (used.has(s)) switches.push(toggle(STATE_WORDS[s], !view.hiddenStates.has(s), flip(view.hiddenStates, s), palette.states[s]));
  });
  const sites = new Set(model.siteOfCode);
  const list = [...sites].filter(site => site >= 0).sort((a, b) => a - b);
  for (const site of list.slice(0, 2 * KINDS)) {
    const line = model.meta.sites[site].line;
    switches.push(toggle(model.siteName(site) + (line > 0 ? " :" + line : ""), !view.hiddenSites.has(site), flip(view.hiddenSites, site), kindBackground(palette, model.kindOfSite[site])));
  }
  if (list.length > 2 * KINDS) switches.push(element("span", { class: "message", text: `and ${list.length - 2 * KINDS} more constructs` }));
  viewer.legend.replaceChildren(...switches);
}
