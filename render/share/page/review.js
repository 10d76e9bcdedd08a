// A game in review: the whole game, and the turns that stand out.
import { element } from "./dom.js";

// A picture, if there is one, and its text.
export function reviewParts({ picture, text }) {
  const shown = picture && element("img", { src: picture.src, width: picture.width, height: picture.height, alt: picture.alt ?? "" });
  return [...(shown ? [shown] : []), element("p", { text })];
}

// "show" is called with the value of the turn that was chosen, which is empty for none.
export function turnMenu(turns, label, show) {
  const menu = element("select", { "aria-label": label }, element("option", { value: "", text: label }),
    ...turns.map((one) => element("option", { value: String(one.number), text: one.label })));
  menu.onchange = () => show(menu.value);
  return menu;
}
