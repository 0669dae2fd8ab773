// Light, dark or black: the reader's choice, kept in this browser. Runs before the page is drawn, so that nothing flashes.
(() => {
  const THEMES = ["auto", "light", "dark", "black"];
  const STORE = "companion-theme";
  const evening = matchMedia("(prefers-color-scheme: dark)");
  let chosen = "auto";

  function apply() {
    const theme = chosen === "auto" ? (evening.matches ? "dark" : "light") : chosen;
    document.documentElement.dataset.theme = theme;
  }

  function recall() {
    try {
      const kept = localStorage.getItem(STORE);
      if (THEMES.includes(kept)) chosen = kept;
    } catch {
      // A browser that keeps nothing shows what its reader's system prefers.
    }
  }

  function keep() {
    try {
      localStorage.setItem(STORE, chosen);
    } catch {
      // As above.
    }
  }

  recall();
  apply();
  evening.addEventListener("change", apply);

  document.addEventListener("DOMContentLoaded", () => {
    const button = document.getElementById("theme");
    const name = document.getElementById("theme-name");
    const label = () => {
      name.textContent = button.dataset[chosen];
    };
    button.addEventListener("click", () => {
      chosen = THEMES[(THEMES.indexOf(chosen) + 1) % THEMES.length];
      keep();
      apply();
      label();
    });
    label();
    button.hidden = false;
  });
})();
