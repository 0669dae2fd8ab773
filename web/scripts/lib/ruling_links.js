// Makes links of the numbers of rulings: a tap opens the card over the page, a new tab the rulebook.
import { h } from "./dom.js";
import { loadTapped, loadTappedStylesheet } from "./fetching.js";

/** Elements that name a ruling. */
const CITING = ".lines i, .moves i, .move-facts li, .changes li, .values small, .why-not, .ways + .hint";
/** The number of a ruling: alone, in brackets, or between the parts of a reason. */
const NUMBER = /(?<=^|\(|· )[A-Z][0-9]{1,2}(?=$| ·|\))/u;
const BEHIND = "a, button, template";
let isWatching = false;

/**
 * Return the number of a ruling as a link that opens its card.
 * @param {string} game
 * @param {string} number
 */
export function rulingLink(game, number) {
  loadTappedStylesheet("/styles/rules/ruling.css");
  return h("a", { class: "ruling", href: `/rules/${game}#${number}` }, number);
}

/** @param {Element} element */
function linkRulings(element) {
  const { dataset } = document.documentElement;
  const game = document.companionView?.game ?? dataset.game;
  const rulings = document.companionView?.rulings ?? (dataset.rulings ?? "").split(" ");
  if (!game || element.closest(BEHIND)) return;
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  /** @type {Text[]} */
  const citing = [];
  while (texts.nextNode()) {
    const text = texts.currentNode;
    if (text instanceof Text && NUMBER.test(text.data) && !text.parentElement?.closest(BEHIND)) citing.push(text);
  }
  for (const text of citing) {
    const [number = ""] = NUMBER.exec(text.data) ?? [];
    if (!rulings.includes(number)) continue;
    const rest = text.splitText(text.data.search(NUMBER));
    rest.splitText(number.length);
    rest.replaceWith(rulingLink(game, number));
  }
}

/** @param {Node} node */
function linkWithin(node) {
  const element = node instanceof Element ? node : node.parentElement;
  const whole = element?.closest(CITING);
  if (whole) linkRulings(whole);
  for (const inside of element?.querySelectorAll(CITING) ?? []) linkRulings(inside);
}

/** Make links of all numbers that are on the page, and from now on of those that come. */
export function linkAllRulings() {
  linkWithin(document.body);
  if (isWatching) return;
  isWatching = true;
  loadTappedStylesheet("/styles/rules/ruling.css");
  new MutationObserver((changes) => {
    for (const { addedNodes, target, type } of changes) {
      if (type === "characterData") linkWithin(target);
      else for (const node of addedNodes) if (node.isConnected) linkWithin(node);
    }
  }).observe(document.body, { childList: true, characterData: true, subtree: true });
}

document.addEventListener("click", async (event) => {
  const link = event.target instanceof Element && event.target.closest("a.ruling");
  if (!(link instanceof HTMLAnchorElement) || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  const script = await loadTapped("/scripts/rules/why.js").catch(() => null);
  if (script) script.showRuling(link);
  else location.assign(link.href);
});
