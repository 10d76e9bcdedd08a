// Who holds a feature, and what it pays: below the mouse, where a finger is held, or at a cross moved with the arrow keys.
import { element } from "../page/dom.js";
import { isColumnName, place } from "../page/board.js";
import { pictureUrl } from "./pictures.js";
import { ask } from "./server.js";

const REST = 250; // milliseconds that the mouse rests
const HOLD = 450;
const PARTS = 8; // of a tile: points in the same part are asked for once
const STEP = 4; // of a tile: how far the cross moves

export class Features {
  constructor(board, hint, say) {
    Object.assign(this, { board, hint, say, known: new Map(), cells: new Map(), cross: null });
    this.tints = element("div", { class: "tints" });
    this.mark = element("div", { class: "cross", hidden: true });
    board.over.prepend(this.tints);
    board.over.append(this.mark);
    const { stage } = board;
    stage.addEventListener("pointermove", (event) => this.later(event, event.pointerType === "mouse" && !event.buttons ? REST : 0));
    stage.addEventListener("pointerdown", (event) => this.later(event, event.pointerType === "mouse" ? 0 : HOLD));
    for (const name of ["pointerleave", "pointerup", "pointercancel", "wheel"]) {
      stage.addEventListener(name, (event) => event.pointerType !== "mouse" && name === "pointerup" && this.isShown ? this.cancel() : this.hide());
    }
    stage.addEventListener("contextmenu", (event) => this.isShown && event.preventDefault());
  }

  // The cells with tiles, by the corners of these. "labels" have the names of columns and rows.
  show(game) {
    const { tile } = this.board;
    const [columns, rows] = [new Map(), new Map()];
    for (const [name, x, y] of game.board.labels) (isColumnName(name) ? columns : rows).set(Math.floor((isColumnName(name) ? x : y) / tile), name);
    this.cells.clear();
    for (const [, layer, x, y] of game.board.items) {
      const name = (columns.get(Math.floor(x / tile)) ?? "") + (rows.get(Math.floor(y / tile)) ?? "");
      if (layer === 1) this.cells.set(`${Math.floor(x / tile)} ${Math.floor(y / tile)}`, { name, x, y });
    }
    const isNew = this.version !== game.version;
    Object.assign(this, { number: game.number, version: game.version });
    if (!isNew) return;
    this.known.clear();
    if (this.cross) this.look([this.cross.x, this.cross.y]);
    else this.hide();
  }

  later(event, after) {
    if (this.cross || this.isPaused) return;
    const moved = Math.hypot(event.clientX - (this.at?.[0] ?? 0), event.clientY - (this.at?.[1] ?? 0));
    if (event.type === "pointermove" && event.pointerType !== "mouse" && moved < 6) return;
    this.hide();
    if (!after || event.target.closest(".square")) return;
    this.at = [event.clientX, event.clientY];
    this.timer = setTimeout(() => {
      const box = this.board.stage.getBoundingClientRect();
      this.look(this.board.pointAt(this.at[0] - box.left, this.at[1] - box.top));
    }, after);
  }

  cancel() {
    clearTimeout(this.timer);
  }

  hide() {
    this.cancel();
    this.wanted = null;
    this.isShown = false;
    this.hint.hidden = true;
    this.tints.replaceChildren();
  }

  async look([x, y], isSaid = false) {
    const { tile } = this.board;
    const cell = this.cells.get(`${Math.floor(x / tile)} ${Math.floor(y / tile)}`);
    if (!cell) return this.hide();
    const part = (value, corner) => (Math.floor(((value - corner) / tile) * PARTS) + 0.5) / PARTS;
    const query = new URLSearchParams({ at: cell.name, x: part(x, cell.x), y: part(y, cell.y) }).toString();
    this.wanted = query;
    if (!this.known.has(query)) this.known.set(query, ask(`games/${this.number}/feature?${query}`));
    try {
      const found = await this.known.get(query);
      if (this.wanted === query) this.tell(found, [x, y], isSaid);
    } catch {
      this.known.delete(query); // nobody waits for it
    }
  }

  tell({ text, tints, pictures }, [x, y], isSaid) {
    const { board, hint } = this;
    this.isShown = Boolean(text);
    hint.hidden = !text;
    hint.textContent = text ?? "";
    if (isSaid && text) this.say(text);
    this.tints.replaceChildren(...tints.map(([name, left, top]) => {
      const tint = element("img", { src: pictureUrl(name), alt: "" });
      place(tint, left, top, ...pictures[name]);
      return tint;
    }));
    const [right, down] = [x * board.scale + board.x, y * board.scale + board.y];
    const { clientWidth: width, clientHeight: height } = board.stage;
    const [wide, high] = [hint.offsetWidth, hint.offsetHeight];
    hint.style.left = `${Math.max(4, Math.min(right + 14, width - wide - 4))}px`;
    hint.style.top = `${down + 18 + high > height ? Math.max(4, down - high - 14) : down + 18}px`;
  }

  // A cross for people without a mouse. It begins on the last tile.
  start(last) {
    if (this.isPaused) return;
    const { tile, view } = this.board;
    this.cross = last ? { x: last.x + tile / 2, y: last.y + tile / 2 } : { x: view.x, y: view.y };
    this.step(0, 0);
  }

  step(right, down) {
    const { tile } = this.board;
    const [left, top, far, bottom] = this.board.area;
    this.cross.x = Math.min(Math.max(this.cross.x + (right * tile) / STEP, left), far);
    this.cross.y = Math.min(Math.max(this.cross.y + (down * tile) / STEP, top), bottom);
    this.mark.hidden = false;
    Object.assign(this.mark.style, { left: `${this.cross.x}px`, top: `${this.cross.y}px` });
    this.board.bring(this.cross.x - tile / 2, this.cross.y - tile / 2);
    this.look([this.cross.x, this.cross.y], true);
  }

  end() {
    this.cross = null;
    this.mark.hidden = true;
    this.hide();
  }

  // Tells nothing while the board shows another position than the one that is asked about.
  pause(isPaused) {
    this.isPaused = isPaused;
    this.end();
  }

  key(key) {
    if (!this.cross) return null;
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    if (steps[key]) return () => this.step(...steps[key]);
    return key === "Escape" ? () => this.end() : null;
  }
}
