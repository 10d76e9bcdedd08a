// My games: those that wait come first.
import { button, byId, element } from "../page/dom.js";
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

  list() {
    const row = (game) => element("li", { class: game.waitsForYou ? "waits" : undefined },
      element("a", { href: gameAddress(game.number) }, element("b", { text: game.title }),
        element("span", { text: [game.server, game.status].filter(Boolean).join(" · ") })));
    if (!this.games.length) return element("p", { text: this.texts.no_games });
    return element("ul", { class: "games" }, ...this.games.map(row));
  }

  async open(isAlone) {
    await this.refresh();
    openDialog(this.texts.my_games, [this.list()], this.texts, !isAlone);
  }
}

// Shows something over the page. It closes with Escape, unless there is nothing below.
export function openDialog(title, contents, texts, closes = true) {
  const dialog = byId("dialog");
  const close = button("✕", texts.close, () => dialog.close(), { class: "close" });
  dialog.replaceChildren(element("h2", { text: title }), ...(closes ? [close] : []), ...contents);
  dialog.setAttribute("aria-label", title);
  dialog.oncancel = (event) => {
    if (!closes) event.preventDefault();
  };
  dialog.onclick = (event) => {
    if ((closes && event.target === dialog) || event.target.closest("a")) dialog.close();
  };
  if (!dialog.open) dialog.showModal();
}
