// A game in the browser: shows what the bot stores, and sends what somebody plays.
import { Board } from "../page/board.js";
import { button, byId, element, filled, once, openDialog } from "../page/dom.js";
import { onKeys } from "../page/keys.js";
import { chooseTheme, isDark } from "../page/theme.js";
import * as attention from "./attention.js";
import { Features } from "./features.js";
import { Games, gameAddress } from "./games.js";
import { icon } from "./icons.js";
import { remember, remembered } from "./memory.js";
import { fadeWhereCut, press, Seats, showLines, TakeBack, toggle } from "./panel.js";
import { Past } from "./past.js";
import { askAgain, boardItems, ofGame } from "./pictures.js";
import { Question } from "./question.js";
import { Review } from "./review.js";
import { AGAIN, ask, Live, Refused } from "./server.js";
import { coarse, TurnChoice } from "./turn.js";

const CELLS = { 1: 11, 2: 9, 3: 7, 4: 5, 5: 3 }; // what the sizes show, as the pictures do
const small = matchMedia("(max-width: 760px), (max-height: 500px)"); // a telephone: all but the board folds away
const MANY = 4; // players, whose cards have to be smaller from then on
const NOTICE = 7_000;
const OFFLINE = 1_500; // a short gap is no news

async function begin() {
  const address = new URLSearchParams(location.hash.slice(1));
  if (remembered("theme")) chooseTheme(remembered("theme"));
  let number = Number(address.get("game")) || null;
  let refused = null;
  if (address.has("code")) {
    try {
      number = (await patiently(() => ask("session", { code: address.get("code") }))).game ?? number;
    } catch (error) {
      refused = error; // a link that was opened before: the session may still last
    }
    history.replaceState(null, "", number ? gameAddress(number) : location.pathname);
  }
  const early = number && ask(`games/${number}`); // at the same time as the texts
  early?.catch?.(() => {}); // asked for again later
  const { language, ...texts } = await patiently(() => ask("texts"));
  document.documentElement.lang = language;
  new GamePage(texts, refused, early).open(number);
}

// Tries until there is an answer: the page may be opened while the bot starts.
async function patiently(work) {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (error instanceof Refused && error.status !== 429) throw error;
      await new Promise((resolve) => setTimeout(resolve, AGAIN));
    }
  }
}

class GamePage {
  constructor(texts, refused, early) {
    Object.assign(this, { texts, refused, early, game: null, number: null, view: null });
    this.games = new Games(texts);
    this.review = new Review(texts);
    this.live = new Live({
      refresh: (version, signal) => this.refresh(version, signal), games: () => (this.number ? this.showNext() : this.live.update()),
      state: (isThere) => this.showConnection(isThere), refused: (error) => this.signedOut(error),
    });
    addEventListener("hashchange", () => {
      const address = new URLSearchParams(location.hash.slice(1));
      if (address.has("code")) location.reload(); // another link, which signs in
      else this.open(Number(address.get("game")) || null);
    });
    addEventListener("resize", () => this.board?.onLook());
    onKeys((key) => this.key(key));
    addEventListener("focusin", ({ target }) => (this.focused = target));
  }

  open(number) {
    this.past?.end(); // as long as its game is there
    this.features?.end();
    if (byId("dialog").open) byId("dialog").close(); // it was about what the page showed before
    Object.assign(this, { number, game: null, view: null });
    byId("app").inert = true; // until this game is there: what is shown is still the one before
    this.say("");
    ofGame(number);
    this.live.open(number ? `events?game=${number}` : "events");
  }

  // Gets the game as it is stored.
  async refresh(version, signal) {
    if (!this.number) return this.games.open(true, () => !this.number);
    if (version && version === this.game?.version) return;
    const early = this.early;
    this.early = null;
    const game = await (early ?? ask(`games/${this.number}`, null, signal));
    if (game.number !== this.number) return;
    this.language ??= game.language;
    if (game.language !== this.language && !this.turn?.cell && !byId("dialog").open) return location.reload(); // its words are asked for once
    const isSame = ["version", "due", "link"].every((name) => game[name] === this.game?.[name]); // a vacation changes only when it's due
    if (isSame) return this.takeBack.show(game.you);
    if (!this.board) this.build(game);
    this.show(game);
  }

