// A board of pictures that people move and zoom by hand. Lengths on the board are those of its tiles; "screen" means
// CSS pixels from the upper left corner of the stage, which is the element that shows a part of the board.
import { element, still } from "./dom.js";

const LAYERS = 5;
const TILES = 1;
const FEWEST_TILES = 1.5;
const BEYOND = 1.6;
const LARGEST_WHOLE = 150; // a tile of a whole board, on the screen
const DRAG = 6;
const RULER = 22;
const HUNDRED_MS = 100;

export class Board {
  // "scale" is how many pixels of the screen a pixel of the board takes. "onLook" is called when the view is another one
  // and the board rests.
  constructor(stage, tile) {
    Object.assign(this, { stage, tile, onLook: () => {}, shown: new Map(), isWhole: true, isDragged: false });
    this.padding = [RULER, RULER, RULER, RULER]; // what the whole board leaves free: top, right, bottom, left
    this.world = element("div", { class: "world" });
    this.layers = Array.from({ length: LAYERS }, () => element("div", { class: "layer" }));
    this.shadows = element("div", { class: "layer shadows" });
    this.frames = element("div", { class: "layer frames" });
    this.over = element("div", { class: "layer over" }); // what a page adds, in lengths of the board
    const [ground, ...others] = this.layers;
    this.world.append(ground, this.shadows, ...others, this.frames, this.over);
    this.rulers = ["columns", "rows"].map((name) => element("div", { class: `ruler ${name}`, "aria-hidden": "true" }));
    stage.append(this.world, ...this.rulers);
    stage.style.setProperty("--tile", `${tile}px`);
    this.pointers = new Map();
    this.setArea([0, 0, tile, tile]);
    listen(this);
    new ResizeObserver(() => (this.isWhole ? this.whole() : this.look(this.view))).observe(stage);
  }

  // The whole board: left, top, right, bottom.
  setArea(area) {
    this.area = area;
    this.view ??= { x: (area[0] + area[2]) / 2, y: (area[1] + area[3]) / 2, scale: 1 };
    if (this.isWhole) this.whole();
  }

  // The names of columns and rows: [name, x, y]. They stand at the board's edges, or at the stage's if those aren't seen.
  setLabels(labels) {
    const key = JSON.stringify(labels);
    if (key === this.labels) return;
    this.labels = key;
    const isColumn = ([name]) => isColumnName(name);
    const middles = [labels.filter(isColumn).map(([name, x]) => [name, x]),
      labels.filter((one) => !isColumn(one)).map(([name, , y]) => [name, y])];
    this.marks = middles.map((found) => [...new Map(found)].map(([text, middle]) => ({ text, middle })));
    this.edges = [Math.min(...labels.filter(isColumn).map(([, , y]) => y)),
      Math.min(...labels.filter((one) => !isColumn(one)).map(([, x]) => x))];
    this.marks.forEach((marks, across) => {
      for (const mark of marks) mark.element = element("span", { text: mark.text });
      this.rulers[across].replaceChildren(...marks.map((mark) => mark.element));
    });
    this.placed = null;
    this.look(this.view, this.isWhole);
  }

  // Shows exactly these items: {src, layer, x, y, width, height, theme}. Only what is different is touched.
  draw(items) {
    const wanted = new Map(items.map((item) => [[item.src, item.layer, item.x, item.y, item.theme].join(" "), item]));
    for (const [key, elements] of this.shown) {
      if (wanted.has(key)) continue;
      elements.forEach((one) => one.remove());
      this.shown.delete(key);
    }
    for (const [key, item] of wanted) if (!this.shown.has(key)) this.shown.set(key, this.added(item));
  }

  added(item) {
    const attributes = { src: item.src, alt: "", draggable: "false", decoding: "sync" };
    const picture = element("img", { ...attributes, class: item.theme ? `only-${item.theme}` : undefined });
    place(picture, item.x, item.y, item.width, item.height);
    if (item.layer > TILES) picture.style.zIndex = Math.round(item.y + item.height);
    this.layers[item.layer].append(picture);
    if (item.layer !== TILES) return [picture];
    const [shadow, drop] = [element("div"), this.tile / 18];
    place(shadow, item.x + drop, item.y + drop, item.width, item.height);
    this.shadows.append(shadow);
    return [picture, shadow];
  }

