// Makes and finds elements.

export const byId = (id) => document.getElementById(id);

// Attributes are set as they are, "class" and "text" included; an attribute that is undefined, null or false is left out.
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (key === "text") made.textContent = value;
    else made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children);
  return made;
}

// A button with a sign; what it does is its name for people who don't see it, and its tooltip.
export function button(sign, name, act, attributes = {}) {
  const made = element("button", { type: "button", "aria-label": name, title: name, text: sign, ...attributes });
  made.addEventListener("click", act);
  return made;
}

// The second press of a double one was meant for what was there at the first.
export const once = (act) => (event) => event.detail > 1 || act(event);

// Shows something over the page. It closes with Escape, unless there is nothing below.
export function openDialog(title, contents, texts, closes = true) {
  const dialog = byId("dialog");
  const close = button("✕", texts.close, () => dialog.close(), { class: "close" });
  dialog.replaceChildren(element("h2", { text: title }), ...(closes ? [close] : []), ...contents);
  dialog.setAttribute("aria-label", title);
  dialog.setAttribute("closedby", closes ? "closerequest" : "none"); // a second Escape closes whatever only cancels the first
  dialog.oncancel = (event) => {
    if (!closes) event.preventDefault();
  };
  dialog.onclick = (event) => {
    if ((closes && event.target === dialog) || event.target.closest("a")) dialog.close();
  };
  if (!dialog.open) dialog.showModal();
}

// Replaces the named parts of a text, such as {turn}.
export const filled = (text, parts) => text.replace(/{(\w+)}/g, (place, name) => parts[name] ?? place);

export const still = matchMedia("(prefers-reduced-motion: reduce)");
