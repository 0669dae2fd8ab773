// Loads scripts and stylesheets that a page needs only later, by their addresses; of a bundle all at once.
import { LATER_BUNDLE, LOADED_SCRIPTS, LOADED_STYLESHEETS, TAPPED_BUNDLE } from "./bundle.js";
import { get } from "./api.js";
import { h } from "./dom.js";
import { addWords } from "./words.js";

/**
 * The scripts that are loaded later, by address.
 * @typedef {{
 *   "/scripts/blocks/board.js": typeof import("../blocks/board.js"),
 *   "/scripts/blocks/cards.js": typeof import("../blocks/cards.js"),
 *   "/scripts/blocks/dice.js": typeof import("../blocks/dice.js"),
 *   "/scripts/blocks/fitting.js": typeof import("../blocks/fitting.js"),
 *   "/scripts/blocks/graph.js": typeof import("../blocks/graph.js"),
 *   "/scripts/blocks/grid.js": typeof import("../blocks/grid.js"),
 *   "/scripts/blocks/ground.js": typeof import("../blocks/ground.js"),
 *   "/scripts/blocks/notes.js": typeof import("../blocks/notes.js"),
 *   "/scripts/blocks/parts.js": typeof import("../blocks/parts.js"),
 *   "/scripts/blocks/purse.js": typeof import("../blocks/purse.js"),
 *   "/scripts/blocks/ring.js": typeof import("../blocks/ring.js"),
 *   "/scripts/blocks/road.js": typeof import("../blocks/road.js"),
 *   "/scripts/blocks/squares.js": typeof import("../blocks/squares.js"),
 *   "/scripts/blocks/touching.js": typeof import("../blocks/touching.js"),
 *   "/scripts/blocks/track.js": typeof import("../blocks/track.js"),
 *   "/scripts/ceremonies/player.js": typeof import("../ceremonies/player.js"),
 *   "/scripts/ceremonies/reveal.js": typeof import("../ceremonies/reveal.js"),
 *   "/scripts/ceremonies/spin.js": typeof import("../ceremonies/spin.js"),
 *   "/scripts/ceremonies/tally.js": typeof import("../ceremonies/tally.js"),
 *   "/scripts/ceremonies/throw.js": typeof import("../ceremonies/throw.js"),
 *   "/scripts/ceremonies/walk.js": typeof import("../ceremonies/walk.js"),
 *   "/scripts/lib/ask.js": typeof import("./ask.js"),
 *   "/scripts/lib/changes.js": typeof import("./changes.js"),
 *   "/scripts/lib/ruling_links.js": typeof import("./ruling_links.js"),
 *   "/scripts/offers/board_changes.js": typeof import("../offers/board_changes.js"),
 *   "/scripts/offers/confirm.js": typeof import("../offers/confirm.js"),
 *   "/scripts/offers/more_moves.js": typeof import("../offers/more_moves.js"),
 *   "/scripts/offers/play.js": typeof import("../offers/play.js"),
 *   "/scripts/offers/spinning.js": typeof import("../offers/spinning.js"),
 *   "/scripts/rules/why.js": typeof import("../rules/why.js"),
 *   "/scripts/table/chance.js": typeof import("../table/chance.js"),
 *   "/scripts/table/chart.js": typeof import("../table/chart.js"),
 *   "/scripts/table/ending.js": typeof import("../table/ending.js"),
 *   "/scripts/table/join.js": typeof import("../table/join.js"),
 *   "/scripts/table/lobby.js": typeof import("../table/lobby.js"),
 *   "/scripts/table/moves.js": typeof import("../table/moves.js"),
 *   "/scripts/table/rules.js": typeof import("../table/rules.js"),
 *   "/scripts/table/sounds.js": typeof import("../table/sounds.js"),
 *   "/scripts/table/tools.js": typeof import("../table/tools.js"),
 *   "/scripts/table/visit.js": typeof import("../table/visit.js"),
 * }} LaterScripts
 */

/** The words that come later, once they are asked for. @type {Promise<void> | null} */
let laterWords = null;
/** Number of failures to load each script. @type {Map<string, number>} */
const failuresByAddress = new Map();

/**
 * Return the script at an address. After a failure of the network it may be loaded again.
 * @template {keyof LaterScripts} Path
 * @param {Path} path
 */
export function loadScript(path) {
  return loadFrom(LATER_BUNDLE && `${LATER_BUNDLE}.js`, path);
}

/**
 * Return a script that is needed once something is tapped. It is in a bundle of its own, so that a page shows sooner; its
 * words come with it.
 * @template {keyof LaterScripts} Path
 * @param {Path} path
 */
export async function loadTapped(path) {
  const [script] = await Promise.all([loadFrom(TAPPED_BUNDLE, path), loadLaterWords()]);
  return script;
}

/** Load the words that this page came without, if any. After a failure of the network they may be loaded again. */
export function loadLaterWords() {
  const isComplete = !document.getElementById("words")?.hasAttribute("data-later");
  const { lang, dataset: { build } } = document.documentElement;
  laterWords ??= isComplete ? Promise.resolve() : get(`/words/${lang}.json${build ? `?build=${build}` : ""}`).then(addWords);
  laterWords.catch(() => (laterWords = null));
  return laterWords;
}

/**
 * @template {keyof LaterScripts} Path
 * @param {string | null} bundle The address of the script with all of them, if there is one.
 * @param {Path} path
 * @returns {Promise<LaterScripts[Path]>}
 */
async function loadFrom(bundle, path) {
  if (path in LOADED_SCRIPTS) return LOADED_SCRIPTS[path];
  const address = bundle ?? path;
  const failures = failuresByAddress.get(address) ?? 0; // browsers remember a failure under the same address
  try {
    const script = await import(failures ? `${address}?again=${failures}` : address);
    return bundle === null ? script : LOADED_SCRIPTS[path];
  } catch (error) {
    failuresByAddress.set(address, failures + 1);
    throw error;
  }
}

/**
 * Add a stylesheet to the page, unless it is there; resolves when it is loaded, or when it failed.
 * @param {string} path
 * @returns {Promise<unknown>}
 */
export function loadStylesheet(path) {
  return addStylesheet(path, LATER_BUNDLE === null ? path : `${LATER_BUNDLE}.css`);
}

/**
 * Add a stylesheet that belongs to a script of `loadTapped`, as `loadStylesheet` does.
 * @param {string} path
 */
export function loadTappedStylesheet(path) {
  return addStylesheet(path, TAPPED_BUNDLE?.replace(/js$/, "css") ?? path);
}

/**
 * @param {string} path
 * @param {string} href The address of the stylesheet, or of the bundle that it is in.
 * @returns {Promise<unknown>}
 */
function addStylesheet(path, href) {
  if (LOADED_STYLESHEETS.includes(path)) return Promise.resolve();
  if (document.querySelector(`link[href="${href}"]`)) return Promise.resolve();
  return new Promise((done) => document.head.append(h("link", { rel: "stylesheet", href, onload: done, onerror: done })));
}
