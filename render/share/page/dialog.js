// Shows something over the page. It closes with Escape, unless there is nothing below.
import { button, byId, element } from "./dom.js";

export function openDialog(title, contents, texts, closes = true) {
  const dialog = byId("dialog");
  const close = button("✕", texts.close, () => dialog.close(), { class: "close" });
  dialog.replaceChildren(element("h2", { text: title }), ...(closes ? [close] : []), ...contents);
  dialog.setAttribute("aria-label", title);
  dialog.oncancel = (event) => {
    if (!closes) event.preventDefault();
  };
  dialog.onclick = (event) => {
    if ((closes && event.target === dialog) || event.target.closest("a")) dialog.close();
  };
  if (!dialog.open) dialog.showModal();
}
