// The pictures of tiles and figures, by names that follow from what they hold.

let number = null;

export const ofGame = (game) => (number = game);
export const pictureUrl = (name) => `pictures/${name}.webp`;

// The items of a board: {tile, pictures, items} as the bot sends them.
export function boardItems({ pictures, items }) {
  return items.map(([name, layer, x, y, theme]) => {
    const [width, height] = pictures[name];
    return { src: pictureUrl(name), layer, x, y, theme, width, height };
  });
}

// Asks again for pictures that didn't come because the connection was lost.
export function askAgain() {
  for (const one of document.images) if (one.complete && !one.naturalWidth) one.src = one.getAttribute("src");
}

// A picture may be forgotten, or another process has drawn it: with the game's number, it's drawn again.
document.addEventListener("error", ({ target }) => {
  const name = target.tagName === "IMG" && target.getAttribute("src");
  if (name && !name.includes("?") && number !== null) target.src = `${name}?game=${number}`;
}, { capture: true });
