// The replay on the machine's network: nodes with their ranks, links in the color of what they carry, messages hop by hop.

const LINK_SHADES = 5, MARGIN = 34, MOST_UNIT = 88, FLATTEST = 120, TALLEST_NETWORK = 560, MOST_SECTORS = 16, MOST_NODE_LABELS = 128;

class NetworkPicture {
  constructor(model, viewer, canvas) {
    Object.assign(this, { model, viewer, canvas, pointer: null, loads: null, loadsOf: "" });
    this.key = element("div", { class: "network-key", "aria-live": "off" });
    this.note = element("p", { class: "hint" });
    this.root = element("div", { hidden: true }, this.key, this.note);
    canvas.addEventListener("pointermove", event => {
      this.pointer = pointIn(canvas, event);
      if (!this.root.hidden && this.network) this.tell();
    });
    canvas.addEventListener("pointerleave", () => { this.pointer = null; });
  }

  get network() { return this.model.network; }

  // What the links carry in the view, computed again when it changes.
  loadsInView() {
    const { view } = this.viewer, key = `${view.begin}|${view.end}|${view.filter}|${view.showExcluded}`;
    if (this.loadsOf !== key) this.loads = new LinkLoads(this.model, this.network, view);
    this.loadsOf = key;
    return this.loads;
  }

  draw(width, time) {
    const { title, too_large } = this.model.meta.network, { palette } = this.viewer;
    if (too_large || !this.network) {
      sizedContext(this.canvas, width, 8);
      this.key.replaceChildren();
      this.note.textContent = too_large ? `${title}: too large to draw; the section Network lists the busiest links` : "loading";
      return;
    }
    this.measure(width);
    this.index = this.loadsInView().windowAt(time);
    const context = sizedContext(this.canvas, width, this.height);
    context.clearRect(0, 0, width, this.height);
    this.drawLinks(context, palette);
    this.drawMessages(context, palette, time);
    this.drawNodes(context, palette, time);
    this.tellKey();
    this.tell();
  }

  measure(width) {
    const [across, down] = this.network.size;
    this.unit = Math.min(MOST_UNIT, (width - 2 * MARGIN) / Math.max(across, 1e-9), (TALLEST_NETWORK - 2 * MARGIN) / Math.max(down, 1e-9));
    this.down = Math.max(this.unit, Math.min(MOST_UNIT, FLATTEST / Math.max(down, 1e-9)));
    this.fine = Math.min(Math.max(this.unit / 30, 0.4), 1); // of strokes and dots, where vertices are close
    this.left = (width - this.unit * across) / 2;
    this.height = 2 * MARGIN + this.down * down;
    this.radius = Math.min(Math.max(0.3 * this.unit, 2), 12);
  }

  at([x, y]) { return [this.left + this.unit * x, MARGIN + this.down * y]; }
  atVertex(vertex) { return this.at(this.network.places[vertex]); }
  // Nodes that ranks share are larger.
  radiusOf(vertex) {
    const ranks = this.network.ranksAt[vertex].length;
    return ranks > 1 ? Math.min(1.5 * this.radius, 20) : ranks === 1 ? this.radius : Math.max(0.35 * this.radius, 1.5);
  }

  // A point of a link, `share` of the way from its first vertex.
  onLink(link, share) {
    const [from, to, ...bend] = this.network.links[link], [x0, y0] = this.atVertex(from), [x1, y1] = this.atVertex(to), rest = 1 - share;
    if (bend.length === 0) return [x0 * rest + x1 * share, y0 * rest + y1 * share];
    const [x, y] = this.at(bend), place = (a, b, c) => rest * rest * a + 2 * rest * share * b + share * share * c;
    return [place(x0, x, x1), place(y0, y, y1)];
  }

  shadeOf(bytes) { return Math.min(LINK_SHADES - 1, Math.floor((bytes / (this.loads.most || 1)) * LINK_SHADES)); }

