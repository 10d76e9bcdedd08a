// Dark and light: as the system wants it, until somebody chooses.
const system = matchMedia("(prefers-color-scheme: dark)");

export const isDark = () => (document.documentElement.dataset.theme || (system.matches ? "dark" : "light")) === "dark";

export function chooseTheme(theme) {
  document.documentElement.dataset.theme = theme;
}
