// What somebody has chosen on this page, kept in the browser. Where that is forbidden, it lasts as long as the page.
const kept = new Map();

export function remembered(name, otherwise) {
  try {
    return localStorage.getItem(name) ?? kept.get(name) ?? otherwise;
  } catch {
    return kept.get(name) ?? otherwise;
  }
}

export function remember(name, value) {
  kept.set(name, value);
  try {
    localStorage.setItem(name, value);
  } catch {
    // private windows
  }
}
