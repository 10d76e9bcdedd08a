// A game in review, over the page: the curve, and the turns that stand out.
import { element, openDialog } from "../page/dom.js";
import { reviewParts, turnMenu } from "../page/review.js";
import { isDark } from "../page/theme.js";
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
      const choice = turnMenu(found.turns, this.texts.review_turns, (number) => this.showTurn(turn, number && (() => asked(`review/${number}`))));
      body.replaceChildren(...partsOf(found), choice, turn);
    } catch (error) {
      if (isShown()) body.replaceChildren(element("p", { text: this.said(error) }));
    }
  }

  async showTurn(parent, find) {
    const mine = (this.turn = find);
    if (!find) return parent.replaceChildren();
    try {
      const found = await find();
      if (mine === this.turn) parent.replaceChildren(...partsOf(found));
    } catch (error) {
      if (mine === this.turn) parent.replaceChildren(element("p", { text: this.said(error) }));
    }
  }

  said(error) {
    return error instanceof Refused ? error.message : this.texts.offline;
  }
}

const partsOf = ({ picture, text }) => reviewParts({ picture: picture && { ...picture, src: pictureUrl(picture.name) }, text });
