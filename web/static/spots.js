// The small squares on the tile just placed, where a figure may stand.
import { element } from "../page/dom.js";

const ROUNDS = 40;

// Moves points apart that are nearer than "least", and keeps all within a square of a side, half of "least" from its
// edges. Returns them in the same order.
export function spread(points, least, side) {
  const moved = points.map(({ x, y }, number) => ({ x: x + number * 1e-3, y: y + number * 1e-3 }));
  const within = (value) => Math.min(Math.max(value, least / 2), side - least / 2);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const one of moved) {
      for (const other of moved) {
        if (one === other) continue;
        const [x, y] = [other.x - one.x, other.y - one.y];
        const far = Math.hypot(x, y);
        if (far >= least) continue;
        const push = (least - far) / 2 / (far || 1);
        Object.assign(one, { x: within(one.x - x * push), y: within(one.y - y * push) });
        Object.assign(other, { x: within(other.x + x * push), y: within(other.y + y * push) });
      }
    }
    moved.forEach((one) => Object.assign(one, { x: within(one.x), y: within(one.y) }));
  }
  return moved;
}

// Buttons for those spots that have a place on the tile, in pixels of the screen from its corner.
export function squares(spots, { size, side, chosen, choose }) {
  const standing = spots.filter((spot) => spot.x !== null);
  const points = spread(standing.map((spot) => ({ x: spot.x * side, y: spot.y * side })), size, side);
  return standing.map((spot, number) => {
    const square = element("button", {
      type: "button", class: "square", tabindex: "-1", "aria-label": spot.label, "aria-pressed": String(spot === chosen), text: spot.key,
      title: [spot.label, spot.points].filter(Boolean).join("\n"),
    });
    Object.assign(square.style, { left: `${points[number].x - size / 2}px`, top: `${points[number].y - size / 2}px` });
    square.addEventListener("click", () => choose(spot));
    return square;
  });
}
