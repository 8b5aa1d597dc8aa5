// What stands under and over the diagram on the same scale of time: axis, phases, utilization, queues, overview.

function drawAxis(context, view, palette, height) {
  context.font = "11px system-ui, sans-serif";
  context.textAlign = "center";
  for (const { x, text } of view.ticks(view.offset, view.width / 110, 80)) {
    context.strokeStyle = palette.faint;
    context.beginPath();
    context.moveTo(x, 16);
    context.lineTo(x, height);
    context.stroke();
    context.fillStyle = palette.soft;
    context.fillText(text, Math.min(Math.max(x, view.left + 24), view.left + view.width - 30), 12);
  }
}

// With more gaps in view, their labels would stand side by side.
const MOST_LABELED_GAPS = 4;

// The breaks of the axis: hatched gaps, with the time that they stand for where there is room.
function drawBreaks(context, view, palette, top, height, labelled) {
  view.stops();
  for (const { begin, end, unrecorded } of view.gaps) {
    const x = view.x(begin), width = view.gap;
    if (width < 1) continue;
    context.save();
    context.beginPath();
    context.rect(x, top, width, height);
    context.clip();
    context.fillStyle = palette.paper;
    context.fillRect(x, top, width, height);
    context.strokeStyle = palette.soft;
    context.globalAlpha = 0.5;
    context.lineWidth = 1;
    context.beginPath();
    for (let y = top - width; y < top + height + width; y += 6) {
      context.moveTo(x, y + width);
      context.lineTo(x + width, y);
    }
    context.stroke();
    context.globalAlpha = 1;
    context.restore();
    if (!labelled || width < 10 || view.gaps.length > MOST_LABELED_GAPS) continue;
    context.font = "10px system-ui, sans-serif";
    const whole = `${unrecorded ? "not recorded" : STATE_WORDS[EXCLUDED]}: ${durationText(end - begin)}`, text = context.measureText(whole).width < height - 8 ? whole : durationText(end - begin);
    const length = context.measureText(text).width + 6;
    if (length > height - 2) continue;
    context.save();
    context.translate(x + width / 2, top + height / 2);
    context.rotate(-Math.PI / 2);
    context.fillStyle = palette.paper;
    context.fillRect(-length / 2, -width / 2, length, width);
    context.fillStyle = palette.soft;
    context.textAlign = "center";
    context.fillText(text, 0, 3.5);
    context.restore();
  }
}

// The phases of one rank, with names where they fit; behind the bars those of every rank are tinted.
function drawPhaseStrip(context, model, view, palette, rank, top, height) {
  if (rank < 0 || !model.ranks[rank]) return;
  const phases = model.ranks[rank].phases;
  let drawnUntil = -1;
  context.font = "10px system-ui, sans-serif";
  context.textAlign = "right";
  context.fillStyle = palette.soft;
  if (model.count > 1) context.fillText("rank " + rank, view.left - 6, top + height - 2);
  context.font = "600 11px system-ui, sans-serif";
  context.textAlign = "left";
  for (let i = 0; i < phases.count; ++i) {
    if (phases.end[i] < view.begin || phases.begin[i] > view.end) continue;
    const x0 = Math.max(view.x(phases.begin[i]), view.left), x1 = Math.min(view.x(phases.end[i]), view.left + view.width);
    if (x1 < drawnUntil + 0.5) continue;
    drawnUntil = x1;
    context.fillStyle = palette.kinds[model.kindOfPhase[phases.task[i]]];
    context.fillRect(x0, top, Math.max(x1 - x0, 1), 3);
    const name = model.meta.phases[phases.task[i]].label;
    // A number in front of a name, as in the paper's figure, has room sooner. Few letters of other names say nothing.
    const short = /^\d/.test(name) ? name.split(" ")[0] : name;
    drawName(context, x1 - x0 > 60 ? clipped(context, name, x1 - x0 - 4) : short, x0 + 2, top + height - 2, x1 - x0 - 2, palette.ink);
  }
}

function clipped(context, text, width) {
  let shown = text;
  while (shown.length > 1 && context.measureText(shown).width > width) shown = shown.slice(0, -2) + "\u2026";
  return shown;
}

// Draws nothing if the name does not fit.
function drawName(context, name, x, y, width, colour) {
  if (context.measureText(name).width > width) return;
  context.fillStyle = colour;
  context.fillText(name, x, y);
}

// Stacked shares of all rows in sight; `shares` has one entry a device pixel.
function drawUtilization(context, view, palette, { shares, ranks }, deviceWidth, height) {
  const states = STATES.length, step = view.width / deviceWidth;
  context.fillStyle = palette.paper;
  context.fillRect(view.left, 0, view.width, height);
  if (ranks === 0) return;
  for (let s = states - 1; s >= 0; --s) {
    if (view.hiddenStates.has(s)) continue;
    context.fillStyle = palette.states[s];
    context.beginPath();
    context.moveTo(view.left, height);
    for (let x = 0; x < deviceWidth; ++x) {
      let sum = 0;
      for (let k = 0; k <= s; ++k) if (!view.hiddenStates.has(k)) sum += shares[x * states + k];
      const y = height - (sum / ranks) * height;
      context.lineTo(view.left + x * step, y);
      context.lineTo(view.left + (x + 1) * step, y);
    }
    context.lineTo(view.left + view.width, height);
    context.fill();
  }
}

function drawQueue(context, model, view, palette, height, queue, label) {
  const points = Math.max(2, Math.round(view.width)), times = new Float64Array(points);
  for (let i = 0; i < points; ++i) times[i] = view.time(view.left + (view.width * i) / (points - 1));
  const lengths = lengthsAt(queue.sent, queue.received, times);
  let most = 0;
  for (const length of lengths) most = Math.max(most, length);
  const top = Math.max(most, 1);
  context.fillStyle = palette.queue;
  context.beginPath();
  context.moveTo(view.left, height);
  for (let i = 0; i < points; ++i) {
    const y = height - (Math.max(lengths[i], 0) / top) * (height - 12);
    context.lineTo(view.left + (i * view.width) / (points - 1), y);
  }
  context.lineTo(view.left + view.width, height);
  context.fill();
  context.fillStyle = palette.ink;
  context.font = "11px system-ui, sans-serif";
  context.textAlign = "left";
  context.fillText(most > 0 ? `${label}: at most ${countText(most)} in view` : `${label}: none in view`, view.left + 4, 10);
}

function drawStripLabel(context, palette, lines) {
  context.fillStyle = palette.soft;
  context.font = "10px system-ui, sans-serif";
  context.textAlign = "right";
  lines.forEach(([text, y]) => context.fillText(text, 42, y));
}
