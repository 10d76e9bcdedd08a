// The cells that light up, and going from one to another with the arrow keys.
import { place } from "../page/board.js";
import { element, filled } from "../page/dom.js";

const DIRECTIONS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const ASIDE = 3; // how much farther something counts that lies aside

// Draws a button for each cell. "choose" is called with the cell that is pressed.
export class Cells {
  constructor(layer, tile, texts, choose) {
    Object.assign(this, { layer, tile, texts, choose, found: [] });
  }

  show(cells) {
    const focused = this.focused();
    this.found = cells.map((cell) => {
      const button = element("button", { type: "button", class: "cell", tabindex: "-1" }, element("span", { text: cell.cell }));
      place(button, cell.x, cell.y, this.tile, this.tile);
      button.addEventListener("click", () => this.choose(cell));
      return { cell, button };
    });
    this.layer.replaceChildren(...this.found.map((one) => one.button));
    const again = this.found.find((one) => one.cell.cell === focused?.cell.cell);
    (again ?? this.found[0])?.button.setAttribute("tabindex", "0");
    if (focused) (again ?? this.found[0])?.button.focus({ preventScroll: true });
  }

  // Marks where the tile fits as it is turned now, and which cell it lies on.
  mark(rotation, chosen) {
    for (const { cell, button } of this.found) {
      const fits = cell.rotations.includes(rotation);
      button.classList.toggle("turn", !fits);
      button.classList.toggle("chosen", cell === chosen);
      button.setAttribute("aria-label", filled(fits ? this.texts.cell_fits : this.texts.cell_fits_turned, { cell: cell.cell }));
      button.title = fits ? "" : this.texts.turn_to_fit;
    }
  }

  focused() {
    return this.found.find((one) => one.button === document.activeElement);
  }

  // The cell whose middle is nearest to a point, if it isn't farther than "reach".
  near(x, y, reach) {
    const far = ({ cell }) => Math.hypot(cell.x + this.tile / 2 - x, cell.y + this.tile / 2 - y);
    const nearest = this.found.reduce((best, one) => (best && far(best) <= far(one) ? best : one), null);
    return nearest && far(nearest) <= reach ? nearest.cell : null;
  }

  // Goes to the nearest cell in a direction, and returns it.
  move(key, from) {
    const [right, down] = DIRECTIONS[key];
    const start = this.focused()?.cell ?? from;
    const far = ({ cell }) => {
      const [x, y] = [cell.x - start.x, cell.y - start.y];
      const [ahead, aside] = [x * right + y * down, Math.abs(x * down) + Math.abs(y * right)];
      return ahead > 0 ? ahead + ASIDE * aside : Infinity;
    };
    let next = this.found[0];
    if (start) next = this.found.reduce((best, one) => (far(one) < far(best) ? one : best), { cell: start });
    if (!next?.button) return this.focused()?.cell;
    this.found.forEach((one) => one.button.setAttribute("tabindex", one === next ? "0" : "-1"));
    next.button.focus({ preventScroll: true });
    return next.cell;
  }
}

export const isArrow = (key) => key in DIRECTIONS;
