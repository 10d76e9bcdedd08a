// A whole game in a file: the data lies in the page, and nothing is loaded.
import { Board } from "./board.js";
import { scoreChart } from "./chart.js";
import { button, byId, element, filled, openDialog } from "./dom.js";
import { onKeys } from "./keys.js";
import { playerCards } from "./players.js";
import { reviewParts, turnMenu } from "./review.js";
import { turnList, turnSteps } from "./steps.js";
import { chooseTheme, isDark } from "./theme.js";

const game = JSON.parse(byId("game").textContent);
const review = JSON.parse(byId("review").textContent); // null for a game that has none
const words = game.words;
const board = new Board(byId("board"), game.tile);
const stays = game.stays.map(([picture, layer, x, y, first, end, theme]) => {
  const [src, width, height] = game.pictures[picture];
  return { src, width, height, layer, x, y, theme, first, end };
});

function showTurn(turn) {
  const now = game.turns[turn];
  board.draw(stays.filter((stay) => stay.first <= turn && turn < stay.end));
  board.frame(now.last ? [{ x: now.last[0], y: now.last[1], colour: now.mover }] : []);
  now.scores.forEach((score, seat) => {
    const gained = turn > 0 ? score - game.turns[turn - 1].scores[seat] : 0;
    const gone = now.gone[seat]; // the word for who has resigned
    const left = [gone || filled(words.followers, { count: now.left[seat] }), now.extra[seat]].filter(Boolean).join(" · ");
    const gain = gained ? (gained > 0 ? "+" : "") + gained : "";
    fillCard(seat, { name: now.names[seat], left, gain, score: String(score) },
      { played: now.seat === seat, won: now.winners.includes(seat), gone: Boolean(gone) });
  });
  markInChart(turn);
  markInList(turn);
}

const fillCard = playerCards(byId("players"), game.players);
const markInChart = scoreChart(byId("chart"), game.turns.map((turn) => turn.scores), game.players, words.scores);
const markInList = turnList(byId("turns"), game.turns, (turn) => steps.go(turn));
const steps = turnSteps(byId("steps"), { turns: game.turns, last: game.last, words, show: showTurn });

function openReview() {
  const turn = element("div");
  const menu = turnMenu(review.turns, review.words.turns, (number) =>
    turn.replaceChildren(...review.turns.filter((one) => String(one.number) === number).flatMap(reviewParts)));
  openDialog(review.words.review, [element("div", { class: "review" }, ...reviewParts(review.whole), menu, turn)], review.words);
}

const tools = {
  ...(review && { review: button(review.words.review, review.words.review, openReview, { "aria-keyshortcuts": "V" }) }),
  zoomin: button("+", words.zoom_in, () => board.zoom(1.4)),
  zoomout: button("−", words.zoom_out, () => board.zoom(1 / 1.4)),
  whole: button("⤢", words.whole, () => board.whole()),
  theme: button("◐", words.theme, () => chooseTheme(isDark() ? "light" : "dark")),
};
byId("tools").append(...Object.values(tools));
const press = (tool) => () => tool.click();
const keys = { ...steps.keys, "+": press(tools.zoomin), "=": press(tools.zoomin), "-": press(tools.zoomout), 0: press(tools.whole),
  ...(review && { v: openReview }) };
onKeys((key) => keys[key]);

const [left, top, right, bottom] = game.area;
byId("board").style.aspectRatio = `${right - left} / ${bottom - top}`;
board.setArea(game.area);
board.setLabels(game.labels);
steps.go(0);
