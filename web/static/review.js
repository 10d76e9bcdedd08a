// A game in review, over the page: the curve, and the turns that stand out.
import { element } from "../page/dom.js";
import { isDark } from "../page/theme.js";
import { openDialog } from "./games.js";
import { pictureUrl } from "./pictures.js";
import { ask, Refused } from "./server.js";

export class Review {
  constructor(texts) {
    Object.assign(this, { texts, opened: 0 });
  }

  // While the review is being made, it says how far it is.
  async open(number) {
    const mine = ++this.opened;
    const body = element("div", { class: "review", "aria-live": "polite" }, element("p", { text: this.texts.wait }));
    openDialog(this.texts.review, [body], this.texts);
    const isShown = () => mine === this.opened && body.isConnected && body.closest("dialog").open;
    const asked = (path) => ask(`games/${number}/${path}?theme=${isDark() ? "evening" : "day"}`);
    try {
      let found = await asked("review");
      while (found.wait && isShown()) {
        body.firstChild.textContent = found.wait;
        found = await asked("review");
      }
      if (!isShown()) return;
      const turn = element("div");
      const choice = element("select", { "aria-label": this.texts.review_turns }, element("option", { value: "", text: this.texts.review_turns }),
        ...found.turns.map((one) => element("option", { value: String(one.number), text: one.label })));
      choice.onchange = () => this.showTurn(turn, choice.value && (() => asked(`review/${choice.value}`)));
      body.replaceChildren(...parts(found), choice, turn);
    } catch (error) {
      if (isShown()) body.replaceChildren(element("p", { text: this.said(error) }));
    }
  }

  async showTurn(parent, find) {
    const mine = (this.turn = find);
    if (!find) return parent.replaceChildren();
    try {
      const found = await find();
      if (mine === this.turn) parent.replaceChildren(...parts(found));
    } catch (error) {
      if (mine === this.turn) parent.replaceChildren(element("p", { text: this.said(error) }));
    }
  }

  said(error) {
    return error instanceof Refused ? error.message : this.texts.offline;
  }
}

// A picture, if there is one, and its text.
function parts({ picture, text }) {
  const shown = picture && element("img", { src: pictureUrl(picture.name), width: picture.width, height: picture.height, alt: picture.alt ?? "" });
  return [...(shown ? [shown] : []), element("p", { text })];
}
