// What stands beside the board: the players, what happened, the switches, and time to undo.
import { button, element, filled, once } from "../page/dom.js";
import { playerCards } from "../page/players.js";
import { pictureUrl } from "./pictures.js";

// The cards of players, made anew only for another game.
export class Seats {
  constructor(list, texts) {
    Object.assign(this, { list, texts, made: null });
  }

  show(game) {
    const key = JSON.stringify(game.players.map((player) => [player.picture, player.number]));
    if (this.made !== `${game.number} ${key}`) {
      this.made = `${game.number} ${key}`;
      this.fill = playerCards(this.list, game.players.map((player) => ({ ...player, picture: pictureUrl(player.picture), alt: String(player.number) })));
    }
    game.players.forEach((player) => this.one(game, player));
  }

  one(game, player) {
    const { name } = player;
    const left = [...player.left, player.extra].filter(Boolean).join(" · ");
    this.fill(player.seat, { name: player.isToMove ? `** ${name} **` : name, left, gain: player.gain, score: String(player.score) },
      { played: player.isToMove, won: player.hasWon, gone: player.resigned });
    const card = this.list.children[player.seat];
    if (player.isToMove) card.setAttribute("aria-current", "true");
    else card.removeAttribute("aria-current");
  }

  // As a turn of the past left them.
  past(game, now, before) {
    game.players.forEach((player) => {
      const gained = now.scores[player.seat] - before.scores[player.seat];
      const gone = now.gone?.[player.seat]; // the word for who has resigned; an older process tells none
      const left = [gone || filled(this.texts.followers, { count: now.left[player.seat] }), now.extra[player.seat]].filter(Boolean).join(" · ");
      this.fill(player.seat, { name: now.names[player.seat], left, gain: gained ? `${gained > 0 ? "+" : ""}${gained}` : "",
        score: String(now.scores[player.seat]) }, { played: now.seat === player.seat, won: now.winners.includes(player.seat), gone: Boolean(gone) });
    });
  }
}

// Lines in the bot's words. They are read aloud where they are new.
export function showLines(parent, lines) {
  const text = lines.filter(Boolean).join("\n");
  if (parent.textContent !== text) parent.textContent = text;
}

// Fades the lower edge of a box as long as there is more below it. Not every system shows a bar beside what can be scrolled.
export function fadeWhereCut(box) {
  const mark = () => box.classList.toggle("cut", box.scrollHeight - box.scrollTop - box.clientHeight > 2);
  box.addEventListener("scroll", mark, { passive: true });
  new ResizeObserver(mark).observe(box);
  new MutationObserver(mark).observe(box, { childList: true, subtree: true });
}

// A switch that stays pressed.
export function toggle(sign, name, isOn, act, attributes = {}) {
  const made = button(sign, name, () => act(made), { ...attributes, "aria-pressed": String(isOn) });
  return made;
}

export const press = (one, isOn) => one.setAttribute("aria-pressed", String(isOn));

// Undo and Done, with the seconds that are left.
export class TakeBack {
  constructor(parent, texts, { undo, done }) {
    Object.assign(this, { texts, timer: null, end: 0 });
    this.undo = button(texts.undo, texts.undo, once(undo), { class: "undo", "aria-keyshortcuts": "U" });
    this.done = button(texts.done, texts.done, once(done), { class: "done", "aria-keyshortcuts": "D" });
    for (const one of [this.undo, this.done]) one.removeAttribute("aria-label");
    this.bar = element("span", { class: "time", "aria-hidden": "true" });
    parent.prepend(this.undo, this.done);
  }

  show({ canTakeBack, takeBack }) {
    clearInterval(this.timer);
    this.undo.hidden = !canTakeBack && !takeBack;
    this.done.hidden = !takeBack;
    this.undo.textContent = this.texts.undo;
    if (!takeBack) return;
    const seconds = takeBack.seconds ?? (Date.parse(takeBack.until) - Date.now()) / 1000;
    this.end = performance.now() + 1000 * seconds;
    this.timer = setInterval(() => this.tick(), 500);
    this.tick();
  }

  tick() {
    const left = Math.ceil((this.end - performance.now()) / 1000);
    this.undo.textContent = left > 0 ? `${this.texts.undo} (${left})` : this.texts.undo;
    if (left <= 0) clearInterval(this.timer);
  }
}