  // Marks tiles by their upper left corners: {x, y, colour, text}; the text stands in a corner.
  frame(tiles) {
    this.frames.replaceChildren(...tiles.map(({ x, y, colour, text }) => {
      const frame = element("div", { class: "frame" }, ...(text ? [element("span", { text })] : []));
      place(frame, x, y, this.tile, this.tile);
      frame.style.setProperty("--mover", colour);
      return frame;
    }));
  }

  // The view: the point of the board in the middle of the stage, and the scale.
  look(view, isWhole = false) {
    const { clientWidth: width, clientHeight: height } = this.stage;
    if (!width || !height) return;
    const [left, top, right, bottom] = this.area;
    const scale = clamp(view.scale, this.wholeScale() / BEYOND, Math.min(width, height) / (FEWEST_TILES * this.tile));
    this.view = { x: clamp(view.x, left, right), y: clamp(view.y, top, bottom), scale };
    this.isWhole = isWhole;
    // A tile has a whole number of the screen's pixels, so that no gaps show between tiles.
    const dots = devicePixelRatio || 1;
    this.scale = Math.max(1, Math.round(this.tile * scale * dots)) / (this.tile * dots);
    this.x = Math.round((width / 2 - this.view.x * this.scale) * dots) / dots;
    this.y = Math.round((height / 2 - this.view.y * this.scale) * dots) / dots;
    this.world.style.transform = `translate(${this.x}px, ${this.y}px) scale(${this.scale})`;
    this.moveRulers();
    if (!this.rest) this.settle();
  }

  // What changes with the scale is painted anew only when the board rests.
  settle() {
    if (this.settled !== this.scale) this.over.style.setProperty("--scale", this.scale);
    this.settled = this.scale;
    this.onLook();
  }

  moveRulers() {
    if (!this.marks) return;
    const isNew = this.placed !== this.scale;
    this.placed = this.scale;
    const every = Math.ceil(RULER * 0.72 / (this.tile * this.scale));
    this.rulers.forEach((ruler, across) => {
      const edge = Math.max(0, this.edges[across] * this.scale + (across ? this.x : this.y) - RULER / 2);
      ruler.classList.toggle("stuck", edge === 0);
      ruler.style.transform = across ? `translate(${edge}px, ${this.y}px)` : `translate(${this.x}px, ${edge}px)`;
      if (!isNew) return;
      this.marks[across].forEach((mark, number) => {
        mark.element.hidden = number % every !== 0;
        mark.element.style[across ? "top" : "left"] = `${mark.middle * this.scale}px`;
      });
    });
  }

  wholeScale() {
    const [left, top, right, bottom] = this.area;
    const [above, beside, below, before] = this.padding;
    const { clientWidth: width, clientHeight: height } = this.stage;
    const scale = Math.min((width - beside - before) / (right - left), (height - above - below) / (bottom - top));
    return Math.min(scale, LARGEST_WHOLE / this.tile);
  }

  wholeView() {
    const [left, top, right, bottom] = this.area;
    const [above, beside, below, before] = this.padding;
    const scale = this.wholeScale();
    return { x: (left + right + (beside - before) / scale) / 2, y: (top + bottom + (below - above) / scale) / 2, scale };
  }

  whole() {
    this.look(this.wholeView(), true);
  }

  // Zooms about a point of the screen, which stays where it is; about the middle if there is none.
  zoom(factor, x = this.stage.clientWidth / 2, y = this.stage.clientHeight / 2) {
    const before = this.pointAt(x, y);
    this.look({ ...this.view, scale: this.view.scale * factor });
    const after = this.pointAt(x, y);
    this.look({ ...this.view, x: this.view.x + before[0] - after[0], y: this.view.y + before[1] - after[1] });
  }

  // Where a point of the screen is on the board.
  pointAt(x, y) {
    return [(x - this.x) / this.scale, (y - this.y) / this.scale];
  }

  // Shows that many cells, across or down, where there is less room.
  showCells(cells, x = this.view.x, y = this.view.y) {
    this.glide({ x, y, scale: this.cellsScale(cells) });
  }

  showsCells(cells) {
    return !this.isWhole && Math.abs(this.view.scale / this.cellsScale(cells) - 1) < 0.01;
  }

  cellsScale(cells) {
    const { clientWidth: width, clientHeight: height } = this.stage;
    return Math.min(width, height) / (cells * this.tile);
  }

