// The cards of players: {number, plate, digit, picture, alt} are how their pieces look.
import { element } from "./dom.js";

export function playerCards(list, players) {
  const cards = players.map((player) => {
    const parts = {
      name: element("span", { class: "name", dir: "auto" }),
      left: element("span", { class: "left" }),
      gain: element("span", { class: "gain" }),
      score: element("span", { class: "score" }),
    };
    const picture = element("img", { src: player.picture, alt: player.alt });
    parts.gain.style.setProperty("--plate", player.plate);
    parts.gain.style.setProperty("--number", player.digit);
    const card = element("li", {}, picture, element("span", {}, parts.name, parts.left),
      element("span", { class: "points" }, parts.gain, " ", parts.score));
    return { card, parts };
  });
  list.replaceChildren(...cards.map((one) => one.card));
  // Fills in a card: its texts by the names of its parts, and which marks it has.
  return (seat, texts, marks) => {
    const { card, parts } = cards[seat];
    for (const [name, text] of Object.entries(texts)) if (parts[name].textContent !== text) parts[name].textContent = text;
    for (const [name, isOn] of Object.entries(marks)) card.classList.toggle(name, isOn);
  };
}