  // Makes what stays on the page, once the first game is there.
  build(game) {
    const { texts } = this;
    const parts = Object.fromEntries(["hand", "prompt", "choices", "acts", "turn"].map((id) => [id, byId(id)]));
    byId("app").hidden = false;
    this.board = new Board(byId("board"), game.board.tile);
    this.turn = new TurnChoice(this.board, texts, parts, {
      play: (ply, turn) => this.send("turn", { ply, turn }), say: (text, isLoud) => (isLoud ? this.notice(text) : this.say(text)),
    });
    this.question = new Question(parts.turn.insertBefore(element("div", { id: "question", hidden: true }), parts.choices),
      (answer) => this.send("answer", { ply: this.game.ply, answer }));
    for (const box of [byId("said"), byId("question"), parts.choices]) fadeWhereCut(box);
    this.takeBack = new TakeBack(parts.acts, texts, {
      undo: () => this.send("takeback", { ply: this.game.ply }), done: () => this.send("done", { ply: this.game.ply }),
    });
    this.next = element("a", { class: "next", hidden: true });
    this.again = button("", "", once(() => this.rematch()), { class: "again" });
    this.look = button(texts.review, texts.review, () => this.review.open(this.number));
    for (const one of [this.again, this.look]) one.removeAttribute("aria-label");
    parts.acts.prepend(this.next, this.again, this.look);
    this.features = new Features(this.board, byId("hint"), (text) => this.say(text));
    this.seats = new Seats(byId("players"), texts);
    this.past = new Past(byId("history"), texts, {
      show: (items, now, before) => this.showPast(items, now, before), close: () => this.closePast(),
    });
    this.board.onLook = () => {
      this.turn.onLook();
      this.markSize();
    };
    this.buildSwitches();
    byId("board").setAttribute("aria-label", texts.board);
    byId("seats").setAttribute("aria-label", texts.players);
  }

  buildSwitches() {
    const { texts } = this;
    const signed = (name, label, act, attributes) => {
      const made = button("", label, act, attributes);
      made.append(icon(name));
      return made;
    };
    this.fold = signed("fold", texts.panel, () => this.unfold(byId("app").classList.toggle("open")), { class: "fold", "aria-expanded": "false" });
    byId("tools").append(signed("menu", texts.my_games, () => this.openGames(), { class: "menu", "aria-keyshortcuts": "G" }), this.fold);
    this.pastSwitch = signed("past", texts.history, () => this.togglePast(), { "aria-pressed": "false", "aria-keyshortcuts": "H" });
    this.reviewSwitch = signed("review", texts.review, () => this.review.open(this.number), { "aria-keyshortcuts": "V" });
    this.sound = signed("sound", texts.sound, () => this.toggleSound(), { "aria-pressed": String(attention.isWanted()), class: "sound" });
    this.theme = signed("theme", texts.theme, () => this.toggleTheme());
    this.help = signed(coarse.matches ? "help" : "keys", this.helpTitle, () => this.showHelp(), { class: "keys" });
    this.away = element("a", { class: "away", target: "_blank", rel: "noopener", title: texts.on_discord, "aria-label": texts.on_discord }, icon("out"));
    byId("switches").append(this.pastSwitch, this.reviewSwitch, this.sound, this.theme, this.help, this.away);
    this.placeViews();
    small.addEventListener("change", () => this.placeViews()); // a window that becomes narrow, a tablet that is turned
    byId("views").setAttribute("aria-label", texts.views_title);
    const sizes = byId("sizes");
    sizes.setAttribute("aria-label", texts.sizes);
    this.sizes = new Map([1, 2, 3, 4, 5, "A"].map((size) => {
      const name = size === "A" ? texts.whole : filled(texts.size, { cells: CELLS[size] });
      return [String(size), toggle(String(size), name, false, () => this.showSize(String(size)), { "aria-keyshortcuts": String(size) })];
    }));
    sizes.append(...this.sizes.values());
    this.showSize("A");
  }

