// Choosing a turn: a cell, how the tile is turned, a figure or nobody, Confirm. The bot says what is allowed.
import { place } from "../page/board.js";
import { button, element, filled } from "../page/dom.js";
import { Cells, isArrow } from "./cells.js";
import { icon } from "./icons.js";
import { pictureUrl } from "./pictures.js";
import { ask } from "./server.js";
import { squares } from "./spots.js";

export const coarse = matchMedia("(pointer: coarse)");
const SQUARE = { fine: 26, coarse: 34 };
const LEAST_TILE = { fine: 48, coarse: 64 }; // how large the tile is on the board at least, in pixels of the screen
const SIGN = /^[\u2460-\u2473] /; // the spot's number, which the key says already
const FINGER = 24; // how far a finger may miss the middle of a small cell, in pixels of the screen
const TAP = 400; // milliseconds: who holds a finger longer looks at a feature
const ROOM = 3.4; // squares are shown on a tile that is so many of them wide

// A finger needs more room than a mouse.
const sized = (sizes) => (coarse.matches ? sizes.coarse : sizes.fine);

export class TurnChoice {
  // "parts" are elements of the page: hand, prompt, choices, acts. "play" plays a turn, and "say" tells something.
  constructor(board, texts, parts, { play, say }) {
    Object.assign(this, { board, texts, parts, play, say, game: null, isBusy: false, asked: new Map() });
    this.rotation = 0;
    const cells = element("div", { class: "cells" });
    this.laid = element("div", { class: "laid", hidden: true });
    board.over.append(cells, this.laid);
    this.cells = new Cells(cells, board.tile, texts, (cell) => this.put(cell));
    this.arrow = button("", texts.rotate, () => this.rotate(), { class: "arrow", "aria-keyshortcuts": "R" });
    this.nobody = button("✗", texts.nobody, () => this.choose(this.nobodySpot()), { class: "nobody", "aria-keyshortcuts": "X" });
    this.confirm = button(texts.confirm, texts.confirm, () => this.finish(), { class: "confirm" });
    this.confirm.removeAttribute("aria-label");
    this.arrow.append(icon("turn"));
    this.tile = element("div", { class: "tile" });
    this.left = element("span", { class: "tilesLeft" });
    parts.hand.append(this.arrow, this.tile, this.left);
    parts.acts.append(this.confirm, this.nobody);
    board.stage.addEventListener("pointerdown", (event) => (this.pressed = event.timeStamp));
    board.stage.addEventListener("click", (event) => this.near(event));
  }

  // On a small board, a finger may press beside a cell.
  near(event) {
    if (!coarse.matches || event.timeStamp - this.pressed > TAP || event.target.closest("button")) return;
    const box = this.board.stage.getBoundingClientRect();
    const cell = this.cells.near(...this.board.pointAt(event.clientX - box.left, event.clientY - box.top), FINGER / this.board.scale);
    if (cell) this.put(cell);
  }

  get canPlay() {
    return Boolean(this.game?.you.isToMove && this.game.hand && this.game.cells.length && !this.game.you.question);
  }

  // Shows another state of the game. What was chosen stays as long as no turn was played.
  show(game) {
    const could = this.canPlay && this.game.number === game.number && this.game.ply === game.ply;
    this.game = game;
    const isSame = could && this.canPlay;
    this.left.textContent = game.isOver ? "" : game.tilesLeft;
    if (isSame) return this.draw();
    const isFocused = this.cells.focused() || this.laid.contains(document.activeElement);
    this.asked.clear();
    this.isBusy = false;
    this.forget();
    this.rotation = Number(Object.keys(game.hand?.pictures ?? { 0: "" })[0]);
    this.cells.show(this.canPlay ? game.cells : []);
    if (isFocused) this.board.stage.focus({ preventScroll: true });
    this.draw();
  }

  // Without a cell, as at the beginning of a turn.
  forget() {
    Object.assign(this, { cell: null, spots: null, spot: null });
    this.restore();
  }

  // The view that was there before the tile was placed. A board that was shown whole is whole again.
  restore() {
    const [view, isWhole] = this.before ?? [];
    this.before = null;
    if (view) this.board.glide(isWhole ? this.board.wholeView() : view, isWhole);
  }

  rotations() {
    return this.cell ? this.cell.rotations : Object.keys(this.game.hand.pictures).map(Number);
  }

