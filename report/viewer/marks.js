// The user's marks: a wedge on the upper edge of the rank's bar, with its number where there is room.

const WEDGE = 4;

// Wedges to draw, {rank, index, x, y}: of those that would stand on each other the first.
function markWedges(model, view) {
  const wedges = [];
  if (!model.hasMarks || !view.showMarks) return wedges;
  for (const row of view.rows) for (const rank of row.ranks) {
    if (!model.ranks[rank]) continue;
    const [from, to] = model.marksIn(rank, view.begin, view.end), { time } = model.ranks[rank].marks;
    const y = view.yOfRow(view.rowOfRank[rank]) - view.rowHeight * 0.31;
    for (let i = from; i < to;) {
      const x = view.x(time[i]);
      wedges.push({ rank, index: i, x, y });
      i = gallop(time, to, view.time(x + 1), i, 1) + 1;
    }
  }
  return wedges;
}

function wedgePath(x, y) { return [[x - WEDGE, y - WEDGE], [x + WEDGE, y - WEDGE], [x, y + WEDGE]]; }

function drawMarks(context, model, view, palette, wedges) {
  context.fillStyle = palette.ink;
  context.strokeStyle = palette.paper;
  context.lineWidth = 1;
  context.beginPath();
  for (const { x, y } of wedges) {
    wedgePath(x, y).forEach(([px, py], i) => (i === 0 ? context.moveTo(px, py) : context.lineTo(px, py)));
    context.closePath();
  }
  context.stroke();
  context.fill();
  if (view.rowHeight < 22) return;
  context.font = "10px system-ui, sans-serif";
  context.textAlign = "left";
  wedges.forEach(({ rank, index, x, y }, i) => {
    const next = wedges[i + 1], text = String(model.ranks[rank].marks.number[index]);
    if (!next || next.rank !== rank || next.x - x > context.measureText(text).width + 3 * WEDGE) context.fillText(text, x + WEDGE + 1, y + 2);
  });
}
