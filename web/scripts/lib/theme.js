// Light, dark or black: the reader's choice, kept in this browser; and whether it was here before. Runs before the page is
// drawn, so that nothing flashes or moves.
(() => {
  const THEMES = ["auto", "light", "dark", "black"];
  /** @type {Record<string, string>} */
  const GROUNDS = { light: "#f3e6cd", dark: "#0d1630", black: "#000" }; // --ground of colours.css, around the page
  const STORE = "companion-theme";
  const evening = matchMedia("(prefers-color-scheme: dark)");
  const kept = recall(STORE);
  let theme = kept && THEMES.includes(kept) ? kept : "auto";

  function apply() {
    const shown = theme === "auto" ? (evening.matches ? "dark" : "light") : theme;
    document.documentElement.dataset.theme = shown;
    document.querySelector("meta[name=theme-color]")?.setAttribute("content", GROUNDS[shown]);
  }

  /** @param {string} name */
  function recall(name) {
    try {
      return localStorage.getItem(name);
    } catch {
      return null;
    }
  }

  function keep() {
    try {
      localStorage.setItem(STORE, theme);
    } catch {
      // As above.
    }
  }

  apply();
  // A code behind the # joins at once.
  if (!location.hash && !recall("visited")) document.documentElement.toggleAttribute("data-first-visit", true);
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
    // On a phone the choices stand after the content, for the keyboard too.
    const choices = document.querySelector(".choices");
    const narrow = matchMedia("(max-width: 29.99rem)");
    const place = () => choices && document.querySelector(narrow.matches ? "body" : ".house")?.append(choices);
    place();
    narrow.addEventListener("change", place);
  });
})();
