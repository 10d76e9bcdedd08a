// What SimCord's page lacks. It is loaded first, and then loads SimCord's program.
import "./simcord-app.js";

document.title = "Carcassonne";

// A field of a command is as wide as what is typed in it, also with the room round it. And a long description of a field
// doesn't push the arrow that sends out of the window of a phone. What saves a picture would lie on the first score below
// the mouse; it is there again when somebody opens the picture.
const styles = new CSSStyleSheet();
styles.replaceSync(`
  .command-option-input { box-sizing: content-box; }
  .channel-composer { grid-template-columns: minmax(0, 1fr); }
  .attachment-media-actions { display: none; }
  #working { position: fixed; left: 50%; bottom: 76px; transform: translateX(-50%); z-index: 1000; margin: 0; padding: 6px 14px; border-radius: 16px;
    background: #1c1814; color: #fcfcfc; border: 1px solid #fcd440; font: 600 14px/1.4 system-ui, sans-serif; pointer-events: none; font-variant-numeric: tabular-nums; }
  #working[hidden] { display: none; }
`);
document.adoptedStyleSheets.push(styles);

// Discord offers choices as soon as a field is chosen. SimCord's page asks the bot for them after the first key, and
// says "No options match" until then. So an empty field that is chosen is treated as if something had been typed there.
document.addEventListener("focusin", ({ target }) => {
  if (target instanceof HTMLInputElement && target.matches('.command-option-input[role="combobox"]') && !target.value) {
    target.dispatchEvent(new Event("input"));
  }
});

const list = document.getElementById("channel-message-list");

// When a menu opens, SimCord's page makes all messages anew, and their pictures have no height until they are loaded.
// The menu is out of sight for that moment, so the page closes it at once. So each message keeps the height that it had
// with its pictures until they are there again.
const changed = new Set();
let measuring = false;

function noteChange(element) {
  const message = element instanceof Element ? element.closest(".channel-message") : null;
  if (!message || !list.contains(message)) return;
  changed.add(message);
  if (measuring) return;
  measuring = true;
  requestAnimationFrame(keepHeights);
}

function hasItsPictures(message) {
  return [...message.querySelectorAll("img.attachment-image")].every((picture) => picture.naturalHeight);
}

function keepHeights() {
  measuring = false;
  const whole = [...changed].filter((message) => !message.isConnected || hasItsPictures(message));
  for (const message of whole) {
    changed.delete(message);
    message.style.minHeight = "";
  }
  const heights = whole.map((message) => message.getBoundingClientRect().height);
  whole.forEach((message, index) => { message.style.minHeight = `${heights[index]}px`; });
}

new MutationObserver((changes) => changes.forEach(({ target }) => noteChange(target)))
  .observe(list, { childList: true, subtree: true, characterData: true });
list.addEventListener("load", ({ target }) => noteChange(target), true);
let width = list.clientWidth;
new ResizeObserver(() => {
  if (width === list.clientWidth) return;
  width = list.clientWidth;
  list.querySelectorAll(".channel-message").forEach(noteChange);
}).observe(list);

// While something that was pressed is under way, SimCord's page ignores every other press without a word. So the last
// of them is kept, and pressed again as soon as the page takes it. By then another button can be at the same place, which
// nobody meant: Undo where Confirm was. It gets neither the press that was kept nor the second half of a double-click.
let waiting = null;
let first = null;

const pressed = (button) => ({ key: button.dataset.controlKey, words: button.textContent });
const isSame = (one, other) => one.key === other.key && one.words === other.words;

document.addEventListener("click", (event) => {
  const button = event.target instanceof Element ? event.target.closest("button.component-button") : null;
  if (!button) return;
  const now = pressed(button);
  if (event.detail > 1 && first && first.key === now.key && first.words !== now.words) return event.stopImmediatePropagation();
  first = now;
  waiting = button.getAttribute("aria-disabled") === "true" && !button.disabled ? now : null;
}, true);

new MutationObserver(() => {
  if (!waiting) return;
  const button = [...list.querySelectorAll("button.component-button")].find((one) => isSame(pressed(one), waiting));
  if (button?.getAttribute("aria-disabled") === "true" && !button.disabled) return;
  waiting = null;
  button?.click();
}).observe(list, { attributeFilter: ["aria-disabled"], childList: true, subtree: true });

// What follows from something that a person did comes at the end of the channel. SimCord's page stays where it was unless
// that was the very end. So it goes to the end with the next new message, until the person scrolls.
const timeline = document.getElementById("channel-timeline");
let newestBefore = ""; // a page that opens begins at the end, too

function newestMessage() {
  return list.querySelector(".channel-message:last-child")?.dataset.messageId ?? "";
}

function noteAction({ target }) {
  const acts = "button.component-button, [role='option'], #modal-root button, #send-message, #channel-composer-input";
  if (target instanceof Element && target.closest(acts)) newestBefore = newestMessage();
}

document.addEventListener("click", noteAction, true);
document.addEventListener("keydown", (event) => {
  if (event.key === "Enter") noteAction(event);
}, true);
for (const kind of ["wheel", "touchmove"]) {
  timeline.addEventListener(kind, () => { newestBefore = null; }, { passive: true });
}

function goToTheEnd() {
  if (newestBefore === null) return;
  timeline.scrollTop = timeline.scrollHeight;
  newestBefore = newestBefore === "" ? null : newestMessage(); // what comes later moves nobody who has pressed nothing
}

const app = document.getElementById("preview-app");
new MutationObserver(() => {
  if (app.getAttribute("aria-busy") === "true" || newestBefore === null || newestBefore === newestMessage()) return;
  requestAnimationFrame(() => requestAnimationFrame(goToTheEnd));  // SimCord's page keeps its place until then
}).observe(app, { attributeFilter: ["aria-busy"] });

// SimCord answers a press when the bot has done all that follows from it, and when a computer that thinks meanwhile is
// done. Until then its page looks as if nothing had happened. So from the first second on, a note says that work goes on.
const note = document.createElement("p");
Object.assign(note, { id: "working", role: "status", hidden: true });
document.body.append(note);
let underWay = 0;
let since = 0;
let clock = null;

function showSeconds() {
  const seconds = Math.floor((performance.now() - since) / 1000);
  note.hidden = seconds < 1;
  note.textContent = `The bot is at work … ${seconds} s`;
}

function count(change) {
  underWay += change;
  if (underWay && clock === null) {
    since = performance.now();
    clock = setInterval(showSeconds, 250);
  } else if (!underWay) {
    clearInterval(clock);
    clock = null;
    note.hidden = true;
  }
}

const send = window.fetch;
window.fetch = async (address, options) => {
  if (address !== "/api/action") return send(address, options);
  count(1);
  try {
    return await send(address, options);
  } finally {
    count(-1);
  }
};
