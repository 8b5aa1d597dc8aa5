// Small helpers to make elements; all text goes in as text.

function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key === "text") made.textContent = value;
    else if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (value === true) made.setAttribute(key, "");
    else if (value !== false && value !== null) made.setAttribute(key, value);
  }
  made.append(...children);
  return made;
}

function factsTable(facts) {
  return element("table", {}, element("tbody", {}, ...facts.map(([label, text]) =>
    element("tr", {}, element("th", { scope: "row", text: label }), element("td", { text })))));
}

function swatch(background) {
  const made = element("span", { class: "swatch" });
  made.style.background = background;
  return made;
}

function toggle(label, pressed, onclick, colour, title = null) {
  const button = element("button", { type: "button", "aria-pressed": String(pressed), title, onclick: () => {
    const now = button.getAttribute("aria-pressed") !== "true";
    button.setAttribute("aria-pressed", String(now));
    onclick(now);
  } });
  if (colour) button.append(swatch(colour));
  button.append(label);
  return button;
}
