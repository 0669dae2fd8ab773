// A tap on the number of a ruling opens its card over the page; without scripts, and in a new tab, its link leads to the rulebook.
import { loadTapped } from "./fetching.js";

document.addEventListener("click", async (event) => {
  const link = event.target instanceof Element && event.target.closest('a[href^="/rules/"]:not(.quiet)');
  if (!(link instanceof HTMLAnchorElement) || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  const script = await loadTapped("/scripts/rules/why.js").catch(() => null);
  if (script) script.showRuling(link);
  else location.assign(link.href);
});
