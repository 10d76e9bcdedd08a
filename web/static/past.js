// The turns of a game so far, to step through, on the same board.
import { scoreChart } from "../page/chart.js";
import { button, element } from "../page/dom.js";
import { turnSteps } from "../page/steps.js";
import { pictureUrl } from "./pictures.js";
import { ask } from "./server.js";

export class Past {
  // "show" shows one turn: its items, its last tile, and what players have then.
  constructor(parent, texts, { show, close }) {
    Object.assign(this, { parent, texts, show, close, steps: null });
  }

  get isOpen() {
    return !this.parent.hidden;
  }

  async open(number, players) {
    const wanted = (this.wanted = {});
    const game = await ask(`games/${number}/history`);
    if (this.wanted !== wanted) return; // meanwhile the page has gone on to another game
    const stays = game.stays.map(([name, layer, x, y, first, end, theme]) => {
      const [width, height] = game.pictures[name];
      return { src: pictureUrl(name), width, height, layer, x, y, theme, first, end };
    });
    const [steps, chart] = [element("div"), element("div")];
    const back = button(this.texts.back_to_game, this.texts.back_to_game, () => this.end(), { class: "back" });
    this.parent.replaceChildren(steps, chart, back);
    this.parent.hidden = false;
    const mark = scoreChart(chart, game.turns.map((turn) => turn.scores), players, this.texts.scores);
    this.steps = turnSteps(steps, {
      turns: game.turns, last: game.last, words: this.texts, show: (turn) => {
        mark(turn);
        const now = game.turns[turn];
        this.show(stays.filter((stay) => stay.first <= turn && turn < stay.end), now, turn > 0 ? game.turns[turn - 1] : now);
      },
    });
    this.steps.go(game.turns.length - 1);
  }

  end() {
    this.wanted = null;
    if (!this.isOpen) return;
    this.steps?.stop();
    this.parent.hidden = true;
    this.close();
  }

  key(key) {
    if (!this.isOpen) return null;
    return key === "Escape" ? () => this.end() : this.steps?.keys[key];
  }
}
