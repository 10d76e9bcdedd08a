const SLIDES = /^(Arrow|Page)|^(Home|End)$/; // what the slider itself takes

// Calls what a key means, unless whatever has the focus takes that key itself. On the board, no button does.
export function onKeys(find) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const act = find(event.key);
    const target = event.target.closest("dialog:not([open])") ? document.body : event.target; // a closed dialog has the focus until the next frame
    const takesItself = target.closest("button, summary, a") && !target.closest(".stage") && (event.key === " " || event.key === "Enter");
    const slides = target.closest("input") && SLIDES.test(event.key);
    if (!act || takesItself || slides || target.closest("select, dialog")) return;
    event.preventDefault();
    act();
  });
}