  // Brings a tile into view, at least that large on the screen, and moves the board no farther than that takes. What is
  // seen already stays where it is: a finger may press there again.
  bring(x, y, least = 0) {
    const scale = Math.max(this.view.scale, least / this.tile);
    const { clientWidth: width, clientHeight: height } = this.stage;
    const [above, beside, below, before] = this.padding;
    const side = this.tile * scale;
    const room = Math.min(side / 2, (width - before - beside - side) / 2, (height - above - below - side) / 2);
    const seen = (corner, start, middle, first, last) => {
      const now = (corner + this.tile / 2) * this.scale + start - side / 2;
      const isSeen = scale === this.view.scale && now >= first && now + side <= last;
      const then = isSeen ? now : clamp(now, first + room, last - side - room);
      return { isMoved: Math.abs(then - now) > 1, view: corner + this.tile / 2 + (middle - then - side / 2) / scale };
    };
    const [across, down] = [seen(x, this.x, width / 2, before, width - beside), seen(y, this.y, height / 2, above, height - below)];
    if (across.isMoved || down.isMoved || scale > this.view.scale) this.glide({ x: across.view, y: down.view, scale });
  }

  glide(view, isWhole = false) {
    if (still.matches) return this.look(view, isWhole);
    this.moving();
    this.stage.classList.add("gliding");
    this.look(view, isWhole);
  }

  // While the board moves, the browser moves one finished picture of it; then it paints it anew, which is sharper.
  moving() {
    clearTimeout(this.rest);
    this.stage.classList.add("moving");
    this.rest = setTimeout(() => {
      this.rest = null;
      this.stage.classList.remove("moving", "gliding");
      this.settle();
    }, 3 * HUNDRED_MS);
  }
}

// "M" and "-A" are columns, "13" and "-1" are rows.
export const isColumnName = (name) => /\D$/.test(name);

const clamp = (value, least, most) => Math.min(Math.max(value, least), most);

export function place(one, x, y, width, height) {
  Object.assign(one.style, { left: `${x}px`, top: `${y}px`, width: `${width}px`, height: `${height}px` });
}

// Dragging, pinching and the wheel. Whatever is pressed while the board is dragged does nothing.
function listen(board) {
  const { stage, pointers } = board;
  const at = (event) => {
    const box = stage.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  };
  stage.addEventListener("pointerdown", (event) => {
    if (event.button > 0) return;
    if (pointers.size === 0) Object.assign(board, { isDragged: false, pressed: at(event) });
    pointers.set(event.pointerId, at(event));
    stage.classList.remove("gliding");
  });
  stage.addEventListener("pointermove", (event) => {
    const before = pointers.get(event.pointerId);
    if (!before) return;
    const now = at(event);
    const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
    if (!board.isDragged && !other && Math.hypot(now[0] - board.pressed[0], now[1] - board.pressed[1]) < DRAG) return;
    if (!board.isDragged) for (const id of pointers.keys()) stage.setPointerCapture(id);
    board.isDragged = true;
    pointers.set(event.pointerId, now);
    board.moving();
    if (other) pinch(board, before, now, other);
    else board.look({ ...board.view, x: board.view.x - (now[0] - before[0]) / board.scale, y: board.view.y - (now[1] - before[1]) / board.scale });
  });
  const end = (event) => pointers.delete(event.pointerId);
  for (const name of ["pointerup", "pointercancel"]) addEventListener(name, end);
  stage.addEventListener("click", (event) => {
    if (!board.isDragged || !event.detail) return; // a key has no part in what was dragged before
    event.stopPropagation();
    event.preventDefault();
  }, { capture: true });
  stage.addEventListener("wheel", (event) => {
    event.preventDefault();
    board.moving();
    board.zoom(Math.exp(-event.deltaY / (event.ctrlKey ? 100 : 500)), ...at(event));
  }, { passive: false });
  stage.addEventListener("dblclick", (event) => {
    if (!event.target.closest("button")) board.zoom(2, ...at(event));
  });
}

function pinch(board, before, now, other) {
  const far = (point) => Math.max(1, Math.hypot(point[0] - other[0], point[1] - other[1]));
  const middle = (point) => [(point[0] + other[0]) / 2, (point[1] + other[1]) / 2];
  const [from, to] = [board.pointAt(...middle(before)), middle(now)];
  board.look({ ...board.view, scale: board.view.scale * far(now) / far(before) });
  const [x, y] = board.pointAt(...to);
  board.look({ ...board.view, x: board.view.x + from[0] - x, y: board.view.y + from[1] - y });
}