  // The views lie on the board, or on a telephone where they fold away.
  placeViews() {
    this.board.padding = small.matches ? [26, 46, 6, 26] : [26, 50, 44, 26];
    if (small.matches) byId("more").prepend(byId("views"));
    else byId("middle").append(byId("views"));
  }

  show(game) {
    const before = this.game?.number === game.number ? this.game : null;
    this.game = game;
    this.isSending = false; // it shows what was sent, and may ask for more
    byId("app").inert = false;
    const { board, texts } = this;
    byId("title").textContent = game.title;
    attention.setTitle(game.title, game.you.isToMove ? texts.your_turn : "");
    if (before && game.you.isToMove && !before.you.isToMove) attention.chime();
    const isPast = this.past.isOpen;
    board.setArea(game.board.area);
    board.setLabels(game.board.labels);
    byId("board").setAttribute("aria-description", game.alt ?? "");
    if (!isPast) {
      this.drawBoard(game.board);
      this.seats.show(game);
    }
    if (!this.view) this.showSaid();
    this.question.show(game.you.question);
    this.turn.show(isPast ? { ...game, cells: [] } : game);
    this.takeBack.show(game.you);
    this.features.show(game);
    this.showViews();
    this.away.hidden = !game.link;
    this.reviewSwitch.hidden = !game.hasReview;
    this.look.hidden = !game.hasReview || !small.matches; // there the switch is folded away
    this.showAgain();
    this.again.textContent = this.again.title = game.you.again ?? "";
    if (game.link) this.away.href = game.link;
    byId("app").classList.toggle("watching", game.you.seat === null);
    byId("app").classList.toggle("many", game.players.length > MANY);
    if (this.view && !isPast) this.showView(this.view);
    this.keepFocus();
    if (!before) {
      this.showSize("A"); // of another game, another part was looked at
      return this.showNext();
    }
    if (game.you.isToMove !== before.you.isToMove) this.showNext();
    const last = game.board.last.at(-1);
    if (last && game.ply !== before.ply && !isPast && !this.turn.cell && !board.isWhole) board.bring(last.x, last.y);
  }

  // What had the focus may be gone or hidden by now. Then the board takes it: else keys and screen readers begin anew.
  keepFocus() {
    if (this.focused && !this.focused.getClientRects().length) byId("board").focus({ preventScroll: true });
  }

  drawBoard(shown) {
    this.board.draw(boardItems(shown));
    this.board.frame(shown.last.map((one) => ({ ...one, text: String(one.seat + 1) })));
  }

  // The sizes of the view: 1 to 5, and A for all.
  showSize(size) {
    const { board } = this;
    if (size === "A") return board.glide(board.wholeView(), true);
    const { tile } = board;
    const about = this.turn.cell ?? (board.isWhole ? this.game?.board.last.at(-1) : null);
    board.showCells(CELLS[size], ...(about ? [about.x + tile / 2, about.y + tile / 2] : []));
  }

  markSize() {
    for (const [size, one] of this.sizes ?? []) press(one, size === "A" ? this.board.isWhole : this.board.showsCells(CELLS[size]));
  }

  // The views of the board: pressed again, a switch leads back.
  showViews() {
    const names = this.game.views ?? [];
    if (byId("views").childElementCount !== names.length) {
      this.viewSwitches = new Map(names.map(({ name, label }) => [name, toggle(this.texts.views[name] ?? label, label, false, () => this.toggleView(name))]));
      for (const one of this.viewSwitches.values()) one.removeAttribute("aria-label");
      byId("views").replaceChildren(...this.viewSwitches.values());
    }
    this.markView();
  }

