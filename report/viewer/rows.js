// Which ranks stand in which row: filter and groups.

// "0-3, 8, 12-" to a list of ranks; null where it cannot be read. Empty: all.
function parseRanks(text, count) {
  if (text.trim() === "") return Array.from({ length: count }, (_, rank) => rank);
  const wanted = new Set();
  for (const part of text.split(",")) {
    const match = /^\s*(\d*)\s*(-?)\s*(\d*)\s*$/.exec(part);
    if (!match || (match[1] === "" && match[3] === "")) return null;
    const from = match[1] === "" ? 0 : Number(match[1]);
    const to = match[2] === "" ? from : match[3] === "" ? count - 1 : Number(match[3]);
    for (let rank = from; rank <= Math.min(to, count - 1); ++rank) wanted.add(rank);
  }
  return [...wanted].sort((a, b) => a - b);
}

function rangeText(ranks) {
  const last = ranks[ranks.length - 1];
  return ranks.length === 1 ? String(ranks[0]) : last - ranks[0] === ranks.length - 1 ? `${ranks[0]}-${last}` : `${ranks[0]}..${last}`;
}

// `grouping`: "none", "host", or a number of ranks.
function makeRows(model, filter, grouping) {
  const rows = [];
  if (grouping === "none") return filter.map(rank => ({ ranks: [rank], label: String(rank) }));
  const groups = new Map();
  for (const rank of filter) {
    const key = grouping === "host" ? model.meta.ranks[rank].host : Math.floor(rank / Number(grouping));
    if (!groups.has(key)) groups.set(key, []);
    groups.get(key).push(rank);
  }
  for (const [key, ranks] of groups) rows.push({ ranks, label: grouping === "host" ? String(key).slice(0, 9) || "?" : rangeText(ranks) });
  return rows;
}
