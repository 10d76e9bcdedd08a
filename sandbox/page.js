// What SimCord's page lacks. It is loaded first, and then loads SimCord's program.
import "./simcord-app.js";

document.title = "Carcassonne";

// Discord offers choices as soon as a field is chosen. SimCord's page asks the bot for them after the first key, and
// says "No options match" until then. So an empty field that is chosen is treated as if something had been typed there.
document.addEventListener("focusin", ({ target }) => {
  if (target instanceof HTMLInputElement && target.matches('.command-option-input[role="combobox"]') && !target.value) {
    target.dispatchEvent(new Event("input"));
  }
});

// SimCord's page makes all messages anew when a menu opens, and closes the menu if its button is out of sight
// meanwhile: pictures that are not loaded again yet have no height. So each message keeps the height that it had until
// its pictures are there. And the browser spends no time on messages that are out of sight.
const sheet = new CSSStyleSheet();
sheet.replaceSync(".channel-message { content-visibility: auto; contain-intrinsic-size: auto 8rem; overflow-clip-margin: 3rem; }");
document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];

const heights = new WeakMap();
const sizes = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    if (isComplete(target)) heights.set(target, target.offsetHeight);
  }
});

function isComplete(message) {
  return [...message.querySelectorAll("img")].every((picture) => picture.complete && picture.naturalHeight > 0);
}

function release(message) {
  if (isComplete(message)) message.style.minHeight = "";
}

new MutationObserver((changes) => {
  for (const message of new Set(changes.map(({ target }) => target.closest?.(".channel-message")).filter(Boolean))) {
    sizes.observe(message);
    if (!isComplete(message) && heights.has(message)) message.style.minHeight = `${heights.get(message)}px`;
    else release(message);
  }
}).observe(document.body, { childList: true, subtree: true });

document.addEventListener("load", ({ target }) => {
  const message = target instanceof HTMLImageElement && target.closest(".channel-message");
  if (message) release(message);
}, true);
