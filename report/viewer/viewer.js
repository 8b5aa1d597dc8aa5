// Draws the view and keeps everything that depends on it in step.

function sizedContext(canvas, width, height) {
  const scale = window.devicePixelRatio || 1;
  const w = Math.max(1, Math.round(width * scale)), h = Math.max(1, Math.round(height * scale));
  if (canvas.width !== w || canvas.height !== h) {
    canvas.width = w;
    canvas.height = h;
    canvas.style.height = height + "px";
  }
  const context = canvas.getContext("2d", { willReadFrequently: true });
  context.setTransform(scale, 0, 0, scale, 0, 0);
  return context;
}

class Viewer {
  constructor(root, meta) {
    this.root = root;
    this.model = new Model(meta);
    this.view = new View(this.model);
    this.whole = new TimeAxis(this.model.length, []);
    this.figures = new Figures(this.model);
    this.palette = readPalette();
    this.lines = [];
    this.wedges = [];
    this.every = 1;
    this.selection = null;
    this.selectedRow = -1;
    this.queues = new Map();
    this.pending = false;
    this.replay = new Replay(this.model, this);
    this.status = new RankStatus(this.model, this);
    this.events = new EventTable(this.model, this);
    buildPage(this);
    listen(this);
    const restyle = () => { this.palette = readPalette(); buildLegend(this); this.overviewImage = null; this.requestDraw(); };
    window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", restyle);
    new ResizeObserver(() => { this.overviewImage = null; this.requestDraw(); }).observe(this.stage);
  }

  requestDraw() {
    if (this.pending) return;
    this.pending = true;
    requestAnimationFrame(() => {
      this.pending = false;
      this.draw();
    });
  }

  draw() {
    const started = performance.now();
    const { view, model, palette } = this;
    const total = this.stage.clientWidth;
    if (total < 80) return;
    view.width = total - GUTTER - RIGHT;
    const context = sizedContext(this.canvas, total, view.top + view.height);
    context.fillStyle = palette.paper;
    context.fillRect(0, 0, total, view.top + view.height);
    const scale = this.canvas.width / total;
    const width = Math.round(view.width * scale), height = Math.round(view.height * scale);
    if (!this.image || this.image.width !== width || this.image.height !== height) this.image = context.createImageData(width, height);
    const utilization = paintRows(model, view, palette, new Uint32Array(this.image.data.buffer), width, height, scale);
    drawAxis(context, view, palette, view.top + view.height);
    context.putImageData(this.image, Math.round(view.left * scale), Math.round(view.top * scale));
    drawBreaks(context, view, palette, view.top, view.height, true);
    this.drawOver(context);
    this.drawStrips(utilization, width, total);
    this.drawOverview(total);
    this.tellWindow();
    this.figures.follow(view);
    this.lastDraw = performance.now() - started;
    Object.assign(this.root.dataset, { begin: view.begin, end: view.end, rows: view.rows.length, threads: view.rows.reduce((sum, _, index) => sum + view.threadsOfRow(index), 0), drawMs: this.lastDraw.toFixed(1), lines: this.lines.length,
      marks: this.wedges.length, phasesOf: this.phaseRank(), breaks: view.gaps.length,
      heads: hasHeads(view, this.lines) ? "yes" : "no" });
  }

  drawOver(context) {
    const { view, model, palette } = this;
    context.save();
    context.beginPath();
    context.rect(view.left, view.top, view.width, view.height);
    context.clip();
    ({ lines: this.lines, every: this.every } = messageLines(model, view));
    drawMessages(context, view, palette, this.lines, Math.min(0.8, Math.max(0.2, 220 / (this.lines.length + 1))));
    if (view.showPath) drawCriticalPath(context, model, view, palette);
    this.wedges = markWedges(model, view);
    drawMarks(context, model, view, palette, this.wedges);
    this.drawSelection(context);
    context.restore();
    if (model.meta.phases.length > 0) drawPhaseStrip(context, model, view, palette, this.phaseRank(), 18, 16);
    this.drawLabels(context);
    this.thinning.textContent = [
      this.every > 1 ? `1 of ${countText(this.every)} messages is drawn; zoom in for more` : "",
      view.showPath ? model.meta.path_cut : "",
      model.meta.threads_left_out > 0 ? `${countText(model.meta.threads_left_out)} threads are not drawn` : "",
    ].filter(Boolean).join("; ");
    if (this.replay.shown) this.replay.goTo(this.replay.time);
  }