  markView() {
    for (const [one, made] of this.viewSwitches ?? []) press(made, one === this.view);
  }

  toggleView(name) {
    this.past.end();
    this.view = this.view === name ? null : name;
    this.markView();
    if (this.view) return this.showView(name);
    this.drawBoard(this.game.board);
    this.showSaid();
  }

  async showView(name) {
    const query = new URLSearchParams({ name, theme: isDark() ? "evening" : "day" });
    const seen = await this.tried(() => ask(`games/${this.number}/view?${query}`));
    if (this.view !== name || this.past.isOpen) return;
    if (!seen) return this.toggleView(name); // it's not there, so its switch isn't pressed
    this.drawBoard(seen.board);
    showLines(byId("said"), [...seen.notes, this.game.status]);
  }

  // What happened last, and how the game stands. At the end, what happened says that already.
  showSaid() {
    const { said, isOver, tableLine, due, language } = this.game;
    const status = isOver && said.length ? "" : this.game.status;
    const time = due && new Date(due).toLocaleString(language, { weekday: "short", hour: "numeric", minute: "numeric" });
    showLines(byId("said"), [...said, status, time && filled(this.texts.due, { time }), tableLine]);
  }

  async togglePast() {
    if (this.past.isOpen) return this.past.end();
    if (this.view) this.toggleView(this.view);
    this.features.end();
    await this.tried(() => this.past.open(this.number, this.game.players));
    press(this.pastSwitch, this.past.isOpen);
    this.features.pause(this.past.isOpen);
    byId("app").classList.toggle("past", this.past.isOpen);
    if (this.past.isOpen) this.turn.show({ ...this.game, cells: [] });
  }

  showPast(items, now, before) {
    this.board.draw(items);
    this.board.frame(now.last ? [{ x: now.last[0], y: now.last[1], colour: now.mover, text: String(now.laidBy + 1) }] : []);
    this.seats.past(this.game, now, before);
  }

  closePast() {
    press(this.pastSwitch, false);
    this.features.pause(false);
    byId("app").classList.remove("past");
    this.drawBoard(this.game.board);
    this.seats.show(this.game);
    this.turn.show(this.game);
  }

  // Sends what somebody does, and returns whether it was done. Then the page shows what is stored.
  async send(what, body) {
    if (this.isSending) return false; // pressed twice, before the page shows what the first press did
    this.isSending = true;
    try {
      const { number } = this;
      const { said } = await ask(`games/${number}/${what}`, body);
      if (said && number === this.number) this.say(said);
      return true;
    } catch (error) {
      this.notice(error instanceof Refused ? error.message : this.texts.not_sent);
      return false;
    } finally {
      this.live.update().finally(() => (this.isSending = false));
    }
  }

  // Plays a game again: leads to it once it has begun.
  async rematch() {
    const found = await this.tried(() => ask(`games/${this.number}/rematch`, {}));
    if (found?.game) location.hash = gameAddress(found.game);
    else if (found) this.notice(found.said);
  }

  openGames() {
    return this.tried(() => this.games.open(false));
  }

  async tried(work) {
    try {
      return await work();
    } catch (error) {
      this.notice(error instanceof Refused ? error.message : this.texts.offline);
      return null;
    }
  }

  // Once the rematch has begun, the link to the next game leads there.
  showAgain() {
    this.again.hidden = !this.game?.you.again || Boolean(this.games.rematch(this.number));
  }

  // Leads to the rematch of this game, or to the next game that waits, where this one doesn't.
  async showNext() {
    try {
      await this.games.refresh();
    } catch {
      // those that are known; others are shown with the next change
    }
    const next = !this.game?.you.isToMove && (this.games.rematch(this.number) ?? this.games.next(this.number));
    if (!this.next) return;
    this.showAgain();
    this.next.hidden = !next;
    if (!next) return;
    this.next.href = gameAddress(next.number);
    this.next.textContent = filled(this.texts.next_game, { game: next.title });
  }

