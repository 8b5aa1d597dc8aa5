// The figures over time on the page follow the diagram: they show the same window of time, in the resolution that they
// have. Their shapes in time are in windows, inner <svg> elements that show a part of themselves.

const LETTER = 6.6; // the width of a character of a name

class Figure {
  constructor(svg, model) {
    this.svg = svg;
    this.windows = [...svg.querySelectorAll(".window")].map(one => ({ one, box: one.getAttribute("viewBox").split(" ").map(Number) }));
    const [left, , width] = this.windows[0].box;
    // The figure as it was drawn: the whole run.
    this.axis = new TimeAxis(model.length, model.meta.breaks);
    Object.assign(this.axis, { left, width });
    this.ticks = svg.querySelector(".ticks");
    this.drawnTicks = [...this.ticks.childNodes];
    this.line = this.ticks.querySelector("line");
    this.marks = [...svg.querySelectorAll(".phase-mark")].map(one => ({ one, path: one.querySelector("path"), name: one.querySelector("text"), left: Number(one.dataset.left), right: Number(one.dataset.right), y: one.dataset.y }));
  }

  show(view) {
    const { axis } = this, whole = view.begin === 0 && view.end === axis.full;
    const from = axis.x(view.begin), to = axis.x(view.end), place = x => axis.left + ((x - from) / (to - from)) * axis.width;
    for (const { one, box } of this.windows) one.setAttribute("viewBox", `${from} ${box[1]} ${to - from} ${box[3]}`);
    for (const label of this.svg.querySelectorAll(".gap-label")) label.style.display = whole ? "" : "none";
    for (const mark of this.marks) this.moveMark(mark, place, whole);
    if (!this.line) return;
    this.ticks.replaceChildren(...(whole ? this.drawnTicks : this.newTicks(view, place)));
  }

  moveMark({ one, path, name, left, right, y }, place, whole) {
    const { axis } = this, x0 = Math.max(place(left), axis.left), x1 = Math.min(place(right), axis.left + axis.width);
    one.style.display = x1 > x0 ? "" : "none";
    path.setAttribute("d", whole ? `M${left} ${y}v-5H${right}v5` : `M${x0} ${y}v-5H${x1}v5`);
    if (!name) return;
    name.setAttribute("x", (x0 + x1) / 2);
    name.style.display = whole || x1 - x0 > LETTER * name.textContent.length ? "" : "none";
  }

  newTicks(view, place) {
    const near = new TimeAxis(this.axis.full, view.model.meta.breaks);
    Object.assign(near, { left: this.axis.left, width: this.axis.width, begin: view.begin, end: view.end });
    return near.ticks(view.offset, near.width / 110, 80).flatMap(({ time, text }) => {
      const x = place(this.axis.x(time)), line = this.line.cloneNode(), label = this.ticksLabel.cloneNode();
      line.setAttribute("x1", x);
      line.setAttribute("x2", x);
      label.setAttribute("x", x);
      label.textContent = text;
      return [line, label];
    });
  }

  get ticksLabel() { return this.drawnTicks.find(node => node.nodeName === "text"); }
}

// All figures over time. They are drawn a moment after the diagram, as many shapes take longer.
class Figures {
  constructor(model) {
    // Where the page has a part of the run only, times in the figures are others.
    this.all = model.meta.left_out ? [] : [...document.querySelectorAll("svg.figure")].filter(svg => svg.querySelector(".window") && svg.querySelector(".ticks")).map(svg => new Figure(svg, model));
    this.shown = "";
  }

  follow(view) {
    const key = `${view.begin}|${view.end}`;
    if (key === this.shown) return;
    this.shown = key;
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.all.forEach(figure => figure.show(view)), 150);
  }
}
