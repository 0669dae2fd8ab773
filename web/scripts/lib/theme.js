// Light, dark or black: the reader's choice, kept in this browser. Runs before the page is drawn, so that nothing flashes.
(() => {
  const THEMES = ["auto", "light", "dark", "black"];
  /** @type {Record<string, string>} */
  const GROUNDS = { light: "#f3e6cd", dark: "#0d1630", black: "#000" }; // --ground of colours.css, around the page
  const STORE = "companion-theme";
  const evening = matchMedia("(prefers-color-scheme: dark)");
  let theme = recall();

  function apply() {
    const shown = theme === "auto" ? (evening.matches ? "dark" : "light") : theme;
    document.documentElement.dataset.theme = shown;
    document.querySelector("meta[name=theme-color]")?.setAttribute("content", GROUNDS[shown]);
  }

  function recall() {
    try {
      const kept = localStorage.getItem(STORE);
      if (kept && THEMES.includes(kept)) return kept;
    } catch {
      // A browser that keeps nothing shows what its reader's system prefers.
    }
    return "auto";
  }

  function keep() {
    try {
      localStorage.setItem(STORE, theme);
    } catch {
      // As above.
    }
  }

  apply();
  evening.addEventListener("change", apply);

  document.addEventListener("DOMContentLoaded", () => {
    const button = document.getElementById("theme");
    const name = document.getElementById("theme-name");
    if (!button || !name) return;
    const showName = () => {
      name.textContent = button.dataset[theme] ?? "";
    };
    button.addEventListener("click", () => {
      theme = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length];
      keep();
      apply();
      showName();
    });
    showName();
    button.hidden = false;
  });
})();
