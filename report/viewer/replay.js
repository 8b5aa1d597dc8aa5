// The run again, slowly: ranks in the colour of their state, messages moving between them.

const MOST_MOVING = 400;

class Replay {
  constructor(model, viewer) {
    this.model = model;
    this.viewer = viewer;
    this.playing = false;
    this.speed = 1;
    this.time = 0;
    const { network } = model.meta;
    this.layout = network && !network.too_large ? "network" : "ring";
    this.canvas = element("canvas", { role: "img", "aria-label": "replay: ranks and messages between them" });
    this.play = element("button", { type: "button", onclick: () => this.setPlaying(!this.playing) });
    this.clock = element("span", { class: "replay-clock" });
    this.slider = element("input", { type: "range", min: "0", max: "1000", value: "0", "aria-label": "time of the replay",
      oninput: () => this.goTo(this.timeAt(this.slider.value / 1000)) });
    const layout = element("select", { "aria-label": "layout of the ranks", onchange: () => { this.layout = layout.value; this.draw(); } },
      ...[...(network ? ["network"] : []), ...Object.keys(LAYOUTS)].map(name => element("option", { value: name, text: name, selected: name === this.layout })));
    const speed = element("select", { "aria-label": "speed", onchange: () => { this.speed = Number(speed.value); } },
      ...[["0.25", "slower"], ["1", "20 s for the view"], ["4", "faster"]].map(([value, text]) => element("option", { value, text, selected: value === "1" })));
    this.thinning = element("div", { class: "thinning" });
    this.picture = new NetworkPicture(model, viewer, this.canvas);
    this.root = element("div", { class: "replay", hidden: true },
      element("div", { class: "bar" }, this.play, this.slider, layout, speed, this.clock), this.canvas, this.thinning, this.picture.root);
    this.setPlaying(false);
  }

  show(shown) {
    this.root.hidden = !shown;
    if (!shown) this.setPlaying(false);
    else this.goTo(Math.min(Math.max(this.time, this.viewer.view.begin), this.viewer.view.end));
    this.viewer.requestDraw();
  }

  get shown() { return !this.root.hidden; }

  setPlaying(playing) {
    this.playing = playing;
    this.play.textContent = playing ? "Pause" : "Play";
    if (!playing) return;
    const view = this.viewer.view;
    if (this.time >= view.end) this.time = view.begin;
    let last = null;
    const step = now => {
      if (!this.playing) return;
      if (last !== null) this.goTo(this.timeAt(this.shareAt(this.time) + ((now - last) / 20000) * this.speed));
      last = now;
      if (this.time >= view.end) this.setPlaying(false); else requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  }

  // Breaks take no time.
  shareAt(time) {
    const { view } = this.viewer, from = view.shown(view.begin), to = view.shown(view.end);
    return (view.shown(time) - from) / (to - from);
  }

  timeAt(share) {
    const { view } = this.viewer, from = view.shown(view.begin), to = view.shown(view.end);
    return view.timeShown(from + (to - from) * share);
  }

  goTo(time) {
    const view = this.viewer.view;
    this.time = Math.min(Math.max(time, view.begin), view.end);
    this.slider.value = String(1000 * this.shareAt(this.time));
    this.clock.textContent = timeText(this.time + this.model.meta.offset_ns);
    this.draw();
    this.viewer.drawCursor(this.time);
    this.viewer.status.goTo(this.time);
  }

  // Messages under way at this time: [from, to, share of the way].
  moving() {
    if (!this.model.joined) return [];
    const { found, every } = messagesAt(this.model, this.viewer.view.rows.flatMap(row => row.ranks), this.time, MOST_MOVING);
    this.thinning.textContent = every > 1 ? `1 of ${countText(every)} messages under way is drawn` : "";
    return found;
  }

  draw() {
    if (this.root.hidden) return;
    const width = this.root.clientWidth, isNetwork = this.layout === "network";
    this.picture.root.hidden = !isNetwork;
    if (isNetwork) this.picture.draw(width, this.time);
    else this.drawLayout(width);
  }

  drawLayout(width) {
    const { model, canvas } = this, { palette } = this.viewer, height = Math.min(420, Math.max(260, width * 0.5));
    const context = sizedContext(canvas, width, height);
    context.clearRect(0, 0, width, height);
    const { places, edges } = LAYOUTS[this.layout](model.count), side = Math.min(height, width) - 30;
    const wide = this.layout === "tree" ? width - 40 : side;
    const at = rank => [width / 2 + (places[rank][0] - 0.5) * wide, 15 + places[rank][1] * side];
    context.strokeStyle = palette.faint;
    context.beginPath();
    for (const [a, b] of edges) {
      context.moveTo(...at(a));
      context.lineTo(...at(b));
    }
    context.stroke();
    const moving = this.moving(), radius = Math.max(3, Math.min(13, (side * 1.1) / Math.max(model.count, 8)));
    context.strokeStyle = palette.message;
    context.globalAlpha = 0.35;
    context.beginPath();
    for (const [from, to] of moving) {
      context.moveTo(...at(from));
      context.lineTo(...at(to));
    }
    context.stroke();
    context.globalAlpha = 1;
    context.font = "10px system-ui, sans-serif";
    context.textAlign = "center";
    for (let rank = 0; rank < model.count; ++rank) {
      const [x, y] = at(rank), state = model.stateAt(rank, this.time);
      context.fillStyle = palette.states[state];
      context.beginPath();
      context.arc(x, y, radius, 0, 2 * Math.PI);
      context.fill();
      if (radius < 8) continue;
      context.fillStyle = state === 2 ? palette.ink : palette.paper;
      context.fillText(String(rank), x, y + 3.5);
    }
    context.fillStyle = palette.mark;
    for (const [from, to, share] of moving) {
      const [x0, y0] = at(from), [x1, y1] = at(to);
      context.beginPath();
      context.arc(x0 + (x1 - x0) * share, y0 + (y1 - y0) * share, 3.2, 0, 2 * Math.PI);
      context.fill();
    }
  }
}
