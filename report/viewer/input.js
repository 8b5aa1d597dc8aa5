// Mouse, wheel, keys and touch.

function pointIn(canvas, event) {
  const box = canvas.getBoundingClientRect();
  return { x: event.clientX - box.left, y: event.clientY - box.top };
}

function distanceToLine(x, y, x0, y0, x1, y1) {
  const dx = x1 - x0, dy = y1 - y0, along = Math.min(Math.max(((x - x0) * dx + (y - y0) * dy) / (dx * dx + dy * dy || 1), 0), 1);
  return Math.hypot(x - x0 - along * dx, y - y0 - along * dy);
}

// What is at a point: a mark; a message when its line is near and the point is off the bars; else an interval.
function pick(viewer, x, y) {
  const { view, model } = viewer;
  const row = view.rowAt(y);
  if (row < 0 || x < view.left || x > view.left + view.width) return null;
  const wedge = viewer.wedges.find(({ x: wx, y: wy }) => Math.hypot(x - wx, y - wy) < WEDGE + 2);
  if (wedge) return { kind: "mark", rank: wedge.rank, index: wedge.index };
  const thread = view.threadAt(row, y), barHeight = thread > 0 ? view.threadHeight : view.rowHeight;
  const onBar = Math.abs(y - view.yOf(row, thread)) < barHeight * 0.31;
  let nearest = null, distance = onBar ? 0 : 5;
  for (const line of onBar ? [] : viewer.lines) {
    const d = distanceToLine(x, y, ...endsOf(view, line));
    if (d < distance) { distance = d; nearest = line; }
  }
  if (nearest) return { kind: nearest.kind, rank: nearest.rank, index: nearest.index };
  if (thread > 0) return pickThread(viewer, x, row, thread);
  const rank = view.rows[row].ranks[0];
  if (!model.ranks[rank] || model.ranks[rank].code.length === 0) return null;
  return { kind: "interval", rank, index: model.intervalAt(rank, view.time(x)) };
}

function showTip(viewer, x, y, found) {
  const { tip, model } = viewer;
  tip.hidden = !found;
  if (!found) return;
  tip.textContent = factsOf(model, found).map(([label, text]) => (label ? label + ": " : "") + text).join("\n");
  const width = viewer.stage.clientWidth;
  tip.style.left = Math.min(x + 14, Math.max(width - tip.offsetWidth - 4, 0)) + "px";
  tip.style.top = y + 18 + "px";
}

class Gestures {
  constructor(viewer) {
    this.viewer = viewer;
    this.pointers = new Map();
    this.moved = 0;
    this.zoomFrom = null;
  }

  down(event) {
    const point = pointIn(this.viewer.canvas, event);
    this.viewer.canvas.setPointerCapture(event.pointerId);
    this.pointers.set(event.pointerId, point);
    this.moved = 0;
    this.zoomFrom = event.shiftKey ? point.x : null;
    showTip(this.viewer, 0, 0, null);
  }

  move(event) {
    const { viewer } = this, { view } = viewer, point = pointIn(viewer.canvas, event), before = this.pointers.get(event.pointerId);
    if (!before) {
      if (event.pointerType !== "touch") showTip(viewer, point.x, point.y, pick(viewer, point.x, point.y));
      if (!viewer.replay.shown && point.x >= view.left && point.x <= view.left + view.width) viewer.status.goTo(view.time(point.x));
      return;
    }
    this.moved += Math.abs(point.x - before.x) + Math.abs(point.y - before.y);
    if (this.pointers.size === 2) this.pinch(event.pointerId, point);
    else if (this.zoomFrom === null) {
      view.pan((before.x - point.x) / view.width);
      view.scrollTo(view.scroll + before.y - point.y);
      viewer.requestDraw();
    }
    this.pointers.set(event.pointerId, point);
    if (this.zoomFrom !== null) this.frame(point.x);
  }

  frame(x) {
    const { cursor, view } = this.viewer;
    cursor.hidden = false;
    cursor.classList.add("frame");
    Object.assign(cursor.style, { left: Math.min(x, this.zoomFrom) + "px", width: Math.abs(x - this.zoomFrom) + "px", top: view.top + "px", height: view.height + "px" });
  }

  pinch(id, point) {
    const { viewer } = this, { view } = viewer, other = [...this.pointers].find(([key]) => key !== id)[1], before = this.pointers.get(id);
    const middle = (point.x + other.x) / 2, factor = Math.max(Math.abs(before.x - other.x), 8) / Math.max(Math.abs(point.x - other.x), 8);
    view.zoom(Math.min(Math.max(factor, 0.5), 2), view.time(middle));
    view.pan((before.x - point.x) / 2 / view.width);
    view.scrollTo(view.scroll + (before.y - point.y) / 2);
    viewer.requestDraw();
  }