  drawLabels(context) {
    const { view, palette } = this, every = Math.max(1, Math.ceil(12 / view.rowHeight));
    context.font = "11px system-ui, sans-serif";
    context.textAlign = "right";
    view.rows.forEach((row, index) => {
      const y = view.yOfRow(index);
      if (index % every !== 0 && index !== this.selectedRow) return;
      if (y < view.top + 2 || y > view.top + view.height) return;
      context.fillStyle = index === this.selectedRow ? palette.mark : palette.soft;
      context.fillText(row.label, view.left - 6, y + 4);
      if (view.threadHeight < 12) return;
      for (let thread = 1; thread <= view.threadsOfRow(index); ++thread) context.fillText(`${row.label}:${thread}`, view.left - 6, view.yOf(index, thread) + 4);
    });
  }

  drawSelection(context) {
    const { selection, view, model, palette } = this;
    if (!selection) return;
    context.strokeStyle = palette.mark;
    context.lineWidth = 2;
    if (selection.kind === "mark") {
      context.beginPath();
      context.arc(view.x(model.ranks[selection.rank].marks.time[selection.index]), view.yOfRow(view.rowOfRank[selection.rank]) - view.rowHeight * 0.31, 2 * WEDGE, 0, 2 * Math.PI);
      context.stroke();
      return;
    }
    const row = view.rowOfRank[selection.rank], isThread = selection.kind === "thread";
    if (row < 0) return;
    if (selection.kind === "message" || selection.kind === "threadMessage") {
      const sends = sendsOf(model, selection.kind, selection.rank), i = selection.index, to = view.rowOfRank[sends.to[i]];
      if (to < 0) return;
      const [x0, y0, x1, y1] = endsOf(view, { from: row, to, thread: sends.thread ? sends.thread[i] : 0, sent: sends.time[i], received: sends.received[i] });
      context.beginPath();
      context.moveTo(x0, y0);
      context.lineTo(x1, y1);
      context.stroke();
      return;
    }
    if (isThread && view.threadsOfRow(row) < selection.thread) return;
    const own = isThread ? model.threadStates.ranks[model.ranks[selection.rank].firstThread + selection.thread - 1] : model.ranks[selection.rank];
    const y = view.yOf(row, selection.thread || 0), height = isThread ? view.threadHeight : view.rowHeight;
    const x0 = Math.max(view.x(own.time[selection.index]), view.left - 4), x1 = Math.min(view.x(own.time[selection.index + 1]), view.left + view.width + 4);
    context.strokeRect(x0, y - height / 2 + 1, Math.max(x1 - x0, 2), height - 2);
  }

  drawStrips(utilization, deviceWidth, total) {
    const { view, palette, model } = this, height = 64;
    const context = sizedContext(this.utilization, total, height);
    context.clearRect(0, 0, total, height);
    drawUtilization(context, view, palette, utilization, deviceWidth, height);
    drawBreaks(context, view, palette, 0, height, false);
    drawStripLabel(context, palette, [[countText(utilization.ranks), 10], ["ranks", 36], ["0", height - 1]]);
    const queueContext = sizedContext(this.queue, total, height);
    queueContext.clearRect(0, 0, total, height);
    drawStripLabel(queueContext, palette, [["queue", 36], ["0", height - 1]]);
    const receiver = this.selectedRow >= 0 && view.rows[this.selectedRow].ranks.length === 1 ? view.rows[this.selectedRow].ranks[0] : -1;
    if (model.joined) drawQueue(queueContext, model, view, palette, height, this.queueOf(receiver), receiver < 0 ? "messages in flight" : `messages waiting for rank ${receiver}`);
    drawBreaks(queueContext, view, palette, 14, height - 14, false);
  }

