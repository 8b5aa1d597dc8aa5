// Numbers for people, as the sheet writes them.

function threeDigits(value) {
  const size = Math.abs(value);
  return size >= 99.95 ? value.toFixed(0) : size >= 9.995 ? value.toFixed(1) : value.toFixed(2);
}

function durationText(ns) {
  const size = Math.abs(ns);
  if (size === 0) return "0 s";
  if (size < 999.5) return ns.toFixed(0) + " ns";
  if (size < 999.5e3) return threeDigits(ns / 1e3) + " us";
  if (size < 999.5e6) return threeDigits(ns / 1e6) + " ms";
  return threeDigits(ns / 1e9) + " s";
}

// A point in time: to the nanosecond, in a unit that suits the whole run.
function timeText(ns) {
  return ns < 1e6 ? (ns / 1e3).toFixed(3) + " us" : ns < 1e9 ? (ns / 1e6).toFixed(6) + " ms" : (ns / 1e9).toFixed(9) + " s";
}

function bytesText(bytes) {
  const units = ["B", "KiB", "MiB", "GiB", "TiB", "PiB"];
  let unit = 0;
  while (bytes >= 1024 && unit + 1 < units.length) { bytes /= 1024; ++unit; }
  return (unit === 0 ? bytes.toFixed(0) : threeDigits(bytes)) + " " + units[unit];
}

function countText(count) { return String(Math.round(count)).replace(/\B(?=(\d{3})+(?!\d))/g, count < 10000 ? "" : " "); }

function percentText(part, whole) { return (whole > 0 ? (100 * part) / whole : 0).toFixed(2) + " %"; }

// A round step that divides a length into about `wanted` parts.
function roundStep(length, wanted) {
  const raw = length / Math.max(wanted, 1), power = Math.pow(10, Math.floor(Math.log10(raw)));
  return [1, 2, 5, 10].map(factor => factor * power).find(size => size >= raw) || power * 10;
}

// Writes the labels of a time axis: one unit for all, as many digits as the steps need.
function axisUnit(end, step) {
  const [size, name] = [[1e9, "s"], [1e6, "ms"], [1e3, "us"], [1, "ns"]].find(([ns]) => end >= 2 * ns) || [1, "ns"];
  const digits = Math.max(0, Math.min(9, -Math.floor(Math.log10(step / size) + 1e-9)));
  return at => (at / size).toFixed(digits) + " " + name;
}