  rotate() {
    if (!this.canPlay || this.isBusy) return;
    const all = this.rotations();
    this.rotation = all[(all.indexOf(this.rotation) + 1) % all.length];
    if (this.cell) this.ask();
    this.draw();
    const text = this.cell ? this.texts.laid : this.texts.turned;
    this.say(filled(text, { cell: this.cell?.cell ?? "", rotation: this.rotation }));
  }

  // A second press on the same cell turns the tile.
  put(cell) {
    if (!this.canPlay || this.isBusy) return;
    if (cell === this.cell) return this.rotate();
    this.cell = cell;
    if (!cell.rotations.includes(this.rotation)) [this.rotation] = cell.rotations;
    this.before ??= [this.board.view, this.board.isWhole];
    this.ask();
    this.draw();
    this.board.bring(cell.x, cell.y, sized(LEAST_TILE));
  }

  // Asks the bot where a figure may stand.
  async ask() {
    const wanted = [this.game.number, this.game.ply, this.cell.cell, this.rotation].join(" ");
    Object.assign(this, { spots: null, spot: null, wanted });
    const query = new URLSearchParams({ ply: this.game.ply, at: this.cell.cell, rotation: this.rotation });
    if (!this.asked.has(wanted)) this.asked.set(wanted, ask(`games/${this.game.number}/spots?${query}`));
    try {
      const found = await this.asked.get(wanted);
      if (this.wanted !== wanted || !this.cell) return;
      this.spots = found;
      if (!found.spots.length) this.spot = this.nobodySpot();
      this.draw();
    } catch (error) {
      this.asked.delete(wanted);
      if (this.wanted !== wanted || !this.cell) return;
      this.forget();
      this.draw();
      this.say(error.status ? error.message : this.texts.offline, true);
    }
  }

  nobodySpot() {
    return this.spots && { turn: this.spots.nobody, key: "X", short: this.texts.nobody, points: this.spots.nobodyPoints, figure: null };
  }

  choose(spot) {
    if (!spot || this.isBusy) return;
    this.spot = spot;
    this.draw();
  }

  async finish() {
    if (!this.spot || this.isBusy) return;
    this.isBusy = true;
    this.draw();
    const { number, ply } = this.game;
    const isDone = await this.play(ply, this.spot.turn);
    if (this.game.number !== number || this.game.ply !== ply) return; // what is there now is another turn
    this.isBusy = false;
    if (isDone) {
      Object.assign(this, { cell: null, spots: null, spot: null });
      this.game = { ...this.game, you: { ...this.game.you, isToMove: false } }; // until the bot sends the game
      this.cells.show([]);
      this.restore();
    }
    this.draw();
  }

  back() {
    if (!this.cell || this.isBusy) return false;
    if (this.spot && this.spots?.spots.length) this.spot = null;
    else this.forget();
    this.draw();
    return true;
  }

  key(key) {
    if (!this.canPlay) return null;
    if (isArrow(key)) return () => this.move(key);
    if (key === "Enter") return () => this.enter();
    if (key === "Escape") return this.cell && (() => this.back());
    if (/^r$/i.test(key)) return () => this.rotate();
    if (!this.cell) return null;
    if (/^x$/i.test(key)) return () => this.choose(this.nobodySpot());
    const spot = this.spots?.spots.find((one) => one.key === key.toLowerCase());
    if (spot) return () => this.choose(spot);
    return /^[1-9]$/.test(key) ? () => this.explain() : null; // no other size of the view while numbers mean figures
  }

  move(key) {
    const { view, tile } = this.board;
    const cell = this.cells.move(key, this.cell ?? { x: view.x - tile / 2, y: view.y - tile / 2 });
    if (cell) this.board.bring(cell.x, cell.y);
  }

  enter() {
    const focused = this.cells.focused()?.cell;
    if (focused && focused !== this.cell) this.put(focused);
    else if (this.spot) this.finish();
    else this.explain();
  }

  explain() {
    this.say(this.cell ? this.texts.choose_figure_keys : this.texts.choose_cell_keys);
  }

