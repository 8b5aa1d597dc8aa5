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

const KINDS = 8;

function readPalette() {
  const palette = { states: STATES.map(cssColour), kinds: Array.from({ length: KINDS }, (_, i) => cssColour("kind" + i)) };
  for (const name of ["paper", "ink", "soft", "faint", "panel", "message", "queue", "mark", "accent"]) palette[name] = cssColour(name);
  palette.statePixels = Uint32Array.from(palette.states, hex => pixelColour(hex));
  palette.kindPixels = Uint32Array.from(palette.kinds, hex => pixelColour(hex));
  palette.paperPixel = pixelColour(palette.paper);
  palette.tintPixels = Uint32Array.from(palette.kinds, hex => pixelColour(mixed(hex, palette.paper, 0.16)));
  return palette;
}