  drawLinks(context, palette) {
    const { links } = this.network, shades = Array.from({ length: LINK_SHADES + 1 }, () => []);
    links.forEach((_, link) => {
      const bytes = this.loads.onLink(this.index, link);
      shades[bytes < 0 ? 0 : 1 + this.shadeOf(bytes)].push(link);
    });
    context.lineCap = "round";
    shades.forEach((list, shade) => {
      context.strokeStyle = shade === 0 ? palette.faint : palette.links[shade - 1];
      context.lineWidth = shade === 0 ? 1 : (1 + 1.2 * shade) * this.fine;
      context.beginPath();
      for (const link of list) {
        const [from, to, ...bend] = links[link];
        context.moveTo(...this.atVertex(from));
        if (bend.length > 0) context.quadraticCurveTo(...this.at(bend), ...this.atVertex(to));
        else context.lineTo(...this.atVertex(to));
      }
      context.stroke();
    });
    context.lineCap = "butt";
    context.lineWidth = 1;
  }

  drawNodes(context, palette, time) {
    const { ranksAt } = this.network, labelled = this.model.count <= MOST_NODE_LABELS;
    ranksAt.forEach((ranks, vertex) => {
      const [x, y] = this.atVertex(vertex), radius = this.radiusOf(vertex);
      if (ranks.length === 0) {
        context.fillStyle = palette.soft;
        context.beginPath();
        context.arc(x, y, this.network.isSwitch(vertex) ? Math.max(radius, 4) : radius, 0, 2 * Math.PI);
        context.fill();
        return;
      }
      this.drawSectors(context, palette, x, y, radius, ranks.map(rank => this.model.stateAt(rank, time)));
      if (labelled) this.drawLabel(context, palette, x, y, radius, ranks, time);
    });
  }

  // One sector per rank; of many ranks, one per state.
  drawSectors(context, palette, x, y, radius, states) {
    const sorted = states.length > MOST_SECTORS ? [...states].sort((a, b) => a - b) : states;
    for (let first = 0, end; first < sorted.length; first = end) {
      for (end = first + 1; states.length > MOST_SECTORS && sorted[end] === sorted[first];) ++end;
      const [from, to] = [first, end].map(i => (i / sorted.length) * 2 * Math.PI - Math.PI / 2);
      context.fillStyle = palette.states[sorted[first]];
      context.beginPath();
      if (sorted.length > 1) context.moveTo(x, y);
      context.arc(x, y, radius, from, to);
      context.fill();
      if (states.length < 2 || states.length > MOST_SECTORS) continue;
      context.strokeStyle = palette.paper;
      context.beginPath();
      context.moveTo(x, y);
      context.lineTo(x + radius * Math.cos(from), y + radius * Math.sin(from));
      context.stroke();
    }
    context.strokeStyle = palette.soft;
    context.beginPath();
    context.arc(x, y, radius, 0, 2 * Math.PI);
    context.stroke();
  }

  drawLabel(context, palette, x, y, radius, ranks, time) {
    context.font = "10px system-ui, sans-serif";
    context.textAlign = "center";
    if (ranks.length === 1 && radius >= 8) {
      context.fillStyle = this.model.stateAt(ranks[0], time) === 2 ? palette.ink : palette.paper;
      context.fillText(String(ranks[0]), x, y + 3.5);
    } else if (ranks.length > 1 && this.unit >= 40) {
      Object.assign(context, { strokeStyle: palette.paper, lineWidth: 4, lineJoin: "round", fillStyle: palette.soft });
      context.strokeText(rangeText(ranks), x, y + radius + 12);
      context.fillText(rangeText(ranks), x, y + radius + 12);
      context.lineWidth = 1;
    }
  }

  drawMessages(context, palette, time) {
    Object.assign(context, { fillStyle: palette.mark, strokeStyle: palette.paper });
    for (const [sender, receiver, share] of this.viewer.replay.moving()) {
      const steps = this.network.route(sender, receiver), hop = Math.min(Math.floor(share * steps.length), steps.length - 1);
      const [x, y] = steps.length > 0 ? this.onStep(steps[hop], share * steps.length - hop) : this.besideNode(this.network.vertex_of_rank[sender], share);
      context.beginPath();
      context.arc(x, y, 3.8 * Math.max(this.fine, 0.6), 0, 2 * Math.PI);
      context.fill();
      context.stroke();
    }
  }