  draw() {
    const { game, texts, parts, cell, spot, spots, canPlay } = this;
    parts.turn.classList.toggle("playing", canPlay);
    parts.turn.classList.toggle("placed", Boolean(cell));
    this.arrow.hidden = !canPlay;
    this.arrow.disabled = this.isBusy || (canPlay ? this.rotations().length : 0) < 2;
    this.nobody.hidden = this.confirm.hidden = !canPlay;
    this.nobody.disabled = this.isBusy || !spots;
    this.nobody.setAttribute("aria-pressed", String(Boolean(spot && !spot.figure && spot.key === "X")));
    this.confirm.disabled = this.isBusy || !spot;
    const hand = game.hand?.pictures[this.rotation] ?? game.hand?.pictures[0];
    this.tile.hidden = !hand;
    if (hand) this.drawTile(this.tile, hand, filled(texts.tile_in_hand, { tile: game.hand.name }), this.tile.clientWidth, 1);
    this.cells.mark(this.rotation, cell);
    this.drawLaid(hand);
    this.drawChoices();
    const prompt = this.prompt();
    if (parts.prompt.textContent !== prompt) parts.prompt.textContent = prompt;
    parts.prompt.hidden = !prompt;
  }

  prompt() {
    const { texts, cell, spots, spot } = this;
    if (!this.canPlay) return this.game.you.seat === null && !this.game.isOver ? texts.watching : "";
    if (!cell) return texts.choose_cell;
    if (!spots) return texts.wait;
    const turn = cell.rotations.length > 1 ? texts.or_turn : "";
    if (!spot) return [texts.choose_figure, turn].filter(Boolean).join(" ");
    const chosen = spot.key === "X" ? texts.nobody_chosen : `${spot.label.replace(SIGN, "")}.`;
    return [chosen, spot.points, texts.press_confirm].filter(Boolean).join(" ");
  }

  // The tile on its cell.
  drawLaid(hand) {
    const { cell, laid, board } = this;
    laid.hidden = !cell;
    this.drawnAt = board.scale;
    if (!cell) return laid.replaceChildren();
    place(laid, cell.x, cell.y, board.tile, board.tile);
    this.drawTile(laid, this.spots?.picture ?? hand, "", board.tile * board.scale, board.scale);
  }

  // A tile with squares where a figure may stand, if it's large enough, and the figure that was chosen. It is "side"
  // wide on the screen, where "scale" is how large what is inside it is shown.
  drawTile(parent, name, alt, side, scale) {
    const { spots, spot, board } = this;
    const parts = [element("img", { src: pictureUrl(name), alt, "data-rotation": this.rotation })];
    if (spot?.figure) {
      const [width, height] = spots.pictures[spot.figure].map((length) => ((length / board.tile) * side) / scale);
      const figure = element("img", { src: pictureUrl(spot.figure), alt: "", class: "figure" });
      place(figure, (spot.x * side) / scale - width / 2, (spot.y * side) / scale - height / 2, width, height);
      parts.push(figure);
    }
    const size = sized(SQUARE);
    if (spots && side >= ROOM * size) {
      const all = squares(spots.spots, { size, side, chosen: spot, choose: (one) => this.choose(one) });
      const marks = element("div", { class: "squares" }, ...all);
      marks.style.setProperty("--square", `${size}px`);
      parts.push(marks);
    }
    parent.replaceChildren(...parts);
  }

  // The same in words, each as a button.
  drawChoices() {
    const { spots, spot, parts, texts } = this;
    const focused = parts.choices.contains(document.activeElement) ? document.activeElement.dataset.key : null;
    const noted = (notes) => notes.map((note) => element("p", { class: "note", text: note }));
    if (this.canPlay && !this.cell) return parts.choices.replaceChildren(...noted(this.game.hand.notes));
    const offered = spots ? [...spots.spots, { ...this.nobodySpot(), label: texts.nobody }] : [];
    parts.choices.replaceChildren(...offered.map((one) => {
      const made = element("button", { type: "button", class: "choice", "data-key": one.key, "aria-pressed": String(one.turn === spot?.turn) },
        element("kbd", { text: one.key }), element("span", {}, element("span", { class: "what", text: one.label.replace(SIGN, "") }),
          element("span", { class: "pays", text: one.points })));
      made.addEventListener("click", () => this.choose(one.key === "X" ? this.nobodySpot() : one));
      return made;
    }), ...noted(spots?.notes ?? []));
    if (focused) parts.choices.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
  }

  // The squares have the same size on the screen, however large the tile is.
  onLook() {
    if (this.cell && this.spots && this.drawnAt !== this.board.scale) this.draw();
  }
}
