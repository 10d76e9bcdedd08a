// Everybody's scores over time as curves, with the players' numbers at their ends.
import { element } from "./dom.js";

const END_GAP = 13.5; // the least distance of two numbers, in percent of the height

function line(name, attributes) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

// "rows" has a list of scores for each turn. Returns a function that marks a turn.
export function scoreChart(parent, rows, players, label) {
  const most = Math.max(1, ...rows.flat());
  const height = (score) => 100 - (100 * Math.max(0, score)) / most;
  const at = (turn) => (rows.length > 1 ? (100 * turn) / (rows.length - 1) : 0);
  const drawing = line("svg", { viewBox: "0 0 100 100", preserveAspectRatio: "none", "aria-hidden": "true" });
  players.forEach((player, seat) => {
    const points = rows.map((row, turn) => `${at(turn).toFixed(2)},${height(row[seat]).toFixed(1)}`).join(" ");
    const curve = line("polyline", { points });
    curve.style.stroke = player.colour;
    drawing.append(line("polyline", { points, class: "under" }), curve);
  });
  const now = line("line", { class: "now", y1: 0, y2: 100 });
  drawing.append(now);
  const ends = numbersAtEnds(rows.at(-1), players, height);
  parent.replaceChildren(element("div", { class: "chart", role: "img", "aria-label": label }, drawing,
    element("span", { class: "most", text: most }), element("span", { class: "least", text: "0" }), ...ends));
  return (turn) => ["x1", "x2"].forEach((end) => now.setAttribute(end, at(turn)));
}

// Moved apart where curves end side by side.
function numbersAtEnds(scores, players, height) {
  let level = 100 + END_GAP;
  const seats = players.map((_, seat) => seat).sort((one, other) => scores[one] - scores[other]);
  return seats.map((seat) => {
    level = Math.min(height(scores[seat]), level - END_GAP);
    const end = element("span", { class: "end", text: players[seat].number });
    Object.assign(end.style, { top: `${level}%`, background: players[seat].plate, color: players[seat].digit });
    return end;
  });
}
