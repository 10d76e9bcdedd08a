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
