"use strict";

// Shows a game turn by turn. The data lies in the page; nothing is loaded.
const game = JSON.parse(document.getElementById("game").textContent);
const byId = (id) => document.getElementById(id);
const board = byId("board");
const slider = byId("slider");
const words = byId("words");
const still = matchMedia("(prefers-reduced-motion: reduce)");
const SECONDS_A_TURN = 0.9;
let turn = 0;
let timer = null;

function svg(name, attributes, parent) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  parent.append(element);
  return element;
}

// The board: every picture is there once, and is shown from one turn to another.
const defs = svg("defs", {}, board);
game.pictures.forEach(([href, width, height], number) => {
  svg("image", { id: "p" + number, width, height, href }, defs);
});
const ground = svg("g", {}, board);
const shadows = svg("g", { class: "shadows" }, board);
const rest = svg("g", {}, board);
const shown = [];
game.stays.forEach(([picture, layer, x, y, first, end, theme]) => {
  const place = svg("use", { href: "#p" + picture, x, y }, layer === 0 ? ground : rest);
  if (theme) place.setAttribute("class", "only-" + theme);
  shown.push({ element: place, first, end });
  if (layer === 1) {
    const drop = game.tile / 18;
    const shadow = svg("rect", { x: x + drop, y: y + drop, width: game.tile, height: game.tile }, shadows);
    shown.push({ element: shadow, first, end });
  }
});
const frame = svg("g", { class: "frame" }, board);
for (const [name, beyond, thick] of [["ink", 0.07, 0.02], ["mover", 0.03, 0.06], ["white", -0.01, 0.02]]) {
  const [start, side] = [-beyond * game.tile, (1 + 2 * beyond) * game.tile];
  svg("rect", { class: name, x: start, y: start, width: side, height: side, "stroke-width": thick * game.tile }, frame);
}
for (const [text, x, y] of game.labels) {
  svg("text", { x, y }, board).textContent = text;
}

function show(number) {
  turn = Math.max(0, Math.min(game.turns.length - 1, number));
  const now = game.turns[turn];
  for (const one of shown) one.element.style.display = one.first <= turn && turn < one.end ? "" : "none";
  frame.style.display = now.last ? "" : "none";
  if (now.last) frame.setAttribute("transform", `translate(${now.last[0]} ${now.last[1]})`);
  frame.querySelector(".mover").style.stroke = now.mover;
  now.scores.forEach((score, seat) => {
    const gained = turn > 0 ? score - game.turns[turn - 1].scores[seat] : 0;
    byId("name" + seat).textContent = now.names[seat];
    byId("score" + seat).textContent = score;
    byId("gain" + seat).textContent = gained ? (gained > 0 ? "+" : "") + gained : "";
    byId("left" + seat).textContent = [game.followers.replace("{count}", now.left[seat]), now.extra[seat]].filter(Boolean).join(" · ");
    byId("player" + seat).classList.toggle("played", now.seat === seat);
    byId("player" + seat).classList.toggle("won", now.winners.includes(seat));
  });
  const counted = game.counted.replace("{turn}", now.number).replace("{turns}", game.last);
  words.textContent = now.text;
  byId("counted").textContent = counted;
  slider.value = turn;
  slider.setAttribute("aria-valuetext", counted);
  byId("now").setAttribute("x1", chartX(turn));
  byId("now").setAttribute("x2", chartX(turn));
  byId("first").disabled = byId("previous").disabled = turn === 0;
  byId("next").disabled = byId("last").disabled = turn === game.turns.length - 1;
  document.querySelectorAll("#turns button").forEach((button, at) => {
    if (at === turn) button.setAttribute("aria-current", "true");
    else button.removeAttribute("aria-current");
  });
}

const chartX = (number) => (game.turns.length > 1 ? (100 * number) / (game.turns.length - 1) : 0);

// Playing: the words are not read aloud meanwhile, because the next ones come too soon.
function play(on) {
  clearInterval(timer);
  timer = null;
  words.setAttribute("aria-live", on ? "off" : "polite");
  byId("play").textContent = on ? "▮▮" : "▶";
  byId("play").setAttribute("aria-label", on ? game.pause : game.play);
  if (!on) return;
  if (turn === game.turns.length - 1) show(0);
  timer = setInterval(() => {
    show(turn + 1);
    if (turn === game.turns.length - 1) play(false);
  }, 1000 * SECONDS_A_TURN * (still.matches ? 2 : 1));
}

