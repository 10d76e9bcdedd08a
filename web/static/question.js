// A question of the game, such as which wall tile to turn up in The Castle.
import { button, element, once } from "../page/dom.js";

export class Question {
  constructor(parent, answer) {
    Object.assign(this, { parent, answer, shown: null });
  }

  show(question) {
    const key = JSON.stringify(question);
    if (key === this.shown) return;
    this.shown = key;
    this.parent.hidden = !question;
    const choices = (question?.choices ?? []).map(({ answer, label }, number) => {
      const made = button("", label, once(() => this.answer(answer)), { class: "choice" });
      made.removeAttribute("aria-label");
      made.removeAttribute("title");
      made.append(element("kbd", { text: number + 1 }), element("span", { text: label }));
      return made;
    });
    this.parent.replaceChildren(...(question ? [element("p", { text: question.text }), ...choices] : []));
  }

  key(key) {
    if (this.parent.hidden || !/^[1-9]$/.test(key)) return null;
    const choice = this.parent.querySelectorAll("button")[Number(key) - 1];
    return choice && (() => choice.click());
  }
}