  // From the edge of one vertex to that of the other, so that no message is hidden.
  onStep({ from, to, way }, share) {
    const length = Math.hypot(...this.atVertex(from).map((at, i) => at - this.atVertex(to)[i])) || 1;
    const [before, after] = [from, to].map(vertex => Math.min(this.radiusOf(vertex) / length, 0.4)), along = before + share * (1 - before - after);
    return this.onLink(way >> 1, way % 2 === 0 ? along : 1 - along);
  }

  // A message within a node goes around it.
  besideNode(vertex, share) {
    const [x, y] = this.atVertex(vertex), radius = this.radiusOf(vertex) + 4, angle = 2 * Math.PI * share - Math.PI / 2;
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
  }

  tellKey() {
    const { loads, model } = this, [begin, end] = loads.times(this.index).map(time => timeText(time + model.meta.offset_ns));
    const text = loads.most > 0 ? `${this.network.title}: bytes on a link, in its busier direction, from ${begin} to ${end}` : `${this.network.title}; no message in view takes bytes over a link`;
    const shades = [0, Math.floor(LINK_SHADES / 2), LINK_SHADES - 1].map(shade =>
      element("span", {}, swatch(this.viewer.palette.links[shade]), ` up to ${bytesText((loads.most * (shade + 1)) / LINK_SHADES)}`));
    this.key.replaceChildren(element("span", { text: text + (loads.every > 1 ? `, estimated from 1 of ${countText(loads.every)} messages` : "") }), ...(loads.most > 0 ? shades : []));
  }

  // What is under the pointer.
  tell() {
    const found = this.pointer && this.under(this.pointer.x, this.pointer.y);
    this.note.textContent = found ? (found.vertex >= 0 ? this.vertexText(found.vertex) : this.linkText(found.link))
      : "Messages move along their routes from sending to receiving, over each link in the same time. Point at a node or a link for its numbers.";
  }

  under(x, y) {
    const { places, links } = this.network;
    const vertex = places.findIndex((_, v) => Math.hypot(...this.atVertex(v).map((at, i) => at - [x, y][i])) <= this.radiusOf(v) + 2);
    if (vertex >= 0) return { vertex };
    let nearest = null, distance = 6;
    links.forEach((_, link) => {
      // A curve as a few lines.
      const pieces = links[link].length > 2 ? 8 : 1;
      for (let i = 0; i < pieces; ++i) {
        const d = distanceToLine(x, y, ...this.onLink(link, i / pieces), ...this.onLink(link, (i + 1) / pieces));
        if (d < distance) { distance = d; nearest = { vertex: -1, link }; }
      }
    });
    return nearest;
  }

  vertexText(vertex) {
    const ranks = this.network.ranksAt[vertex], counts = new Map();
    if (ranks.length === 0) return this.network.names[vertex] + (this.network.isSwitch(vertex) ? "" : ", without ranks");
    for (const rank of ranks) {
      const word = STATE_WORDS[this.model.stateAt(rank, this.viewer.replay.time)];
      counts.set(word, (counts.get(word) || 0) + 1);
    }
    const states = [...counts].map(([word, count]) => (ranks.length > 1 ? `${countText(count)} ${word}` : word)).join(", ");
    return `${this.network.names[vertex]}, ${ranks.length > 1 ? "ranks" : "rank"} ${rangeText(ranks)}: ${states}`;
  }

  linkText(link) {
    const [from, to] = this.network.links[link].map(vertex => this.network.names[vertex]);
    const side = (a, b, { messages, bytes }) => `${a} to ${b}: ${messages === 0 ? "no messages" : `${countText(messages)} ${messages === 1 ? "message" : "messages"}, ${bytesText(bytes)}`}`;
    return `${side(from, to, this.loads.onWay(this.index, 2 * link))}; ${side(to, from, this.loads.onWay(this.index, 2 * link + 1))}`;
  }
}
