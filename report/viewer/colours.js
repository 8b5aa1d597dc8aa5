// Colours come from the style sheet, so that light, dark and print are decided in one place.

function cssColour(name) {
  return getComputedStyle(document.documentElement).getPropertyValue("--" + name).trim() || "#888888";
}

// As the 32 bits of a canvas pixel on a little-endian machine.
function pixelColour(hex, alpha = 255) {
  const value = parseInt(hex.slice(1), 16);
  return ((alpha << 24) | ((value & 255) << 16) | (value & 0xff00) | (value >> 16)) >>> 0;
}

function mixed(hex, other, share) {
  const a = parseInt(hex.slice(1), 16), b = parseInt(other.slice(1), 16);
  const part = shift => Math.round(((a >> shift) & 255) * share + ((b >> shift) & 255) * (1 - share));
  return "#" + ((1 << 24) | (part(16) << 16) | (part(8) << 8) | part(0)).toString(16).slice(1);
}

// A kind is a colour and a hatching: no two constructs look alike. What is beyond the last kind is "others".
const COLOURS = 8, KINDS = 3 * COLOURS;
const HATCHINGS = [() => false, (x, y) => (x + y) % 8 < 3, (x, y) => (x - y + 8000) % 8 < 3];

// The sites that intervals have, in their order, each with a kind of its own; those that do not fit are others.
function kindsOfSites(meta) {
  const used = [...new Set(meta.codes.map(code => code[0]))].filter(site => site >= 0).sort((a, b) => a - b);
  const kinds = new Uint8Array(meta.sites.length).fill(KINDS), own = used.length > KINDS ? KINDS - 1 : KINDS;
  used.slice(0, own).forEach((site, i) => { kinds[site] = i; });
  return kinds;
}

// The swatch of a kind, as a CSS background.
function kindBackground(palette, kind) {
  const colour = palette.kinds[kind];
  if (kind < COLOURS || kind >= KINDS) return colour;
  return `repeating-linear-gradient(${kind < 2 * COLOURS ? 135 : 45}deg, ${colour} 0 3px, ${palette.paper} 3px 5px)`;
}

function readPalette() {
  const palette = { states: STATES.map(cssColour), kinds: Array.from({ length: KINDS + 1 }, (_, i) => cssColour(i < KINDS ? "kind" + (i % COLOURS) : "others")) };
  for (const name of ["paper", "ink", "soft", "faint", "panel", "message", "queue", "mark", "accent"]) palette[name] = cssColour(name);
  // Without the two lightest shades, which look like links that are not in use.
  palette.links = Array.from({ length: LINK_SHADES }, (_, i) => cssColour("shade" + (i + 2)));
  palette.statePixels = Uint32Array.from(palette.states, hex => pixelColour(hex));
  palette.kindPixels = Uint32Array.from(palette.kinds, hex => pixelColour(hex));
  // Host code is no construct, and has no color of one.
  palette.hostCodePixel = pixelColour(palette.faint);
  palette.paperPixel = pixelColour(palette.paper);
  // The colour of a kind at a device pixel.
  palette.pixelOfKind = (kind, x, y) => (kind >= COLOURS && kind < KINDS && HATCHINGS[Math.floor(kind / COLOURS)](x, y) ? palette.paperPixel : palette.kindPixels[kind]);
  palette.tintPixels = Uint32Array.from(palette.kinds, hex => pixelColour(mixed(hex, palette.paper, 0.16)));
  return palette;
}
