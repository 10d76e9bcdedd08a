// Goes through a game turn by turn.
import { button, element, filled, still } from "./dom.js";

const SECONDS_A_TURN = 0.9;

// "show" shows a turn by its place in "turns", and each turn has a text and a number.
export function turnSteps(parent, { turns, last, words, show }) {
  let turn = turns.length - 1;
  let timer = null;
  const said = element("p", { class: "words", "aria-live": "polite" });
  const counted = element("span", { class: "counted" });
  const slider = element("input", { type: "range", min: 0, max: turns.length - 1, "aria-label": words.turns });

  function step(number) {
    turn = Math.max(0, Math.min(turns.length - 1, number));
    show(turn);
    const count = filled(words.turn, { turn: turns[turn].number, turns: last });
    said.textContent = turns[turn].text;
    counted.textContent = count;
    slider.value = turn;
    slider.setAttribute("aria-valuetext", count);
    first.disabled = previous.disabled = turn === 0;
    next.disabled = end.disabled = turn === turns.length - 1;
  }

  // The words are not read aloud meanwhile, because the next ones come too soon.
  function play(on) {
    clearInterval(timer);
    timer = null;
    said.setAttribute("aria-live", on ? "off" : "polite");
    start.textContent = on ? "▮▮" : "▶";
    start.setAttribute("aria-label", on ? words.pause : words.play);
    if (!on) return;
    if (turn === turns.length - 1) step(0);
    timer = setInterval(() => {
      step(turn + 1);
      if (turn === turns.length - 1) play(false);
    }, 1000 * SECONDS_A_TURN * (still.matches ? 2 : 1));
  }

  function go(number) {
    play(false);
    step(number);
  }

  const first = button("«", words.first, () => go(0));
  const previous = button("‹", words.previous, () => go(turn - 1));
  const start = button("▶", words.play, () => play(timer === null), { class: "play" });
  const next = button("›", words.next, () => go(turn + 1));
  const end = button("»", words.last, () => go(turns.length - 1));
  start.removeAttribute("title"); // it would be wrong every other time
  slider.addEventListener("input", () => go(Number(slider.value)));
  parent.replaceChildren(element("div", { class: "controls" }, first, previous, start, next, end, slider), counted, said);
  const keys = {
    ArrowLeft: () => go(turn - 1), ArrowRight: () => go(turn + 1), Home: () => go(0), End: () => go(turns.length - 1),
    " ": () => play(timer === null),
  };
  return { go, stop: () => play(false), keys, slider };
}

// A list of all turns: a press shows one. Returns a function that marks one.
export function turnList(list, turns, go) {
  const buttons = turns.map((turn, number) => {
    const made = element("button", { type: "button", text: turn.text });
    made.addEventListener("click", () => go(number));
    return made;
  });
  list.replaceChildren(...buttons.map((one) => element("li", {}, one)));
  return (turn) => buttons.forEach((one, number) => {
    if (number === turn) one.setAttribute("aria-current", "true");
    else one.removeAttribute("aria-current");
  });
}
