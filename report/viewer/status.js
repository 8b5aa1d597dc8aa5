// What each rank does at the time under the pointer, of the replay, or of the selection: ParaGraph's processor status.

const MOST_TILES = 256, MOST_UNDER_WAY = 4000, MOST_PARTNERS = 3;

function partnersText(partners) {
  const shown = partners.slice(0, MOST_PARTNERS).join(", "), more = partners.length - MOST_PARTNERS;
  return shown + (more > 0 ? ` and ${countText(more)} more` : "");
}

function tile(text, background) {
  return element("td", {}, ...(background ? [swatch(background)] : []), element("span", { text }));
}

class RankStatus {
  constructor(model, viewer) {
    Object.assign(this, { model, viewer, time: NaN, pending: false });
    this.heading = element("h3", {});
    this.body = element("tbody", {});
    this.root = element("div", { class: "list", hidden: true, tabindex: "0", role: "region", "aria-label": "status of the ranks" }, this.heading,
      element("table", {}, element("thead", {}, element("tr", {},
        ...["rank", "state", "in", "phase", "sends to", "receives from"].map(text => element("th", { scope: "col", text })))), this.body));
  }

  get shown() { return !this.root.hidden; }

  show(shown) {
    this.root.hidden = !shown;
    this.viewer.cursor.hidden = !this.viewer.hasCursor;
    this.goTo(this.time);
  }

  // Redraws with the next picture at the latest: the pointer moves more often.
  goTo(time) {
    this.time = time;
    if (!this.shown || this.pending) return;
    this.pending = true;
    requestAnimationFrame(() => {
      this.pending = false;
      this.draw();
    });
  }

  draw() {
    const { model, viewer } = this, { view } = viewer;
    if (!model.joined) return;
    const time = Math.min(Math.max(Number.isNaN(this.time) ? view.middle() : this.time, view.begin), view.end);
    const ranks = view.rows.flatMap(row => row.ranks), out = new Map(), into = new Map();
    const add = (map, rank, partner) => { if (map.has(rank)) map.get(rank).push(partner); else map.set(rank, [partner]); };
    const { found, every } = messagesAt(model, ranks, time, MOST_UNDER_WAY);
    for (const [from, to] of found) {
      add(out, from, to);
      add(into, to, from);
    }
    this.body.replaceChildren(...ranks.slice(0, MOST_TILES).map(rank => this.row(rank, time, out.get(rank) || [], into.get(rank) || [])));
    this.heading.textContent = `Ranks at ${timeText(time + model.meta.offset_ns)}` +
      (ranks.length > MOST_TILES ? `, the first ${MOST_TILES} of ${countText(ranks.length)}` : "") + (every > 1 ? `; 1 of ${countText(every)} messages under way is listed` : "");
    viewer.drawCursor(time);
  }

  row(rank, time, out, into) {
    const { model } = this, { palette } = this.viewer, own = model.ranks[rank];
    const head = element("th", { scope: "row", text: String(rank) });
    if (own.code.length === 0) return element("tr", {}, head, tile("no trace"), tile(""), tile(""), tile(""), tile(""));
    const code = own.code[model.intervalAt(rank, time)], state = model.stateOfCode[code], site = model.siteOfCode[code], phase = model.phaseAt(rank, time);
    const line = site < 0 ? 0 : model.meta.sites[site].line, index = phase < 0 ? -1 : own.phases.task[phase];
    return element("tr", {}, head, tile(STATE_WORDS[state], palette.states[state]),
      tile(model.siteName(site) + (line > 0 ? " :" + line : ""), site < 0 ? null : kindBackground(palette, model.kindOfSite[site])),
      tile(phaseName(model, rank, time), index < 0 ? null : kindBackground(palette, model.kindOfPhase[index])),
      tile(partnersText(out)), tile(partnersText(into)));
  }
}