  up(event) {
    const { viewer } = this, { view } = viewer, point = pointIn(viewer.canvas, event);
    if (!this.pointers.delete(event.pointerId)) return;
    if (this.zoomFrom !== null && this.moved > 4) {
      const [from, to] = [view.time(Math.min(this.zoomFrom, point.x)), view.time(Math.max(this.zoomFrom, point.x))];
      view.setWindow(from, to);
      viewer.requestDraw();
    } else if (event.type === "pointerup" && this.moved <= (event.pointerType === "touch" ? 10 : 4) && this.pointers.size === 0) {
      if (point.x < view.left) viewer.selectRow(view.rowAt(point.y));
      else viewer.select(pick(viewer, point.x, point.y));
    }
    this.zoomFrom = null;
    viewer.cursor.classList.remove("frame");
    viewer.cursor.style.width = "";
    viewer.cursor.hidden = !viewer.hasCursor;
  }
}

// The wheel alone scrolls the page. With Ctrl (which browsers also report for a pinch on a touchpad) or the command key it
// zooms; sideways it moves the view; with Shift it moves the rows, where not all of them are in sight.
function wheel(viewer, event) {
  const { view } = viewer, amount = event.deltaMode === 1 ? 24 : 1;
  const rows = event.shiftKey && view.scrolls();
  if (event.ctrlKey || event.metaKey) view.zoom(Math.exp(Math.min(Math.max(event.deltaY * amount, -200), 200) * 0.003), Math.min(Math.max(view.time(pointIn(viewer.canvas, event).x), view.begin), view.end));
  else if (rows) view.scrollTo(view.scroll + (event.deltaY || event.deltaX) * amount);
  else if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) view.pan((event.deltaX * amount) / view.width);
  else return;
  event.preventDefault();
  showTip(viewer, 0, 0, null);
  viewer.requestDraw();
}

// From interval to interval on one rank, keeping the selected one in sight.
function stepSelection(viewer, by) {
  const { view, model, selection } = viewer;
  const rank = selection && selection.kind === "interval" ? selection.rank : view.rows[Math.max(viewer.selectedRow, 0)].ranks[0];
  const own = model.ranks[rank];
  if (!own || own.code.length === 0) return;
  const from = selection && selection.kind === "interval" ? selection.index + by : model.intervalAt(rank, view.middle());
  const index = Math.min(Math.max(from, 0), own.code.length - 1);
  if (own.time[index] < view.begin || own.time[index + 1] > view.end) {
    const [from, to] = [view.shown(own.time[index]), view.shown(own.time[index + 1])], middle = (from + to) / 2;
    const half = Math.max((view.shown(view.end) - view.shown(view.begin)) / 2, (to - from) * 0.6);
    view.setShown(middle - half, middle + half);
  }
  viewer.select({ kind: "interval", rank, index });
}

function key(viewer, event) {
  const { view } = viewer, middle = view.middle();
  const actions = {
    w: () => view.zoom(0.7, middle), s: () => view.zoom(1 / 0.7, middle), "+": () => view.zoom(0.7, middle), "-": () => view.zoom(1 / 0.7, middle),
    a: () => view.pan(-0.2), d: () => view.pan(0.2), ArrowLeft: () => view.pan(-0.1), ArrowRight: () => view.pan(0.1),
    ...(view.scrolls() ? { ArrowUp: () => view.scrollTo(view.scroll - 3 * view.rowHeight), ArrowDown: () => view.scrollTo(view.scroll + 3 * view.rowHeight) } : {}),
    f: () => view.showAll(), 0: () => view.showAll(), Home: () => view.pan(-1e9), End: () => view.pan(1e9),
    n: () => stepSelection(viewer, 1), p: () => stepSelection(viewer, -1), Escape: () => viewer.select(null),
  };
  const action = event.ctrlKey || event.metaKey || event.altKey ? null : actions[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  if (!action) return;
  event.preventDefault();
  action();
  viewer.requestDraw();
}

function listenToOverview(viewer) {
  const { overview, view } = viewer;
  const go = event => {
    if (event.buttons === 0) return;
    const at = view.shown(viewer.whole.time(pointIn(overview, event).x)), length = view.shown(view.end) - view.shown(view.begin);
    const begin = Math.min(Math.max(at - length / 2, 0), view.length - length);
    view.setShown(begin, begin + length);
    viewer.requestDraw();
  };
  overview.addEventListener("pointerdown", event => { overview.setPointerCapture(event.pointerId); go(event); });
  overview.addEventListener("pointermove", go);
}

function listen(viewer) {
  const { canvas } = viewer, gestures = new Gestures(viewer);
  canvas.addEventListener("pointerdown", event => gestures.down(event));
  canvas.addEventListener("pointermove", event => gestures.move(event));
  for (const name of ["pointerup", "pointercancel"]) canvas.addEventListener(name, event => gestures.up(event));
  canvas.addEventListener("pointerleave", () => showTip(viewer, 0, 0, null));
  canvas.addEventListener("wheel", event => wheel(viewer, event), { passive: false });
  canvas.addEventListener("dblclick", event => {
    viewer.view.zoom(0.4, viewer.view.time(pointIn(canvas, event).x));
    viewer.requestDraw();
  });
  canvas.addEventListener("keydown", event => key(viewer, event));
  listenToOverview(viewer);
}
