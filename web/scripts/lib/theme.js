// Light, dark or black: the reader's choice, kept in this browser; and whether it was here before. Runs before the page is
// drawn, so that nothing flashes or moves. In a browser that cannot read the scripts of the page, it shows what the page
// says to one without scripts.
(() => {
  onerror = (error) => {
    const words = document.querySelector("noscript");
    if (words && /SyntaxE/.test(/** @type {string} */ (error))) words.outerHTML = words.innerHTML;
  };
  const THEMES = ["auto", "light", "dark", "black"];
  const page = document.documentElement;
  const ground = /** @type {HTMLMetaElement} */ (document.querySelector("[name=theme-color]"));
  /** @type {Record<string, string>} */
  const GROUNDS = { light: ground.content, dark: "#0d1630", black: "#000" }; // --ground of colours.css, around the page
  const STORE = "companion-theme";
  const evening = matchMedia("(prefers-color-scheme: dark)");
  /** @type {Record<string, string>} */
  let kept = {};
  try {
    kept = localStorage || kept;
  } catch {
    // The browser keeps nothing for this page.
  }
  let theme = THEMES.find((name) => name === kept[STORE]) || "auto";

  function apply() {
    const shown = theme === "auto" ? (evening.matches ? "dark" : "light") : theme;
    page.dataset.theme = shown;
    ground.content = GROUNDS[shown];
  }

  apply();
  // A code behind the # joins at once.
  if (!location.hash && !kept.visited) page.dataset.firstVisit = "";
  evening.onchange = apply; // iOS 13 has no addEventListener here

  addEventListener("DOMContentLoaded", () => {
    const button = document.getElementById("theme");
    if (!button) return;
    const name = /** @type {Element} */ (button.lastElementChild);
    const showName = () => {
      name.textContent = button.dataset[theme] || "";
    };
    button.onclick = () => {
      theme = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length];
      apply();
      showName();
      kept[STORE] = theme;
    };
    showName();
    button.hidden = false;
    // On a phone the choices stand after the content, for the keyboard too.
    const choices = /** @type {Element} */ (button.parentElement);
    const house = /** @type {Element} */ (choices.parentElement);
    const narrow = matchMedia("(max-width: 29.99rem)");
    const place = () => (narrow.matches ? document.body : house).append(choices);
    place();
    narrow.onchange = place;
  });
})();