  toggleSound() {
    attention.want(!attention.isWanted());
    press(this.sound, attention.isWanted());
    attention.setTitle(this.game.title, this.game.you.isToMove ? this.texts.your_turn : "");
    this.say(attention.isWanted() ? this.texts.sound_on : this.texts.sound_off);
  }

  toggleTheme() {
    const theme = isDark() ? "light" : "dark";
    chooseTheme(theme);
    remember("theme", theme);
    if (this.view) this.showView(this.view);
  }

  get helpTitle() {
    return coarse.matches ? this.texts.touch_title : this.texts.keys_title;
  }

  // What fingers do, or keys.
  showHelp() {
    const [acts, name] = coarse.matches ? [this.texts.touch, "b"] : [this.texts.keys, "kbd"];
    const rows = Object.entries(acts).map(([act, what]) => element("div", {}, element("dt", {}, element(name, { text: act })), element("dd", { text: what })));
    openDialog(this.helpTitle, [element("dl", { class: "keyList" }, ...rows)], this.texts);
  }

  unfold(isOpen) {
    this.fold.setAttribute("aria-expanded", String(isOpen));
  }

  say(text) {
    byId("heard").textContent = "";
    clearTimeout(this.saying);
    this.saying = setTimeout(() => (byId("heard").textContent = text), 50); // so that the same words are read again
  }

  notice(text) {
    clearTimeout(this.noticed);
    Object.assign(byId("notice"), { textContent: text, hidden: false });
    this.noticed = setTimeout(() => (byId("notice").hidden = true), NOTICE);
  }

  showConnection(isThere) {
    if (!isThere) {
      this.gap ??= setTimeout(() => Object.assign(byId("offline"), { textContent: this.texts.offline, hidden: false }), OFFLINE);
      return;
    }
    if (this.gap) askAgain();
    clearTimeout(this.gap);
    this.gap = null;
    byId("offline").hidden = true;
  }

  signedOut(error) {
    const games = element("a", { href: "#", text: this.texts.my_games });
    const [reason, links] = error.status === 401 ? [this.refused ?? error, []] : [error, [games]];
    openDialog(this.texts.no_game, [element("p", { text: reason.message }), ...links], this.texts, false);
  }

  key(key) {
    if (!this.game || byId("dialog").open) return null;
    if (this.past.isOpen) return this.past.key(key) ?? this.ownKey(key); // what can be done now is hidden then
    return this.features.key(key) ?? this.question.key(key) ?? this.turn.key(key) ?? this.ownKey(key);
  }

  ownKey(key) {
    const { board } = this;
    const part = (right, down) => () => board.glide({ ...board.view, x: board.view.x + right * board.tile, y: board.view.y + down * board.tile });
    const acts = {
      u: () => this.past.isOpen || this.takeBack.undo.hidden || this.takeBack.undo.click(),
      d: () => this.past.isOpen || this.takeBack.done.hidden || this.takeBack.done.click(),
      h: () => this.togglePast(), v: () => this.reviewSwitch.hidden || this.reviewSwitch.click(), g: () => this.openGames(), n: () => this.next.hidden || this.next.click(),
      f: () => this.features.start(this.game.board.last.at(-1)), s: () => this.toggleSound(), "?": () => this.showHelp(),
      "+": () => board.zoom(1.4), "=": () => board.zoom(1.4), "-": () => board.zoom(1 / 1.4), 0: () => this.showSize("A"),
      arrowleft: part(-1, 0), arrowright: part(1, 0), arrowup: part(0, -1), arrowdown: part(0, 1),
    };
    return acts[key.toLowerCase()] ?? (this.sizes.has(key.toUpperCase()) ? () => this.showSize(key.toUpperCase()) : null);
  }
}

begin();
