// My games: those that wait come first.
import { element, openDialog } from "../page/dom.js";
import { ask } from "./server.js";

export const gameAddress = (number) => `#game=${number}`;

export class Games {
  constructor(texts) {
    Object.assign(this, { texts, games: [] });
  }

  async refresh() {
    this.games = (await ask("games")).games;
  }

  // The game that waits for somebody and isn't this one.
  next(number) {
    return this.games.find((game) => game.waitsForYou && game.number !== number);
  }

  // The game that repeats a game, once it has begun.
  rematch(number) {
    return this.games.find((game) => game.repeats === number && game.isOpen);
  }

  list() {
    const row = (game) => element("li", { class: game.waitsForYou ? "waits" : undefined },
      element("a", { href: gameAddress(game.number) }, element("b", { text: game.title }),
        element("span", { text: [game.server, game.status].filter(Boolean).join(" · ") })));
    if (!this.games.length) return element("p", { text: this.texts.no_games });
    return element("ul", { class: "games" }, ...this.games.map(row));
  }

  // It's not opened any more once the page has gone on meanwhile, as "isWanted" says.
  async open(isAlone, isWanted = () => true) {
    await this.refresh();
    if (!isWanted()) return;
    const focused = document.activeElement.closest(".games a")?.getAttribute("href");
    const list = this.list();
    openDialog(this.texts.my_games, [list], this.texts, !isAlone);
    if (focused) list.querySelector(`[href="${focused}"]`)?.focus();
  }
}