function go(number) {
  play(false);
  show(number);
}

// The view: a part of the board, by its left and upper edge, width and height.
const whole = { x: 0, y: 0, width: game.width, height: game.height };
let view = { ...whole };

function look(next) {
  const width = Math.min(Math.max(next.width, game.tile * 1.5), whole.width * 1.6);
  const height = (width * whole.height) / whole.width;
  view = {
    x: Math.min(Math.max(next.x, -width / 2), whole.width - width / 2),
    y: Math.min(Math.max(next.y, -height / 2), whole.height - height / 2),
    width,
    height,
  };
  const scale = board.clientWidth / width;
  const letters = Math.max(game.letters, Math.min(game.tile * 0.5, 11 / scale)); // readable on a phone, too
  board.style.setProperty("--letters", `${letters}px`);
  board.setAttribute("viewBox", `${view.x} ${view.y} ${view.width} ${view.height}`);
}

// Where a point of the screen is on the board.
function boardPoint(x, y) {
  const point = new DOMPoint(x, y).matrixTransform(board.getScreenCTM().inverse());
  return [point.x, point.y];
}

function zoom(factor, x, y) {
  const [px, py] = x === undefined ? [view.x + view.width / 2, view.y + view.height / 2] : boardPoint(x, y);
  const width = Math.min(Math.max(view.width / factor, game.tile * 1.5), whole.width * 1.6);
  const scale = width / view.width;
  look({ x: px - (px - view.x) * scale, y: py - (py - view.y) * scale, width });
}

const pointers = new Map();
board.addEventListener("pointerdown", (event) => {
  board.setPointerCapture(event.pointerId);
  pointers.set(event.pointerId, [event.clientX, event.clientY]);
});
board.addEventListener("pointermove", (event) => {
  const before = pointers.get(event.pointerId);
  if (!before) return;
  const other = [...pointers].find(([id]) => id !== event.pointerId);
  if (other) {
    const [ox, oy] = other[1];
    const far = (x, y) => Math.max(1, Math.hypot(x - ox, y - oy));
    zoom(far(event.clientX, event.clientY) / far(...before), (event.clientX + ox) / 2, (event.clientY + oy) / 2);
  } else {
    const [x, y] = boardPoint(...before);
    const [nx, ny] = boardPoint(event.clientX, event.clientY);
    look({ ...view, x: view.x + x - nx, y: view.y + y - ny });
  }
  pointers.set(event.pointerId, [event.clientX, event.clientY]);
});
for (const end of ["pointerup", "pointercancel"]) {
  board.addEventListener(end, (event) => pointers.delete(event.pointerId));
}
board.addEventListener("wheel", (event) => {
  event.preventDefault();
  zoom(Math.exp(-event.deltaY / 500), event.clientX, event.clientY);
}, { passive: false });
board.addEventListener("dblclick", (event) => zoom(2, event.clientX, event.clientY));

const actions = {
  first: () => go(0),
  previous: () => go(turn - 1),
  play: () => play(timer === null),
  next: () => go(turn + 1),
  last: () => go(game.turns.length - 1),
  zoomin: () => zoom(1.4),
  zoomout: () => zoom(1 / 1.4),
  whole: () => look(whole),
  theme: () => choose(isDark() ? "light" : "dark"),
};
for (const [id, act] of Object.entries(actions)) byId(id).addEventListener("click", act);
slider.addEventListener("input", () => go(Number(slider.value)));

const keys = {
  ArrowLeft: actions.previous, ArrowRight: actions.next, Home: actions.first, End: actions.last, " ": actions.play,
  "+": actions.zoomin, "=": actions.zoomin, "-": actions.zoomout, 0: actions.whole,
};
document.addEventListener("keydown", (event) => {
  const act = keys[event.key];
  const takesItself = event.target.closest("button, summary") && event.key === " ";
  if (!act || takesItself || event.target === slider || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  act();
});
document.querySelectorAll("#turns button").forEach((button, number) => {
  button.addEventListener("click", () => go(number));
});

// Dark and light: as the system wants it, until somebody presses the button.
const system = matchMedia("(prefers-color-scheme: dark)");
const isDark = () => (document.documentElement.dataset.theme || (system.matches ? "dark" : "light")) === "dark";
function choose(theme) {
  document.documentElement.dataset.theme = theme;
}

addEventListener("resize", () => look(view));
look(whole);
show(0);
