// The signs on buttons, as lines of a square of 24.

const LINES = {
  menu: "M4 7h16M4 12h16M4 17h16",
  fold: "M5 9l7 7 7-7",
  past: "M4 4v5h5M4.5 9a8 8 0 1 1-.5 4M12 8v4l3 2",
  theme: "M12 4a8 8 0 1 0 0 16zM12 4a8 8 0 0 1 0 16",
  sound: "M6 17V11a6 6 0 0 1 12 0v6l1.5 1h-15zM10 20.5a2 2 0 0 0 4 0",
  help: "M12 3a9 9 0 1 0 0 18 9 9 0 1 0 0-18M9.2 9.5a2.8 2.8 0 1 1 4.4 2.3c-1.1.7-1.6 1.2-1.6 2.4M12 17v.6",
  keys: "M3 7h18v10H3zM6 10h1M9.5 10h1M13 10h1M17 10h1M7 14h10",
  out: "M10 5H5v14h14v-5M13 4h7v7M20 4l-9 9",
  review: "M4 4v16h16M7 15l4-5 3 3 5-7",
  turn: "M19 12a7 7 0 1 1-2.6-5.4M17.5 2.5v5h-5",
};

export function icon(name) {
  const [drawing, line] = ["svg", "path"].map((one) => document.createElementNS("http://www.w3.org/2000/svg", one));
  drawing.setAttribute("viewBox", "0 0 24 24");
  drawing.setAttribute("aria-hidden", "true");
  drawing.setAttribute("class", `icon ${name}`);
  line.setAttribute("d", LINES[name]);
  drawing.append(line);
  return drawing;
}