  queueOf(receiver) {
    if (!this.queues.has(receiver)) this.queues.set(receiver, messageTimes(this.model, receiver));
    return this.queues.get(receiver);
  }

  // Whose phases the strip names: the selected row's, else the first row's.
  phaseRank() {
    const { rows } = this.view;
    return rows.length > 0 ? rows[Math.max(this.selectedRow, 0)].ranks[0] : -1;
  }

  // The whole run's utilization, drawn once, with a frame around what is in sight.
  drawOverview(total) {
    const { view, palette, model, whole } = this, height = 34;
    const context = sizedContext(this.overview, total, height);
    if (whole.breaks.length !== view.breaks.length) whole.useBreaks(view.showExcluded ? [] : model.meta.breaks);
    Object.assign(whole, { left: view.left, width: view.width });
    const key = `${view.filter}|${view.grouping}|${view.showExcluded}|${model.ranks.filter(Boolean).length}`;
    if (!this.overviewImage || this.overviewImage.key !== key) {
      const width = Math.round(view.width), row = new RowShares(width), together = new Float32Array(width * STATES.length), columns = whole.columns(width);
      const all = { begin: 0, end: model.length, hiddenSites: new Set(), hiddenStates: new Set(), colourBy: "state" };
      let ranks = 0;
      for (const { ranks: members } of view.rows) for (const rank of members) {
        row.clear();
        addRank(model, all, columns, rank, row, 1);
        for (let i = 0; i < together.length; ++i) together[i] += row.shares[i];
        ++ranks;
      }
      this.overviewImage = { shares: together, ranks, width, key };
    }
    context.clearRect(0, 0, total, height);
    drawUtilization(context, { left: view.left, width: view.width, hiddenStates: new Set() }, palette, this.overviewImage, this.overviewImage.width, height);
    drawBreaks(context, whole, palette, 0, height, false);
    const x0 = whole.x(view.begin), x1 = whole.x(view.end);
    context.fillStyle = palette.paper;
    context.globalAlpha = 0.6;
    context.fillRect(view.left, 0, x0 - view.left, height);
    context.fillRect(x1, 0, view.left + view.width - x1, height);
    context.globalAlpha = 1;
    context.strokeStyle = palette.mark;
    context.lineWidth = 2;
    context.strokeRect(x0, 1, Math.max(x1 - x0, 2), height - 2);
    drawStripLabel(context, palette, [["all", 20]]);
  }

  // A line at the time of the replay, or of the status of the ranks, over the picture as it is.
  get hasCursor() { return this.replay.shown || this.status.shown; }

  drawCursor(time) {
    const { view } = this;
    this.cursor.hidden = !this.hasCursor;
    this.cursor.style.left = view.x(time) + "px";
    this.cursor.style.top = view.top + "px";
    this.cursor.style.height = view.height + "px";
  }

  tellWindow() {
    clearTimeout(this.telling);
    this.telling = setTimeout(() => {
      const { facts, times, measured } = windowFacts(this.model, this.view);
      const bar = element("div", { class: "state-bar", "aria-hidden": "true" });
      for (const s of [0, 1, 2, 5, 4]) {
        const part = element("span");
        part.style.width = (measured > 0 ? (100 * times[s]) / measured : 0) + "%";
        part.style.backgroundColor = this.palette.states[s];
        bar.append(part);
      }
      this.windowPanel.replaceChildren(element("h3", { text: "In view" }), bar, factsTable(facts));
      this.events.draw();
      this.status.goTo(this.status.time);
    }, 60);
  }

  select(selection) {
    this.selection = selection;
    const facts = selection ? factsOf(this.model, selection) : null;
    this.detailPanel.replaceChildren(element("h3", { text: "Selected" }),
      facts ? factsTable(facts) : element("p", { text: "Click an interval or a message." }));
    this.root.dataset.selected = selection ? selection.kind : "";
    if (selection && !this.replay.shown) this.status.goTo(timeOf(this.model, selection));
    this.requestDraw();
  }

  selectRow(row) {
    this.selectedRow = row === this.selectedRow ? -1 : row;
    this.requestDraw();
  }
}
