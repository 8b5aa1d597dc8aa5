// The view as SVG, with a bounded number of shapes: one path a state or construct, one for messages.

function escapedText(text) {
  return text.replace(/[&<>"']/g, c => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" })[c]);
}

function rowRuns(model, view, row, columns) {
  const shares = new RowShares(columns), states = STATES.length, runs = [];
  shares.clear();
  for (const rank of row.ranks) addRank(model, view, rank, shares, 1 / row.ranks.length);
  const colourOf = x => {
    if (view.colourBy === "construct") return shares.kind[x] < 0 ? (shares.kindTime[x] > 0 ? "s0" : "") : "k" + (shares.kind[x] % KINDS);
    let best = -1, most = 0;
    for (let s = 0; s < states; ++s) if (shares.shares[x * states + s] > most) { most = shares.shares[x * states + s]; best = s; }
    return best < 0 || view.hiddenStates.has(best) ? "" : "s" + best;
  };
  for (let from = 0, to; from < columns; from = to) {
    const colour = colourOf(from);
    for (to = from + 1; to < columns && colourOf(to) === colour;) ++to;
    if (colour) runs.push([colour, from, to]);
  }
  return runs;
}

function viewAsSvg(model, view, palette) {
  const columns = Math.round(view.width), round = value => value.toFixed(1).replace(/\.0$/, "");
  const paths = new Map(), parts = [], height = view.rows.length * view.rowHeight, top = 24;
  const y = row => top + (row + 0.5) * view.rowHeight;
  view.rows.forEach((row, index) => {
    for (const [colour, from, to] of rowRuns(model, view, row, columns))
      paths.set(colour, (paths.get(colour) || "") + `M${view.left + from} ${round(y(index))}H${view.left + to}`);
  });
  for (const { at, text } of axisLabels(view.begin + view.offset, view.end + view.offset, columns / 110)) {
    const x = round(view.x(at - view.offset));
    parts.push(`<path d="M${x} 16V${top + height}" stroke="${palette.faint}"/><text x="${x}" y="12" text-anchor="middle">${text}</text>`);
  }
  for (const [colour, data] of paths) {
    const fill = colour[0] === "s" ? palette.states[colour.slice(1)] : palette.kinds[colour.slice(1)];
    parts.push(`<path d="${data}" fill="none" stroke="${fill}" stroke-width="${round(view.rowHeight * 0.62)}"/>`);
  }
  const every = Math.max(1, Math.ceil(13 / view.rowHeight));
  view.rows.forEach((row, i) => {
    if (i % every === 0) parts.push(`<text x="${view.left - 6}" y="${round(y(i) + 4)}" text-anchor="end">${escapedText(row.label)}</text>`);
  });
  const { lines } = messageLines(model, view);
  const clamp = x => Math.min(Math.max(x, -2000), view.width + 4000);
  const data = lines.map(line => `M${round(clamp(view.x(line.sent)))} ${round(y(line.from))}L${round(clamp(view.x(line.received)))} ${round(y(line.to))}`).join("");
  if (data) parts.push(`<g clip-path="url(#plot)"><path d="${data}" fill="none" stroke="${palette.message}" stroke-width="0.7" stroke-opacity="0.7"/></g>`);
  const wedges = markWedges(model, view).map(({ rank, x }) => wedgePath(x, y(view.rowOfRank[rank]) - view.rowHeight * 0.31));
  if (wedges.length > 0) parts.push(`<path d="${wedges.map(points => "M" + points.map(point => point.map(round).join(" ")).join("L") + "Z").join("")}" fill="${palette.ink}"/>`);
  const width = view.left + columns + 8;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${top + height + 8}" viewBox="0 0 ${width} ${round(top + height + 8)}" ` +
    `font-family="sans-serif" font-size="11" fill="${palette.soft}"><clipPath id="plot"><rect x="${view.left}" y="${top}" width="${columns}" height="${round(height)}"/></clipPath>` +
    `<rect width="100%" height="100%" fill="${palette.paper}"/>${parts.join("\n")}</svg>\n`;
}

function download(name, type, text) {
  const link = element("a", { href: URL.createObjectURL(new Blob([text], { type })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}
