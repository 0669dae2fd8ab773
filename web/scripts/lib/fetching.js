// Fetches what a page needs only later, by its address: scripts, and sheets of styles; of a bundle all of them at once.
import { HELD, LATER, WORN } from "./bundle.js";
import { h } from "./dom.js";

/** How often a script was asked for in vain. @type {Map<string, number>} */
const lost = new Map();

/** The script at this address; where the network lost it, it may be asked for again. @returns {Promise<any>} */
export async function fetched(path) {
  if (path in HELD) return HELD[path];
  const address = LATER === null ? path : `${LATER}.js`;
  const again = lost.get(address) ?? 0; // under its own name a browser may go on telling that it is not there
  try {
    const found = await import(again ? `${address}?again=${again}` : address);
    return LATER === null ? found : HELD[path];
  } catch (error) {
    lost.set(address, again + 1);
    throw error;
  }
}

/** Have the page take a sheet of styles, unless it has it. */
export function loadStylesheet(path) {
  if (WORN.includes(path)) return Promise.resolve();
  const href = LATER === null ? path : `${LATER}.css`;
  if (document.querySelector(`link[href="${href}"]`)) return Promise.resolve();
  return new Promise((done) => document.head.append(h("link", { rel: "stylesheet", href, onload: done, onerror: done })));
}
